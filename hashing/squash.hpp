#pragma once

#include <cstdint>

#include "hashing/decimal.hpp"
#include "hashing/host_device.hpp"

/// How numbers become int64 before they are hashed (MongoDB src/mongo/bson/bsonelement.h,
/// safeNumberLongForHash). Host and device.
namespace shardsweep::hashing {

/// Truncates toward zero; NaN is 0; beyond the range it clamps, but exactly +2^63 gives -2^63 (an
/// overflow the server keeps on purpose).
SHARDSWEEP_HD constexpr std::int64_t squash_double(double value) {
  constexpr double two_63 = 9223372036854775808.0;
  if (value != value) return 0;
  if (value == two_63) return INT64_MIN;
  if (value > two_63) return INT64_MAX;
  if (value < -two_63) return INT64_MIN;
  return static_cast<std::int64_t>(value);
}

/// A magnitude and whether digits below it were cut, or too large for any int64.
struct Magnitude {
  UInt128 whole = 0;
  UInt128 rest = 0;   ///< remainder of the division by `unit`
  UInt128 unit = 1;   ///< a power of ten
  bool huge = false;  ///< at least 2^64
};

SHARDSWEEP_HD constexpr Magnitude split_magnitude(const Decimal& decimal) {
  constexpr UInt128 limit = UInt128{1} << 64;
  Magnitude result;
  if (decimal.exponent < 0) {
    // 35 places move every coefficient below 1/10: nothing is left, not even a half.
    if (decimal.exponent < -34) return result;
    result.unit = power_of_ten(-decimal.exponent);
    result.whole = decimal.coefficient / result.unit;
    result.rest = decimal.coefficient % result.unit;
  } else {
    result.whole = decimal.coefficient;
    for (int i = 0; i < decimal.exponent && result.whole != 0 && result.whole < limit; ++i) {
      result.whole *= 10;
    }
  }
  result.huge = result.whole >= limit;
  return result;
}

/// Rounds to nearest, ties to even; NaN is 0. The range is tested on the exact value, before
/// rounding: over 2^63 - 1 gives 2^63 - 1, under -2^63 gives -2^63.
SHARDSWEEP_HD constexpr std::int64_t squash_decimal(const Decimal& decimal) {
  if (decimal.kind == Decimal::Kind::nan) return 0;
  const std::int64_t bound = decimal.negative ? INT64_MIN : INT64_MAX;
  if (decimal.kind == Decimal::Kind::infinite) return bound;
  const Magnitude magnitude = split_magnitude(decimal);
  const std::uint64_t limit = (std::uint64_t{1} << 63) - (decimal.negative ? 0u : 1u);
  if (magnitude.huge || magnitude.whole > limit) return bound;
  if (magnitude.whole == limit && magnitude.rest != 0) return bound;
  std::uint64_t rounded = static_cast<std::uint64_t>(magnitude.whole);
  const UInt128 twice = magnitude.rest * 2;
  if (twice > magnitude.unit || (twice == magnitude.unit && rounded % 2 == 1)) ++rounded;
  return static_cast<std::int64_t>(decimal.negative ? 0 - rounded : rounded);
}

/// The same from the two halves of the stored bytes (`low` is stored first).
SHARDSWEEP_HD constexpr std::int64_t squash_decimal(std::uint64_t low, std::uint64_t high) {
  return squash_decimal(decode_decimal(low, high));
}

}  // namespace shardsweep::hashing
