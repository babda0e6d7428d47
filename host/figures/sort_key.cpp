#include <bit>
#include <cmath>

#include "host/figures/parts.hpp"

namespace shardsweep::host {

namespace {

std::uint64_t integer_bytes(std::int64_t value) {
  const std::uint64_t magnitude =
      value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  // One bit tells whether a fraction follows.
  return (static_cast<std::uint64_t>(std::bit_width(magnitude)) + 1 + 7) / 8;
}

/// Whole doubles are stored as integers are; a fraction takes up to eight bytes more.
std::uint64_t double_bytes(double value) {
  if (!std::isfinite(value)) return 0;
  constexpr double int64_limit = 9223372036854775808.0;
  if (std::abs(value) >= int64_limit) return 8;
  const double whole = std::trunc(value);
  return whole == value ? integer_bytes(static_cast<std::int64_t>(whole)) : 9;
}

std::uint64_t value_part_bytes(const bson::ValueView& value) {
  switch (value.type) {
    case bson::Type::Int32:
      return integer_bytes(value.as_int32());
    case bson::Type::Int64:
      return integer_bytes(value.as_int64());
    case bson::Type::Double:
      return double_bytes(value.as_double());
    case bson::Type::String:
    case bson::Type::Symbol:
    case bson::Type::Code:
      return value.as_string().size() + 1;  // the text and its end
    default:
      return value.bytes.size();
  }
}

bool stands_for_itself(bson::Type type) {
  return type == bson::Type::Null || type == bson::Type::Undefined || type == bson::Type::Bool ||
         type == bson::Type::MinKey || type == bson::Type::MaxKey;
}

}  // namespace

std::uint64_t sort_key_bytes(const bson::ValueView& value) {
  return stands_for_itself(value.type) ? 1 : 1 + value_part_bytes(value);
}

}  // namespace shardsweep::host
