#include "host/profile/field_accumulator.hpp"

#include <cmath>

#include "host/profile/class_fingerprint.hpp"

namespace shardsweep::host {
namespace {

bool has_fraction(double value) {
  return std::isfinite(value) && std::trunc(value) != value;
}

}  // namespace

void FieldAccumulator::add_value(const bson::ValueView& value) {
  if (value.type == bson::Type::String) string_bytes_ += value.as_string().size();
  if (value.type == bson::Type::Double && has_fraction(value.as_double())) ++fractional_;
  distinct_.add(class_fingerprint(value));
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
  const std::uint64_t strings = types_[static_cast<int>(bson::Type::String)];
  if (strings != 0)
    profile.average_string_bytes =
        static_cast<double>(string_bytes_) / static_cast<double>(strings);
  profile.fractional_doubles = fractional_;
  return profile;
}

}  // namespace shardsweep::host
