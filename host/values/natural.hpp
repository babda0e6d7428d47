#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "hashing/decimal.hpp"

namespace shardsweep::host {

/// A natural number below 2^1024, for exact comparison of decimal with binary fractions. Nothing is
/// allocated; results beyond the width are the caller's fault.
class Natural {
 public:
  explicit Natural(hashing::UInt128 value) noexcept;

  /// 5^power times this.
  void multiply_by_power_of_five(int power) noexcept;
  void shift_left(int bits) noexcept;
  int bit_length() const noexcept;
  std::strong_ordering operator<=>(const Natural& other) const noexcept;

 private:
  static constexpr std::size_t limb_count = 16;
  void multiply(std::uint64_t factor) noexcept;

  std::array<std::uint64_t, limb_count> limbs_{};  ///< least significant first
};

}  // namespace shardsweep::host
