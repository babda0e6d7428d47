#pragma once

#include <cstdint>

#include "datasets/bson/view.hpp"

namespace shardsweep::host {

/// 64 bits that are equal for scalar values that compare equal, whatever their types (1, 1.0,
/// Decimal128 1.00; "a" and the symbol a). Sub-documents, arrays and scopes are taken by their
/// bytes. Different values share a fingerprint with probability 2^-61 or less, but for numbers
/// whose quotient is a power of 2^1891, which always do: for sketches only.
std::uint64_t class_fingerprint(const bson::ValueView& value) noexcept;

}  // namespace shardsweep::host
