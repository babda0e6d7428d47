// Integer arithmetic.
#include <algorithm>
#include <limits>
#include <type_traits>

#include "tests/ptx_emulator/instructions/elementwise.hpp"
#include "tests/ptx_emulator/instructions/groups.hpp"

namespace shardsweep::ptx {

namespace {

template <class T>
using Unsigned = std::make_unsigned_t<T>;

template <class T, class Signed, class Unsigned>
using BySign = std::conditional_t<std::is_signed_v<T>, Signed, Unsigned>;

/// Twice as wide, of the same sign.
template <class T>
using Wide = std::conditional_t<
    sizeof(T) == 2, BySign<T, i32, u32>,
    std::conditional_t<sizeof(T) == 4, BySign<T, i64, u64>, BySign<T, i128, u128>>>;

template <class T>
Wide<T> product(T a, T b) {
  return static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b);
}

// Sums and low products wrap and are the same for signed and unsigned numbers.
template <class T>
struct Add {
  T operator()(T a, T b) const { return static_cast<T>(u64{a} + u64{b}); }
};
template <class T>
struct Subtract {
  T operator()(T a, T b) const { return static_cast<T>(u64{a} - u64{b}); }
};
template <class T>
struct MultiplyLow {
  T operator()(T a, T b) const { return static_cast<T>(u64{a} * u64{b}); }
};
template <class T>
struct MultiplyAddLow {
  T operator()(T a, T b, T c) const { return static_cast<T>(u64{a} * u64{b} + u64{c}); }
};
template <class T>
struct MultiplyHigh {
  T operator()(T a, T b) const { return static_cast<T>(product(a, b) >> (8 * sizeof(T))); }
};
template <class T>
struct MultiplyAddHigh {
  T operator()(T a, T b, T c) const {
    return static_cast<T>(static_cast<u64>(MultiplyHigh<T>{}(a, b)) + static_cast<u64>(c));
  }
};
template <class T>
struct MultiplyWide {
  auto operator()(T a, T b) const { return product(a, b); }
};
template <class T>
struct MultiplyAddWide {
  template <class W>
  W operator()(T a, T b, W c) const {
    return static_cast<W>(static_cast<u64>(product(a, b)) + static_cast<u64>(c));
  }
};
// Division by zero gives all ones on devices; the remainder is the dividend.
template <class T>
struct Divide {
  T operator()(T a, T b) const {
    if (b == 0) return static_cast<T>(~T{0});
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return static_cast<T>(Unsigned<T>{0} - static_cast<Unsigned<T>>(a));
    }
    return static_cast<T>(a / b);
  }
};
template <class T>
struct Remainder {
  T operator()(T a, T b) const {
    if (b == 0) return a;
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return 0;
    }
    return static_cast<T>(a % b);
  }
};
template <class T>
struct Minimum {
  T operator()(T a, T b) const { return std::min(a, b); }
};
template <class T>
struct Maximum {
  T operator()(T a, T b) const { return std::max(a, b); }
};
template <class T>
struct Absolute {
  T operator()(T a) const {
    return a < 0 ? static_cast<T>(Unsigned<T>{0} - static_cast<Unsigned<T>>(a)) : a;
  }
};
template <class T>
struct Negate {
  T operator()(T a) const { return static_cast<T>(u64{0} - u64{a}); }
};
template <template <class> class Op>
Run unary_by_size(Type type) {
  return by_size(type.size, unary<u16, u16, Op<u16>>, unary<u32, u32, Op<u32>>,
                 unary<u64, u64, Op<u64>>);
}

template <template <class> class Op>
Run binary_by_size(Type type) {
  return by_size(type.size, binary<u16, u16, Op<u16>>, binary<u32, u32, Op<u32>>,
                 binary<u64, u64, Op<u64>>);
}

template <template <class> class Op>
Run ternary_by_size(Type type) {
  return by_size(type.size, ternary<u16, u16, Op<u16>>, ternary<u32, u32, Op<u32>>,
                 ternary<u64, u64, Op<u64>>);
}

template <template <class> class Op>
Run binary_by_type(Type type) {
  return type.kind == Kind::signed_integer
             ? by_size(type.size, binary<i16, i16, Op<i16>>, binary<i32, i32, Op<i32>>,
                       binary<i64, i64, Op<i64>>)
             : by_size(type.size, binary<u16, u16, Op<u16>>, binary<u32, u32, Op<u32>>,
                       binary<u64, u64, Op<u64>>);
}

template <template <class> class Op>
Run ternary_by_type(Type type) {
  return type.kind == Kind::signed_integer
             ? by_size(type.size, ternary<i16, i16, Op<i16>>, ternary<i32, i32, Op<i32>>,
                       ternary<i64, i64, Op<i64>>)
             : by_size(type.size, ternary<u16, u16, Op<u16>>, ternary<u32, u32, Op<u32>>,
                       ternary<u64, u64, Op<u64>>);
}

template <template <class> class Op>
Run wide_binary(Type type) {
  const bool is_signed = type.kind == Kind::signed_integer;
  return by_size(type.size, is_signed ? binary<i32, i16, Op<i16>> : binary<u32, u16, Op<u16>>,
                 is_signed ? binary<i64, i32, Op<i32>> : binary<u64, u32, Op<u32>>, nullptr);
}

template <template <class> class Op>
Run wide_ternary(Type type) {
  const bool is_signed = type.kind == Kind::signed_integer;
  return by_size(type.size, is_signed ? ternary<i32, i16, Op<i16>> : ternary<u32, u16, Op<u16>>,
                 is_signed ? ternary<i64, i32, Op<i32>> : ternary<u64, u32, Op<u32>>, nullptr);
}

bool is_floating(const Statement& s) {
  return first_type(s).kind == Kind::floating;
}

template <template <class> class Op>
void decode_sum(Decoder& d, const Statement& s) {
  if (s.has("cc")) return decode_carry(d, s);
  if (is_floating(s)) return decode_floating(d, s);
  if (s.has("sat")) d.fail("saturation is not known here");
  const Type type = first_type(s);
  emit_plain(d, s, binary_by_size<Op>(type), type.size, {type.size, type.size});
}

void decode_mul(Decoder& d, const Statement& s) {
  if (is_floating(s)) return decode_floating(d, s);
  const Type type = first_type(s);
  if (s.has("wide")) {
    const u8 wide = static_cast<u8>(2 * type.size);
    emit_plain(d, s, wide_binary<MultiplyWide>(type), wide, {type.size, type.size});
  } else {
    emit_plain(d, s,
               s.has("hi") ? binary_by_type<MultiplyHigh>(type) : binary_by_size<MultiplyLow>(type),
               type.size, {type.size, type.size});
  }
}

void decode_mad(Decoder& d, const Statement& s) {
  if (s.has("cc")) return decode_carry(d, s);
  if (is_floating(s)) return decode_floating(d, s);
  if (s.has("sat")) d.fail("saturation is not known here");
  const Type type = first_type(s);
  if (s.has("wide")) {
    const u8 wide = static_cast<u8>(2 * type.size);
    emit_plain(d, s, wide_ternary<MultiplyAddWide>(type), wide, {type.size, type.size, wide});
  } else {
    emit_plain(d, s,
               s.has("hi") ? ternary_by_type<MultiplyAddHigh>(type)
                           : ternary_by_size<MultiplyAddLow>(type),
               type.size, {type.size, type.size, type.size});
  }
}

template <template <class> class Op>
void decode_signed_binary(Decoder& d, const Statement& s) {
  if (is_floating(s)) return decode_floating(d, s);
  const Type type = first_type(s);
  emit_plain(d, s, binary_by_type<Op>(type), type.size, {type.size, type.size});
}

void decode_abs(Decoder& d, const Statement& s) {
  if (is_floating(s)) return decode_floating(d, s);
  const Type type = first_type(s);
  emit_plain(d, s,
             by_size(type.size, unary<i16, i16, Absolute<i16>>, unary<i32, i32, Absolute<i32>>,
                     unary<i64, i64, Absolute<i64>>),
             type.size, {type.size});
}

void decode_neg(Decoder& d, const Statement& s) {
  if (is_floating(s)) return decode_floating(d, s);
  const Type type = first_type(s);
  emit_plain(d, s, unary_by_size<Negate>(type), type.size, {type.size});
}

}  // namespace

void add_arithmetic(Opcodes& opcodes) {
  opcodes["add"] = decode_sum<Add>;
  opcodes["sub"] = decode_sum<Subtract>;
  opcodes["mul"] = decode_mul;
  opcodes["mad"] = decode_mad;
  opcodes["div"] = decode_signed_binary<Divide>;
  opcodes["rem"] = decode_signed_binary<Remainder>;
  opcodes["min"] = decode_signed_binary<Minimum>;
  opcodes["max"] = decode_signed_binary<Maximum>;
  opcodes["abs"] = decode_abs;
  opcodes["neg"] = decode_neg;
}

}  // namespace shardsweep::ptx
