// The types and state spaces of PTX, as far as the emulator knows them.
// Source of all rules here and below: "Parallel Thread Execution ISA", NVIDIA.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace shardsweep::ptx {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
// The compiler's extension is the only 128-bit integer there is.
__extension__ using u128 = unsigned __int128;
__extension__ using i128 = __int128;

inline constexpr u32 warp_size = 32;
inline constexpr u32 full_mask = ~u32{0};
/// An index that points nowhere.
inline constexpr u32 absent = ~u32{0};

enum class Kind : u8 { none, bits, unsigned_integer, signed_integer, floating, predicate };

/// A PTX type: how bits are read, and how many bytes they are. Predicates take 4 bytes a warp.
struct Type {
  Kind kind = Kind::none;
  u8 size = 0;
  bool operator==(const Type&) const = default;
};

/// The type named without its dot (`u32`); Kind::none where the word is no type.
Type type_named(std::string_view word);

enum class Space : u8 { generic, global, shared, local, param, constant };

/// Text of an unsigned number in hexadecimal, with 0x.
std::string hex(u64 value);

}  // namespace shardsweep::ptx
