#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "datasets/bson/view.hpp"

namespace shardsweep::host {

/// Bytes of a type's value part where they are the same for every value, else `variable_size`.
inline constexpr std::size_t variable_size = ~std::size_t{0};
inline std::size_t fixed_value_bytes(bson::Type type) noexcept {
  switch (type) {
    case bson::Type::Double:
    case bson::Type::Date:
    case bson::Type::Timestamp:
    case bson::Type::Int64:
      return 8;
    case bson::Type::Int32:
      return 4;
    case bson::Type::ObjectId:
      return 12;
    case bson::Type::Bool:
      return 1;
    case bson::Type::Decimal128:
      return 16;
    case bson::Type::Undefined:
    case bson::Type::Null:
    case bson::Type::MinKey:
    case bson::Type::MaxKey:
      return 0;
    default:
      return variable_size;
  }
}

/// Bytes of the value part that begins at `at`, inside a validated document: bson::value_size
/// without its checks and inline, since the walk over every field of every document asks it.
inline std::size_t value_bytes(bson::Type type, const char* at) noexcept {
  const std::size_t fixed = fixed_value_bytes(type);
  if (fixed != variable_size) return fixed;
  switch (type) {
    case bson::Type::String:
    case bson::Type::Code:
    case bson::Type::Symbol:
      return 4 + std::size_t{bson::load<std::uint32_t>(at)};
    case bson::Type::Binary:
      return 5 + std::size_t{bson::load<std::uint32_t>(at)};
    case bson::Type::DbPointer:
      return 16 + std::size_t{bson::load<std::uint32_t>(at)};
    case bson::Type::Regex: {
      const std::size_t pattern = std::strlen(at) + 1;
      return pattern + std::strlen(at + pattern) + 1;
    }
    default:  // Document, Array, CodeWithScope carry their whole length
      return bson::load<std::uint32_t>(at);
  }
}

}  // namespace shardsweep::host
