#include "host/values/natural.hpp"

#include <bit>

namespace shardsweep::host {

Natural::Natural(hashing::UInt128 value) noexcept {
  limbs_[0] = static_cast<std::uint64_t>(value);
  limbs_[1] = static_cast<std::uint64_t>(value >> 64);
}

void Natural::multiply(std::uint64_t factor) noexcept {
  std::uint64_t carry = 0;
  for (std::uint64_t& limb : limbs_) {
    const hashing::UInt128 product = hashing::UInt128{limb} * factor + carry;
    limb = static_cast<std::uint64_t>(product);
    carry = static_cast<std::uint64_t>(product >> 64);
  }
}

void Natural::multiply_by_power_of_five(int power) noexcept {
  constexpr int step = 27;  // 5^27 is the largest that fits 64 bits
  constexpr std::uint64_t five_27 = 7450580596923828125;
  for (; power >= step; power -= step) multiply(five_27);
  for (; power > 0; --power) multiply(5);
}

void Natural::shift_left(int bits) noexcept {
  const auto limbs = static_cast<std::size_t>(bits) / 64;
  const int rest = bits % 64;
  for (std::size_t i = limb_count; i-- > 0;) {
    const std::uint64_t upper = i >= limbs ? limbs_[i - limbs] : 0;
    const std::uint64_t lower = i > limbs ? limbs_[i - limbs - 1] : 0;
    limbs_[i] = rest == 0 ? upper : upper << rest | lower >> (64 - rest);
  }
}

int Natural::bit_length() const noexcept {
  for (std::size_t i = limb_count; i-- > 0;) {
    if (limbs_[i] != 0) return static_cast<int>(64 * i) + std::bit_width(limbs_[i]);
  }
  return 0;
}

std::strong_ordering Natural::operator<=>(const Natural& other) const noexcept {
  for (std::size_t i = limb_count; i-- > 0;) {
    if (limbs_[i] != other.limbs_[i]) return limbs_[i] <=> other.limbs_[i];
  }
  return std::strong_ordering::equal;
}

}  // namespace shardsweep::host
