// Logic, shifts, counts.
#include <algorithm>
#include <type_traits>

#include "tests/ptx_emulator/instructions/elementwise.hpp"
#include "tests/ptx_emulator/instructions/groups.hpp"

namespace shardsweep::ptx {

namespace {

template <class T>
struct And {
  T operator()(T a, T b) const { return static_cast<T>(a & b); }
};
template <class T>
struct Or {
  T operator()(T a, T b) const { return static_cast<T>(a | b); }
};
template <class T>
struct Xor {
  T operator()(T a, T b) const { return static_cast<T>(a ^ b); }
};
template <class T>
struct Not {
  T operator()(T a) const { return static_cast<T>(~a); }
};
template <class T>
struct IsZero {
  T operator()(T a) const { return a == 0 ? 1 : 0; }
};

template <class T>
constexpr u32 bits_of = 8 * sizeof(T);

/// Shifts have a 32-bit amount; amounts from the width on give zeros, or signs.
template <class T>
void shift_left(Warp& warp, const Insn& insn, u32 mask) {
  T* d = warp.slot<T>(insn.out[0]);
  const T* a = warp.slot<T>(insn.in[0]);
  const u32* n = warp.slot<u32>(insn.in[1]);
  each_lane(mask, [=](u32 lane) {
    d[lane] = n[lane] >= bits_of<T> ? T{0} : static_cast<T>(a[lane] << n[lane]);
  });
}

template <class T>
void shift_right(Warp& warp, const Insn& insn, u32 mask) {
  T* d = warp.slot<T>(insn.out[0]);
  const T* a = warp.slot<T>(insn.in[0]);
  const u32* n = warp.slot<u32>(insn.in[1]);
  each_lane(mask, [=](u32 lane) {
    const u32 most = bits_of<T> - 1;
    const T shifted = static_cast<T>(a[lane] >> std::min(n[lane], most));
    d[lane] = !std::is_signed_v<T> && n[lane] > most ? T{0} : shifted;
  });
}

template <bool left, bool wrap>
void funnel_shift(Warp& warp, const Insn& insn, u32 mask) {
  u32* d = warp.slot<u32>(insn.out[0]);
  const u32* low = warp.slot<u32>(insn.in[0]);
  const u32* high = warp.slot<u32>(insn.in[1]);
  const u32* n = warp.slot<u32>(insn.in[2]);
  each_lane(mask, [=](u32 lane) {
    const u64 both = u64{high[lane]} << 32 | low[lane];
    const u32 by = wrap ? n[lane] & 31 : std::min(n[lane], u32{32});
    d[lane] = static_cast<u32>(left ? both << by >> 32 : both >> by);
  });
}

template <class T>
struct CountOnes {
  u32 operator()(T a) const { return static_cast<u32>(std::popcount(a)); }
};
template <class T>
struct CountLeadingZeros {
  u32 operator()(T a) const { return static_cast<u32>(std::countl_zero(a)); }
};
template <class T>
struct Reverse {
  T operator()(T a) const {
    T reversed = 0;
    for (u32 i = 0; i < bits_of<T>; ++i) {
      reversed = static_cast<T>(reversed << 1 | (a >> i & 1));
    }
    return reversed;
  }
};
/// The place of the highest bit that differs from the sign; all ones where there is none.
template <class T>
struct FindHighest {
  u32 operator()(T a) const {
    using U = std::make_unsigned_t<T>;
    const U value = static_cast<U>(a < 0 ? ~a : a);
    return value == 0 ? ~u32{0} : bits_of<T> - 1 - static_cast<u32>(std::countl_zero(value));
  }
};
template <class T>
struct FindHighestShift {
  u32 operator()(T a) const {
    const u32 found = FindHighest<T>{}(a);
    return found == ~u32{0} ? found : bits_of<T> - 1 - found;
  }
};

/// Any function of three bits: the table's bit number abc is its value.
void look_up_logic(Warp& warp, const Insn& insn, u32 mask) {
  u32* d = warp.slot<u32>(insn.out[0]);
  const u32* a = warp.slot<u32>(insn.in[0]);
  const u32* b = warp.slot<u32>(insn.in[1]);
  const u32* c = warp.slot<u32>(insn.in[2]);
  const u32 table = *warp.slot<u32>(insn.in[3]);
  each_lane(mask, [=](u32 lane) {
    u32 value = 0;
    for (u32 i = 0; i < 8; ++i) {
      if ((table >> i & 1) == 0) continue;
      value |= ((i & 4) != 0 ? a[lane] : ~a[lane]) & ((i & 2) != 0 ? b[lane] : ~b[lane]) &
               ((i & 1) != 0 ? c[lane] : ~c[lane]);
    }
    d[lane] = value;
  });
}

/// Predicates are one bit a lane.
template <template <class> class Op>
void predicate_binary(Warp& warp, const Insn& insn, u32 mask) {
  const u32 value = Op<u32>{}(*warp.slot<u32>(insn.in[0]), *warp.slot<u32>(insn.in[1]));
  u32& d = *warp.slot<u32>(insn.out[0]);
  d = (d & ~mask) | (value & mask);
}

void predicate_not(Warp& warp, const Insn& insn, u32 mask) {
  u32& d = *warp.slot<u32>(insn.out[0]);
  d = (d & ~mask) | (~*warp.slot<u32>(insn.in[0]) & mask);
}

template <template <class> class Op>
void decode_logic(Decoder& d, const Statement& s) {
  const Type type = first_type(s);
  const Run run = type.kind == Kind::predicate
                      ? predicate_binary<Op>
                      : by_size(type.size, binary<u16, u16, Op<u16>>, binary<u32, u32, Op<u32>>,
                                binary<u64, u64, Op<u64>>);
  Insn& insn = emit_plain(d, s, run, type.size, {type.size, type.size});
  insn.type = type;
  if (s.words[0] == "and") insn.mixing = Mixing::logical_and;
  if (s.words[0] == "or") insn.mixing = Mixing::logical_or;
}

void decode_not(Decoder& d, const Statement& s) {
  const Type type = first_type(s);
  const Run run = type.kind == Kind::predicate
                      ? predicate_not
                      : by_size(type.size, unary<u16, u16, Not<u16>>, unary<u32, u32, Not<u32>>,
                                unary<u64, u64, Not<u64>>);
  emit_plain(d, s, run, type.size, {type.size});
}

void decode_cnot(Decoder& d, const Statement& s) {
  const Type type = first_type(s);
  emit_plain(d, s,
             by_size(type.size, unary<u16, u16, IsZero<u16>>, unary<u32, u32, IsZero<u32>>,
                     unary<u64, u64, IsZero<u64>>),
             type.size, {type.size});
}

void decode_shl(Decoder& d, const Statement& s) {
  const Type type = first_type(s);
  emit_plain(d, s, by_size(type.size, shift_left<u16>, shift_left<u32>, shift_left<u64>), type.size,
             {type.size, 4});
}

void decode_shr(Decoder& d, const Statement& s) {
  const Type type = first_type(s);
  const Run run = type.kind == Kind::signed_integer
                      ? by_size(type.size, shift_right<i16>, shift_right<i32>, shift_right<i64>)
                      : by_size(type.size, shift_right<u16>, shift_right<u32>, shift_right<u64>);
  emit_plain(d, s, run, type.size, {type.size, 4});
}

void decode_shf(Decoder& d, const Statement& s) {
  const Run run = s.has("l")
                      ? (s.has("wrap") ? funnel_shift<true, true> : funnel_shift<true, false>)
                      : (s.has("wrap") ? funnel_shift<false, true> : funnel_shift<false, false>);
  emit_plain(d, s, run, 4, {4, 4, 4});
}

void decode_popc(Decoder& d, const Statement& s) {
  const u8 size = first_type(s).size;
  emit_plain(d, s, size == 4 ? unary<u32, u32, CountOnes<u32>> : unary<u32, u64, CountOnes<u64>>, 4,
             {size});
}

void decode_clz(Decoder& d, const Statement& s) {
  const u8 size = first_type(s).size;
  emit_plain(
      d, s,
      size == 4 ? unary<u32, u32, CountLeadingZeros<u32>> : unary<u32, u64, CountLeadingZeros<u64>>,
      4, {size});
}

void decode_brev(Decoder& d, const Statement& s) {
  const u8 size = first_type(s).size;
  emit_plain(d, s, size == 4 ? unary<u32, u32, Reverse<u32>> : unary<u64, u64, Reverse<u64>>, size,
             {size});
}

template <template <class> class Op>
Run find_run(Type type) {
  const bool is_signed = type.kind == Kind::signed_integer;
  if (type.size == 4) return is_signed ? unary<u32, i32, Op<i32>> : unary<u32, u32, Op<u32>>;
  return is_signed ? unary<u32, i64, Op<i64>> : unary<u32, u64, Op<u64>>;
}

void decode_bfind(Decoder& d, const Statement& s) {
  const Type type = first_type(s);
  emit_plain(d, s,
             s.has("shiftamt") ? find_run<FindHighestShift>(type) : find_run<FindHighest>(type), 4,
             {type.size});
}

void decode_lop3(Decoder& d, const Statement& s) {
  if (s.words.size() != 2) d.fail("lop3 with a predicate is not known");
  emit_plain(d, s, look_up_logic, 4, {4, 4, 4, 4});
}

}  // namespace

void add_bits(Opcodes& opcodes) {
  opcodes["and"] = decode_logic<And>;
  opcodes["or"] = decode_logic<Or>;
  opcodes["xor"] = decode_logic<Xor>;
  opcodes["not"] = decode_not;
  opcodes["cnot"] = decode_cnot;
  opcodes["shl"] = decode_shl;
  opcodes["shr"] = decode_shr;
  opcodes["shf"] = decode_shf;
  opcodes["popc"] = decode_popc;
  opcodes["clz"] = decode_clz;
  opcodes["brev"] = decode_brev;
  opcodes["bfind"] = decode_bfind;
  opcodes["lop3"] = decode_lop3;
}

}  // namespace shardsweep::ptx
