#pragma once

#include <cstdint>

namespace shardsweep::generate {

/// The output of splitmix64 for state x (the increment included): Steele, Lea, Flood, "Fast
/// splittable pseudorandom number generators", OOPSLA 2014; constants as in Vigna's public-domain
/// splitmix64.c.
constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// floor(bits * count / 2^64): a number in [0, count), without floating point.
constexpr std::uint64_t below(std::uint64_t bits, std::uint64_t count) noexcept {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(bits) * count >> 64);
}

/// 53 random bits as a double in [0, 1); exact on every IEEE machine.
constexpr double unit(std::uint64_t bits) noexcept {
  return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

/// A number in [0, count) that favours small ones: density falls as 1 / sqrt(x), so the most
/// frequent of `count` has a share of 1 / sqrt(count). Needs no table (count below 2^32).
constexpr std::uint64_t skewed_below(std::uint64_t bits, std::uint64_t count) noexcept {
  const std::uint64_t root = bits >> 32;  // u of [0, 1) in 32 bits; u * u has the density wanted
  return below(root * root, count);
}

/// The random numbers of one row: a pure function of (seed, row, column), so that any range of rows
/// can be made alone and in any order.
class RowRandom {
 public:
  static constexpr std::uint64_t columns = 64;  ///< columns below this are independent

  constexpr RowRandom(std::uint64_t seed, std::uint64_t row) noexcept
      : base_(mix(seed) + row * columns) {}

  constexpr std::uint64_t bits(std::uint64_t column) const noexcept { return mix(base_ + column); }
  constexpr std::uint64_t below(std::uint64_t column, std::uint64_t count) const noexcept {
    return generate::below(bits(column), count);
  }
  constexpr std::uint64_t skewed(std::uint64_t column, std::uint64_t count) const noexcept {
    return skewed_below(bits(column), count);
  }
  /// True in `percent` of a hundred rows.
  constexpr bool chance(std::uint64_t column, std::uint64_t percent) const noexcept {
    return below(column, 100) < percent;
  }

 private:
  std::uint64_t base_;
};

/// A random number that belongs to a thing (a user, a device) instead of a row.
constexpr std::uint64_t of_thing(std::uint64_t seed, std::uint64_t kind,
                                 std::uint64_t thing) noexcept {
  return mix(mix(mix(seed) ^ kind) + thing);
}

/// The position of x after a pseudo-random permutation of [0, count), found without a table: a
/// Feistel network over the next even number of bits, walked until it lands inside (Black and
/// Rogaway, "Ciphers with arbitrary finite domains", CT-RSA 2002). x < count.
std::uint64_t permute(std::uint64_t seed, std::uint64_t x, std::uint64_t count) noexcept;

}  // namespace shardsweep::generate
