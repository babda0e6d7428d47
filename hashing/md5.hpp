#pragma once

#include <cstdint>
#include <utility>

#include "hashing/host_device.hpp"

/// MD5 (RFC 1321) as MongoDB's hash uses it: only the first eight bytes of the digest are wanted.
/// Host and device; no memory is taken, nothing blocks.
namespace shardsweep::hashing::md5 {

/// The four chaining words.
struct State {
  std::uint32_t a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
};

/// Additive constant of step i (0..63): floor(2^32 * |sin(i + 1)|), RFC 1321 section 3.4.
SHARDSWEEP_HD constexpr std::uint32_t step_constant(int i) {
  constexpr std::uint32_t table[64] = {
      0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613,
      0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193,
      0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d,
      0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed,
      0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122,
      0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
      0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244,
      0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
      0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb,
      0xeb86d391};
  return table[i];
}

/// Left rotation of step i.
SHARDSWEEP_HD constexpr int step_rotation(int i) {
  constexpr int table[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
  return table[i / 16 * 4 + i % 4];
}

/// Message word that step i adds.
SHARDSWEEP_HD constexpr int step_word(int i) {
  if (i < 16) return i;
  if (i < 32) return (5 * i + 1) % 16;
  if (i < 48) return (3 * i + 5) % 16;
  return 7 * i % 16;
}

template <int I>
SHARDSWEEP_HD constexpr std::uint32_t mix(std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  if constexpr (I < 16) return d ^ (b & (c ^ d));
  if constexpr (I < 32) return c ^ (d & (b ^ c));
  if constexpr (I < 48) return b ^ c ^ d;
  return c ^ (b | ~d);
}

template <int I>
SHARDSWEEP_HD constexpr void step(State& s, const std::uint32_t* words) {
  constexpr std::uint32_t constant = step_constant(I);
  constexpr int rotation = step_rotation(I);
  constexpr int word = step_word(I);
  const std::uint32_t sum = s.a + mix<I>(s.b, s.c, s.d) + constant + words[word];
  const std::uint32_t next = s.b + (sum << rotation | sum >> (32 - rotation));
  s = State{s.d, next, s.b, s.c};
}

template <int... I>
SHARDSWEEP_HD constexpr void steps(State& s, const std::uint32_t* words,
                                   std::integer_sequence<int, I...>) {
  (step<I>(s, words), ...);
}

/// Takes one block of 16 little-endian words into the state.
SHARDSWEEP_HD constexpr void compress(State& state, const std::uint32_t* words) {
  State next = state;
  steps(next, words, std::make_integer_sequence<int, 64>{});
  state = State{state.a + next.a, state.b + next.b, state.c + next.c, state.d + next.d};
}

/// The first eight digest bytes as a little-endian int64.
SHARDSWEEP_HD constexpr std::int64_t first_eight(const State& state) {
  return static_cast<std::int64_t>(std::uint64_t{state.b} << 32 | state.a);
}

/// Blocks that a message of `size` bytes takes with its padding (0x80, zeros, eight length bytes).
SHARDSWEEP_HD constexpr std::uint64_t block_count(std::uint64_t size) {
  return (size + 8) / 64 + 1;
}

/// Four message bytes at `offset` as a little-endian word; beyond the message its padding.
SHARDSWEEP_HD constexpr std::uint32_t padded_word(const char* message, std::uint64_t size,
                                                  std::uint64_t offset) {
  if (offset > size) return 0;
  std::uint32_t word = 0;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint64_t at = offset + i;
    if (at > size) break;
    const std::uint32_t byte = at < size ? static_cast<unsigned char>(message[at]) : 0x80u;
    word |= byte << (8 * i);
  }
  return word;
}

/// MongoDB's hash of one value: MD5(seed as int32 | feed), first eight bytes. Any feed length.
SHARDSWEEP_HD constexpr std::int64_t hash_feed(std::int32_t seed, const char* feed,
                                               std::uint64_t size) {
  const std::uint64_t total = size + 4;
  const std::uint64_t blocks = block_count(total);
  State state;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    std::uint32_t words[16] = {};
    for (std::uint32_t i = 0; i < 16; ++i) {
      const std::uint64_t offset = block * 64 + 4 * i;
      words[i] =
          offset == 0 ? static_cast<std::uint32_t>(seed) : padded_word(feed, size, offset - 4);
    }
    if (block + 1 == blocks) {
      words[14] = static_cast<std::uint32_t>(total * 8);
      words[15] = static_cast<std::uint32_t>(total * 8 >> 32);
    }
    compress(state, words);
  }
  return first_eight(state);
}

/// As hash_feed for a value that feeds `canonical` and eight bytes (numbers, dates, timestamps).
SHARDSWEEP_HD constexpr std::int64_t hash_fixed8(std::int32_t seed, std::int32_t canonical,
                                                 std::uint64_t value) {
  const std::uint32_t words[16] = {static_cast<std::uint32_t>(seed),
                                   static_cast<std::uint32_t>(canonical),
                                   static_cast<std::uint32_t>(value),
                                   static_cast<std::uint32_t>(value >> 32),
                                   0x80,
                                   0,
                                   0,
                                   0,
                                   0,
                                   0,
                                   0,
                                   0,
                                   0,
                                   0,
                                   128,
                                   0};
  State state;
  compress(state, words);
  return first_eight(state);
}

}  // namespace shardsweep::hashing::md5
