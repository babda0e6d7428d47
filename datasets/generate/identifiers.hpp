#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "datasets/generate/random.hpp"

namespace shardsweep::generate {

/// Sixteen bytes, big-endian as UUIDs are stored.
struct Bytes16 {
  std::array<char, 16> bytes;
  std::string_view view() const noexcept { return {bytes.data(), bytes.size()}; }
};
struct Bytes12 {
  std::array<char, 12> bytes;
  std::string_view view() const noexcept { return {bytes.data(), bytes.size()}; }
};

/// An ObjectId as drivers make it (MongoDB's ObjectId specification): seconds, five bytes that are
/// random per process, a counter of three bytes that starts anywhere. Four processes take turns.
Bytes12 object_id(std::uint64_t seed, std::uint64_t row, std::int64_t milliseconds) noexcept;

/// UUIDs of RFC 9562. Version 7: milliseconds, then random bits.
Bytes16 uuid_v4(std::uint64_t high_bits, std::uint64_t low_bits) noexcept;
Bytes16 uuid_v7(std::int64_t milliseconds, std::uint64_t high_bits,
                std::uint64_t low_bits) noexcept;
/// Version 1: the low 32 bits of a clock of 100 ns come first and wrap every 429.5 seconds; then
/// clock sequence and a node of 48 bits.
Bytes16 uuid_v1(std::int64_t milliseconds, std::uint64_t ticks, std::uint64_t node) noexcept;

/// ULID text (github.com/ulid/spec): 48 bits of milliseconds, 80 random bits, Crockford's base 32.
std::string ulid_text(std::int64_t milliseconds, std::uint64_t high_bits, std::uint64_t low_bits);

/// A snowflake id: 41 bits of milliseconds since 2010-11-04T01:42:54.657Z, 10 of the machine, 12 of
/// a sequence.
std::int64_t snowflake(std::int64_t milliseconds, std::uint64_t machine,
                       std::uint64_t sequence) noexcept;

/// "0123abcd..." of any bytes.
std::string hex_text(std::string_view bytes);
/// "01234567-89ab-cdef-0123-456789abcdef".
std::string uuid_text(std::string_view sixteen_bytes);
/// Decimal digits, zeros in front up to `width`.
std::string padded(std::uint64_t number, std::size_t width);
/// Pieces of text, one after the other.
std::string joined(std::initializer_list<std::string_view> pieces);

}  // namespace shardsweep::generate
