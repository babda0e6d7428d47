#pragma once

#include <cstddef>
#include <cstdint>

#include "datasets/bson/view.hpp"
#include "host/columns/value_bytes.hpp"

namespace shardsweep::host {

/// Where the values of a ValueStore lie, in memory or in a mapped file.
struct ValueLayout {
  const char* bytes = nullptr;
  const std::uint64_t* offsets = nullptr;  ///< begin of each value; null: `stride` apart
  const std::uint8_t* tags = nullptr;      ///< type of each value; null: all have `type`
  std::size_t stride = 0;
  bson::Type type = bson::Type::Null;

  bson::ValueView operator[](std::size_t i) const noexcept {
    const bson::Type its_type = tags == nullptr ? type : static_cast<bson::Type>(tags[i]);
    const char* at = bytes + (offsets == nullptr ? i * stride : offsets[i]);
    return {its_type, {at, value_bytes(its_type, at)}};
  }
};

}  // namespace shardsweep::host
