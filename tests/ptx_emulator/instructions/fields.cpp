// Fields of bits, and bytes put in another order.
#include <algorithm>
#include <type_traits>

#include "tests/ptx_emulator/instructions/elementwise.hpp"
#include "tests/ptx_emulator/instructions/groups.hpp"

namespace shardsweep::ptx {

namespace {

template <class T>
constexpr u32 bits_of = 8 * sizeof(T);

/// Bit field extract, with the manual's rule for the sign of fields that reach beyond the top.
template <class T>
void extract_field(Warp& warp, const Insn& insn, u32 mask) {
  using U = std::make_unsigned_t<T>;
  U* d = warp.slot<U>(insn.out[0]);
  const U* a = warp.slot<U>(insn.in[0]);
  const u32* position = warp.slot<u32>(insn.in[1]);
  const u32* length = warp.slot<u32>(insn.in[2]);
  each_lane(mask, [=](u32 lane) {
    const u32 from = position[lane] & 255;
    const u32 count = length[lane] & 255;
    const u32 top = bits_of<T> - 1;
    const bool sign =
        std::is_signed_v<T> && count != 0 && (a[lane] >> std::min(from + count - 1, top) & 1) != 0;
    U field = 0;
    for (u32 i = 0; i <= top; ++i) {
      const bool bit = i < count && from + i <= top ? (a[lane] >> (from + i) & 1) != 0 : sign;
      field = static_cast<U>(field | U{bit} << i);
    }
    d[lane] = field;
  });
}

/// Ones from bit a on, b of them. A position or width from 32 on wraps, or is clamped.
template <bool clamp>
struct BitMask {
  u32 operator()(u32 a, u32 b) const {
    if (clamp && a >= 32) return 0;
    const u32 from = ~0u << (a % 32);
    const u32 end = a % 32 + b % 32;
    if (end >= 32 || (clamp && b >= 32)) return from;
    return from & ~(~0u << end);
  }
};

template <class T>
void insert_field(Warp& warp, const Insn& insn, u32 mask) {
  T* d = warp.slot<T>(insn.out[0]);
  const T* a = warp.slot<T>(insn.in[0]);
  const T* b = warp.slot<T>(insn.in[1]);
  const u32* position = warp.slot<u32>(insn.in[2]);
  const u32* length = warp.slot<u32>(insn.in[3]);
  each_lane(mask, [=](u32 lane) {
    const u32 from = position[lane] & 255;
    const u32 count = length[lane] & 255;
    T value = b[lane];
    for (u32 i = 0; i < count && from + i < bits_of<T>; ++i) {
      const T bit = T{1} << (from + i);
      value = (a[lane] >> i & 1) != 0 ? value | bit : value & ~bit;
    }
    d[lane] = value;
  });
}

void permute_bytes(Warp& warp, const Insn& insn, u32 mask) {
  u32* d = warp.slot<u32>(insn.out[0]);
  const u32* low = warp.slot<u32>(insn.in[0]);
  const u32* high = warp.slot<u32>(insn.in[1]);
  const u32* selector = warp.slot<u32>(insn.in[2]);
  each_lane(mask, [=](u32 lane) {
    const u64 both = u64{high[lane]} << 32 | low[lane];
    u32 value = 0;
    for (u32 i = 0; i < 4; ++i) {
      const u32 choice = selector[lane] >> (4 * i) & 15;
      u32 byte = static_cast<u32>(both >> (8 * (choice & 7))) & 255;
      if ((choice & 8) != 0) byte = (byte & 128) != 0 ? 255 : 0;
      value |= byte << (8 * i);
    }
    d[lane] = value;
  });
}

void decode_bfe(Decoder& d, const Statement& s) {
  const Type type = first_type(s);
  const Run run = type.kind == Kind::signed_integer
                      ? (type.size == 4 ? extract_field<i32> : extract_field<i64>)
                      : (type.size == 4 ? extract_field<u32> : extract_field<u64>);
  emit_plain(d, s, run, type.size, {type.size, 4, 4});
}

void decode_bfi(Decoder& d, const Statement& s) {
  const u8 size = first_type(s).size;
  emit_plain(d, s, size == 4 ? insert_field<u32> : insert_field<u64>, size, {size, size, 4, 4});
}

void decode_bmsk(Decoder& d, const Statement& s) {
  const bool wrap = s.has("wrap");
  if (!wrap && !s.has("clamp")) d.fail("bmsk clamps or wraps");
  emit_plain(d, s, wrap ? binary<u32, u32, BitMask<false>> : binary<u32, u32, BitMask<true>>, 4,
             {4, 4});
}

void decode_prmt(Decoder& d, const Statement& s) {
  if (s.words.size() != 2) d.fail("modes of prmt are not known");
  emit_plain(d, s, permute_bytes, 4, {4, 4, 4});
}

}  // namespace

void add_fields(Opcodes& opcodes) {
  opcodes["bfe"] = decode_bfe;
  opcodes["bfi"] = decode_bfi;
  opcodes["bmsk"] = decode_bmsk;
  opcodes["prmt"] = decode_prmt;
}

}  // namespace shardsweep::ptx
