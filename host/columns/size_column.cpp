#include "host/columns/size_column.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include "datasets/error.hpp"
#include "hashing/squash.hpp"

namespace shardsweep::host {
namespace {

/// The number without its fraction, clamped to int64; nothing for other types and NaN.
std::optional<std::int64_t> whole_number(const bson::ValueView& value) {
  switch (value.type) {
    case bson::Type::Int32:
      return value.as_int32();
    case bson::Type::Int64:
      return value.as_int64();
    case bson::Type::Double:
      if (std::isnan(value.as_double())) return std::nullopt;
      if (value.as_double() >= 0x1p63) return std::numeric_limits<std::int64_t>::max();
      return hashing::squash_double(value.as_double());
    case bson::Type::Decimal128: {
      const auto decimal =
          hashing::decode_decimal(bson::load<std::uint64_t>(value.bytes.data()),
                                  bson::load<std::uint64_t>(value.bytes.data() + 8));
      if (decimal.kind == hashing::Decimal::Kind::nan) return std::nullopt;
      return hashing::squash_decimal(decimal);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

void SizeColumn::add(const WalkedBatch& batch, const PodVector<Cell>* cells) {
  const std::size_t begin = sizes.size();
  if (cells == nullptr) {
    for (std::size_t i = 0; i < batch.size(); ++i)
      sizes.push_back(static_cast<std::uint32_t>(batch.document(i).size()));
    return;
  }
  sizes.resize(begin + batch.size(), 0);
  std::uint64_t sized = 0;
  for (const Cell& cell : *cells) {
    const std::optional<std::int64_t> size = whole_number(batch.value(cell));
    if (!size) continue;
    if (*size < 0 || *size > std::numeric_limits<std::uint32_t>::max())
      throw datasets::DataError(
          batch.describe_row(cell.document) + ": " + std::to_string(*size) + " in --size-field " +
          field_ +
          " is no document size (0 to 4294967295 bytes); correct it, or name another field");
    sizes[begin + cell.document] = static_cast<std::uint32_t>(*size);
    ++sized;
  }
  rows_without_size += batch.size() - sized;
}

}  // namespace shardsweep::host
