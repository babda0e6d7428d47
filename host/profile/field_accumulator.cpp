#include "host/profile/field_accumulator.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "host/profile/class_fingerprint.hpp"
#include "host/values/order.hpp"

namespace shardsweep::host {
namespace {

/// compare_values(a, b) < 0, with the common cases in line.
bool rises(const bson::ValueView& a, const bson::ValueView& b) {
  if (a.type == b.type) {
    switch (a.type) {
      case bson::Type::Int32:
        return a.as_int32() < b.as_int32();
      case bson::Type::Int64:
      case bson::Type::Date:
        return a.as_int64() < b.as_int64();
      case bson::Type::ObjectId:
        return std::memcmp(a.bytes.data(), b.bytes.data(), 12) < 0;
      case bson::Type::String:
        return a.as_string() < b.as_string();
      default:
        break;
    }
  }
  return compare_values(a, b) < 0;
}

bool has_fraction(double value) {
  return std::isfinite(value) && std::trunc(value) != value;
}

}  // namespace

void FieldAccumulator::add_value(const bson::ValueView& value) {
  value_bytes_ += value.bytes.size();
  if (value.type == bson::Type::Double && has_fraction(value.as_double())) ++fractional_;
  const std::uint64_t fingerprint = class_fingerprint(value);
  distinct_.add(fingerprint);
  frequent_.add(fingerprint);
  if (has_previous_) {
    ++pairs_;
    if (rises(previous_, value)) ++rising_;
  }
  previous_ = value;
  has_previous_ = true;
}

void FieldAccumulator::add(const WalkedBatch& batch, const PodVector<Cell>& cells) {
  if (cells.empty()) return;
  if (present_ == 0) first_place_ = {batch.input_row(cells[0].document), cells[0].offset};
  present_ += cells.size();
  for (const Cell& cell : cells) {
    ++types_[static_cast<std::uint8_t>(cell.type)];
    if (cell.type == bson::Type::Null) continue;
    filled_bytes_ += batch.document(cell.document).size();
    if (cell.type == bson::Type::Array && !first_array_row_)
      first_array_row_ = batch.input_row(cell.document);
    add_value(batch.value(cell));
  }
  if (has_previous_ && previous_.bytes.data() != kept_.data()) {
    kept_.assign(previous_.bytes);
    previous_.bytes = kept_;
  }
}

FieldProfile FieldAccumulator::finish(std::uint64_t documents, std::uint64_t bytes) const {
  FieldProfile profile;
  for (std::size_t type = 0; type < types_.size(); ++type)
    if (types_[type] != 0) profile.types[static_cast<bson::Type>(type)] = types_[type];
  const std::uint64_t nulls = types_[static_cast<int>(bson::Type::Null)];
  profile.present = present_;
  profile.missing = documents - present_;
  profile.missing_or_null_bytes = bytes - filled_bytes_;
  profile.arrays = arrays();
  profile.first_array_row = first_array_row_;
  const std::uint64_t empty = profile.missing + nulls;
  profile.distinct_estimate = distinct_.estimate() + (empty != 0 ? 1u : 0u);
  profile.distinct_error = distinct_.relative_error();
  const std::uint64_t most = std::max(frequent_.lower_bound(), empty);
  if (documents != 0)
    profile.largest_share = static_cast<double>(most) / static_cast<double>(documents);
  if (pairs_ != 0)
    profile.rising_share = static_cast<double>(rising_) / static_cast<double>(pairs_);
  if (present_ != 0)
    profile.average_value_bytes = static_cast<double>(value_bytes_) / static_cast<double>(present_);
  profile.fractional_doubles = fractional_;
  return profile;
}

}  // namespace shardsweep::host
