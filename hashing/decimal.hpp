#pragma once

#include <cstdint>

#include "hashing/host_device.hpp"

namespace shardsweep::hashing {

__extension__ typedef unsigned __int128 UInt128;

/// A Decimal128 taken apart (IEEE 754-2008, binary integer coefficient):
/// (-1)^negative * coefficient * 10^exponent when finite.
struct Decimal {
  enum class Kind : std::uint8_t { finite, infinite, nan };
  Kind kind = Kind::finite;
  bool negative = false;
  std::int32_t exponent = 0;  ///< -6176 .. 6111
  UInt128 coefficient = 0;    ///< at most 10^34 - 1; non-canonical encodings count as zero
};

/// 10^n for n in 0..38.
SHARDSWEEP_HD constexpr UInt128 power_of_ten(int n) {
  UInt128 power = 1;
  for (int i = 0; i < n; ++i) power *= 10;
  return power;
}

/// Reads the two halves of the sixteen stored bytes (`low` is stored first).
SHARDSWEEP_HD constexpr Decimal decode_decimal(std::uint64_t low, std::uint64_t high) {
  Decimal result;
  result.negative = high >> 63 != 0;
  const std::uint64_t combination = high >> 58 & 0x1f;
  if (combination == 0x1f) {
    result.kind = Decimal::Kind::nan;
  } else if (combination == 0x1e) {
    result.kind = Decimal::Kind::infinite;
  } else if (combination >> 3 == 3) {
    // The large-coefficient form always exceeds 34 digits: non-canonical, zero.
    result.exponent = static_cast<std::int32_t>(high >> 47 & 0x3fff) - 6176;
  } else {
    result.exponent = static_cast<std::int32_t>(high >> 49 & 0x3fff) - 6176;
    const UInt128 coefficient = UInt128{high & ((std::uint64_t{1} << 49) - 1)} << 64 | low;
    result.coefficient = coefficient < power_of_ten(34) ? coefficient : UInt128{0};
  }
  return result;
}

}  // namespace shardsweep::hashing
