#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace shardsweep::extended_json {

/// Bit i of a mark stands for byte i of a block.
inline constexpr std::size_t block_bytes = 64;

#if defined(__SSE2__)

/// 64 bytes of text that can be asked which of them equal a character.
class Block {
 public:
  /// `bytes` must have block_bytes readable bytes.
  explicit Block(const char* bytes) {
    for (std::size_t i = 0; i < 4; ++i) {
      std::memcpy(&quarters_[i], bytes + 16 * i, 16);
    }
  }
  std::uint64_t equal(char wanted) const {
    return mark(_mm_set1_epi8(wanted), _mm_setzero_si128());
  }
  /// Marks `wanted` and the character whose code is 0x20 less: '{' with '[', '}' with ']'.
  std::uint64_t equal_either(char wanted) const {
    return mark(_mm_set1_epi8(wanted), _mm_set1_epi8(0x20));
  }

 private:
  std::uint64_t mark(__m128i wanted, __m128i also) const {
    std::uint64_t marks = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const __m128i equal = _mm_cmpeq_epi8(_mm_or_si128(quarters_[i], also), wanted);
      const auto bits = static_cast<std::uint16_t>(_mm_movemask_epi8(equal));
      marks |= static_cast<std::uint64_t>(bits) << (16 * i);
    }
    return marks;
  }
  __m128i quarters_[4];
};

#else

class Block {
 public:
  explicit Block(const char* bytes) { std::memcpy(bytes_.data(), bytes, block_bytes); }
  std::uint64_t equal(char wanted) const { return mark(wanted, 0); }
  std::uint64_t equal_either(char wanted) const { return mark(wanted, 0x20); }

 private:
  std::uint64_t mark(char wanted, int also) const {
    std::uint64_t marks = 0;
    for (std::size_t i = 0; i < block_bytes; ++i) {
      marks |= static_cast<std::uint64_t>((bytes_[i] | also) == wanted) << i;
    }
    return marks;
  }
  std::array<char, block_bytes> bytes_;
};

#endif

/// Marks every byte from an odd mark up to, not including, the next one: the inside of strings out
/// of their quotes.
inline std::uint64_t between_marks(std::uint64_t marks) {
  for (int shift = 1; shift < 64; shift *= 2) marks ^= marks << shift;
  return marks;
}

/// Marks the bytes that a backslash escapes; `carry` is that of byte 0, then that of byte `size`.
inline std::uint64_t escaped_bytes(std::uint64_t backslashes, std::size_t size, bool& carry) {
  std::uint64_t escaped = carry ? 1 : 0;
  carry = false;
  while ((backslashes &= ~escaped) != 0) {
    const int at = std::countr_zero(backslashes);
    if (at == 63) {
      carry = true;
      break;
    }
    escaped |= std::uint64_t{2} << at;
    backslashes &= backslashes - 1;
  }
  if (size < block_bytes) carry = (escaped >> size & 1U) != 0;
  return escaped;
}

}  // namespace shardsweep::extended_json
