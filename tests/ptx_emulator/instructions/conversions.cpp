// cvt: between all integers, f32 and f64.
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/ptx_emulator/instructions/elementwise.hpp"
#include "tests/ptx_emulator/instructions/groups.hpp"
#include "tests/ptx_emulator/instructions/rounding.hpp"

namespace shardsweep::ptx {

namespace {

using Lanes = std::array<u64, warp_size>;

/// What a conversion does, packed into Insn::mode; types and widths are in other fields.
constexpr u8 rounding_bits = 3;  ///< Rounding
constexpr u8 saturates = 4;
constexpr u8 to_integer = 8;  ///< .rni and the like: the result is a whole number
constexpr u8 flushes = 16;    ///< .ftz

/// The value of a register as its source type has it, extended to 64 bits.
u64 read_as(Type type, u64 bits) {
  const bool is_signed = type.kind == Kind::signed_integer;
  switch (type.size) {
    case 1:
      return is_signed ? static_cast<u64>(i64{static_cast<i8>(bits)}) : static_cast<u8>(bits);
    case 2:
      return is_signed ? static_cast<u64>(i64{static_cast<i16>(bits)}) : static_cast<u16>(bits);
    case 4:
      return is_signed ? static_cast<u64>(i64{static_cast<i32>(bits)}) : static_cast<u32>(bits);
    default:
      return bits;
  }
}

u64 read_lane(Warp& warp, u32 slot, u8 width, u32 lane) {
  if (width == 2) return warp.slot<u16>(slot)[lane];
  return width == 4 ? warp.slot<u32>(slot)[lane] : warp.slot<u64>(slot)[lane];
}

void write_lane(Warp& warp, u32 slot, u8 width, u32 lane, u64 value) {
  if (width == 2) {
    warp.slot<u16>(slot)[lane] = static_cast<u16>(value);
  } else if (width == 4) {
    warp.slot<u32>(slot)[lane] = static_cast<u32>(value);
  } else {
    warp.slot<u64>(slot)[lane] = value;
  }
}

/// Least and greatest value of an integer type.
i128 least(Type type) {
  return type.kind == Kind::signed_integer ? -(i128{1} << (8 * type.size - 1)) : i128{0};
}
i128 greatest(Type type) {
  const int bits = 8 * type.size - (type.kind == Kind::signed_integer ? 1 : 0);
  return (i128{1} << bits) - 1;
}

i128 clamped(i128 value, Type type) {
  if (value < least(type)) return least(type);
  return value > greatest(type) ? greatest(type) : value;
}

i128 number_of(u64 bits, Type type) {
  return type.kind == Kind::signed_integer ? i128{static_cast<i64>(bits)} : i128{bits};
}

/// Floating to integer: out of range becomes the nearest value, NaN what the manual says.
u64 float_to_integer(double value, Type from, Type to, Rounding rounding) {
  if (std::isnan(value)) {
    if (from.size == 4 && to.size < 8) return 0;
    return u64{1} << (8 * to.size - 1);
  }
  const double whole = round_to_whole(value, rounding);
  if (whole >= 1.8446744073709552e19) return static_cast<u64>(greatest(to));
  if (whole <= -9.223372036854775808e18) return static_cast<u64>(least(to));
  return static_cast<u64>(clamped(static_cast<i128>(whole), to));
}

u64 integer_to_float(u64 bits, Type from, Type to, Rounding rounding) {
  const bool is_signed = from.kind == Kind::signed_integer;
  const RoundingScope scope(rounding);
  if (to.size == 4) {
    volatile i64 s = static_cast<i64>(bits);
    volatile u64 u = bits;
    return std::bit_cast<u32>(is_signed ? static_cast<float>(s) : static_cast<float>(u));
  }
  volatile i64 s = static_cast<i64>(bits);
  volatile u64 u = bits;
  return std::bit_cast<u64>(is_signed ? static_cast<double>(s) : static_cast<double>(u));
}

double float_value(u64 bits, Type type) {
  return type.size == 4 ? double{std::bit_cast<float>(static_cast<u32>(bits))}
                        : std::bit_cast<double>(bits);
}

u64 float_to_float(double value, Type to, u8 mode) {
  const auto rounding = static_cast<Rounding>(mode & rounding_bits);
  if ((mode & to_integer) != 0) value = round_to_whole(value, rounding);
  if ((mode & saturates) != 0) value = !(value > 0) ? 0 : value > 1 ? 1 : value;
  if (to.size == 8) return std::bit_cast<u64>(value);
  const RoundingScope scope(rounding);
  volatile double exact = value;
  const float narrowed = static_cast<float>(exact);
  return std::bit_cast<u32>((mode & flushes) != 0 ? flush_subnormal(narrowed) : narrowed);
}

u64 converted(u64 bits, Type from, Type to, u8 mode) {
  const auto rounding = static_cast<Rounding>(mode & rounding_bits);
  const bool from_float = from.kind == Kind::floating;
  if (from_float && (mode & flushes) != 0 && from.size == 4) {
    bits = std::bit_cast<u32>(flush_subnormal(std::bit_cast<float>(static_cast<u32>(bits))));
  }
  if (to.kind == Kind::floating) {
    return from_float ? float_to_float(float_value(bits, from), to, mode)
                      : integer_to_float(bits, from, to, rounding);
  }
  if (from_float) return float_to_integer(float_value(bits, from), from, to, rounding);
  if ((mode & saturates) != 0) return static_cast<u64>(clamped(number_of(bits, from), to));
  return bits;
}

/// Any conversion. `address_size` and `elements` hold the widths of the registers.
void convert(Warp& warp, const Insn& insn, u32 mask) {
  const Type to = insn.type;
  for (; mask != 0; mask &= mask - 1) {
    const u32 lane = first_lane(mask);
    const u64 bits = read_as(insn.from, read_lane(warp, insn.in[0], insn.address_size, lane));
    const u64 value = read_as(to, converted(bits, insn.from, to, insn.mode));
    write_lane(warp, insn.out[0], insn.elements, lane, value);
  }
}

template <class T>
struct Same {
  T operator()(T a) const { return a; }
};

template <class S>
Run between_integers(u8 to) {
  return by_size(to, unary<u16, S, Same<S>>, unary<u32, S, Same<S>>, unary<u64, S, Same<S>>);
}

/// A plain loop for integers in registers of their own size, which are most conversions.
Run fast_run(Type from, u8 to) {
  if (from.kind == Kind::signed_integer) {
    return from.size == 2   ? between_integers<i16>(to)
           : from.size == 4 ? between_integers<i32>(to)
           : from.size == 8 ? between_integers<i64>(to)
                            : nullptr;
  }
  return from.size == 2   ? between_integers<u16>(to)
         : from.size == 4 ? between_integers<u32>(to)
         : from.size == 8 ? between_integers<u64>(to)
                          : nullptr;
}

void decode_cvt(Decoder& d, const Statement& s) {
  const Type to = first_type(s);
  const Type from = last_type(s);
  const bool known = s.operands.size() == 2 && to.size != 16 && from.size != 16 &&
                     (to.kind != Kind::floating || to.size >= 4) &&
                     (from.kind != Kind::floating || from.size >= 4);
  if (!known || s.has("relu") || s.has("satfinite")) d.fail("unknown conversion");
  const u8 to_width = d.width(s.operands[0], std::max<u8>(to.size, 2));
  const u8 from_width = d.width(s.operands[1], std::max<u8>(from.size, 2));
  if (to_width < to.size || from_width < from.size) d.fail("registers are too narrow");
  const bool integers = to.kind != Kind::floating && from.kind != Kind::floating;
  const bool plain = integers && !s.has("sat") && to_width == to.size && from_width == from.size;
  const Run fast = plain ? fast_run(from, to.size) : nullptr;
  Insn& insn = d.emit(fast != nullptr ? fast : convert);
  d.add_output(insn, s.operands[0], to_width);
  d.add_input(insn, s.operands[1], from_width);
  insn.type = to;
  insn.from = from;
  insn.elements = to_width;
  insn.address_size = from_width;
  const bool whole = s.has("rni") || s.has("rzi") || s.has("rmi") || s.has("rpi");
  insn.mode = static_cast<u8>(static_cast<u8>(rounding_of(s)) | (s.has("sat") ? saturates : 0) |
                              (whole ? to_integer : 0) | (s.has("ftz") ? flushes : 0));
}

}  // namespace

void add_conversions(Opcodes& opcodes) {
  opcodes["cvt"] = decode_cvt;
}

}  // namespace shardsweep::ptx
