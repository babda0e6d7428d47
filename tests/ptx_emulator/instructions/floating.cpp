// f32 and f64. Approximations of the device are computed with the host's functions: they are at
// least as exact as the manual asks, and not the same bits.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "tests/ptx_emulator/instructions/elementwise.hpp"
#include "tests/ptx_emulator/instructions/groups.hpp"
#include "tests/ptx_emulator/instructions/rounding.hpp"

namespace shardsweep::ptx {

namespace {

/// Insn::mode: Rounding, and these.
constexpr u8 rounding_bits = 3;
constexpr u8 flushes = 4;
constexpr u8 saturates = 8;

struct Add {
  template <class T>
  T operator()(T a, T b) const {
    return a + b;
  }
};
struct Subtract {
  template <class T>
  T operator()(T a, T b) const {
    return a - b;
  }
};
struct Multiply {
  template <class T>
  T operator()(T a, T b) const {
    return a * b;
  }
};
struct Divide {
  template <class T>
  T operator()(T a, T b) const {
    return a / b;
  }
};
struct Fuse {
  template <class T>
  T operator()(T a, T b, T c) const {
    return std::fma(a, b, c);
  }
};
struct SquareRoot {
  template <class T>
  T operator()(T a) const {
    return std::sqrt(a);
  }
};
struct Reciprocal {
  template <class T>
  T operator()(T a) const {
    return T{1} / a;
  }
};
struct ReciprocalRoot {
  template <class T>
  T operator()(T a) const {
    return T{1} / std::sqrt(a);
  }
};
struct Exponential {
  float operator()(float a) const { return std::exp2(a); }
};
struct Logarithm {
  float operator()(float a) const { return std::log2(a); }
};
struct Sine {
  float operator()(float a) const { return std::sin(a); }
};
struct Cosine {
  float operator()(float a) const { return std::cos(a); }
};
struct HyperbolicTangent {
  float operator()(float a) const { return std::tanh(a); }
};
/// A NaN gives way to the number; -0 is less than +0.
struct Minimum {
  template <class T>
  T operator()(T a, T b) const {
    if (std::isnan(a)) return b;
    if (std::isnan(b)) return a;
    if (a == b) return std::signbit(a) ? a : b;
    return a < b ? a : b;
  }
};
struct Maximum {
  template <class T>
  T operator()(T a, T b) const {
    if (std::isnan(a)) return b;
    if (std::isnan(b)) return a;
    if (a == b) return std::signbit(a) ? b : a;
    return a > b ? a : b;
  }
};
template <class Choice>
struct OrNaN {
  template <class T>
  T operator()(T a, T b) const {
    return std::isnan(a) || std::isnan(b) ? std::numeric_limits<T>::quiet_NaN() : Choice{}(a, b);
  }
};
struct Absolute {
  template <class T>
  T operator()(T a) const {
    return std::fabs(a);
  }
};
struct Negate {
  template <class T>
  T operator()(T a) const {
    return -a;
  }
};
/// The sign of the first and the size of the second.
struct CopySign {
  template <class T>
  T operator()(T a, T b) const {
    return std::copysign(b, a);
  }
};

/// With one, two or three sources; the plain case is vector code.
template <class T, class Op, int sources>
void compute(Warp& warp, const Insn& insn, u32 mask) {
  T* d = warp.slot<T>(insn.out[0]);
  const T* a = warp.slot<T>(insn.in[0]);
  const T* b = sources > 1 ? warp.slot<T>(insn.in[1]) : a;
  const T* c = sources > 2 ? warp.slot<T>(insn.in[2]) : a;
  const auto apply = [](T x, [[maybe_unused]] T y, [[maybe_unused]] T z) {
    if constexpr (sources == 1) return Op{}(x);
    if constexpr (sources == 2) return Op{}(x, y);
    if constexpr (sources == 3) return Op{}(x, y, z);
  };
  if (insn.mode == 0) {
    each_lane(mask, [=](u32 lane) { d[lane] = apply(a[lane], b[lane], c[lane]); });
    return;
  }
  const RoundingScope scope(static_cast<Rounding>(insn.mode & rounding_bits));
  const auto flushed = [&](T x) { return (insn.mode & flushes) != 0 ? flush_subnormal(x) : x; };
  for (; mask != 0; mask &= mask - 1) {
    const u32 lane = first_lane(mask);
    volatile T x = flushed(a[lane]);
    volatile T y = flushed(b[lane]);
    volatile T z = flushed(c[lane]);
    volatile T result = apply(x, y, z);
    T value = flushed(result);
    if ((insn.mode & saturates) != 0) value = !(value > 0) ? T{0} : value > 1 ? T{1} : value;
    d[lane] = value;
  }
}

template <class Op, int sources>
void emit_floating(Decoder& d, const Statement& s) {
  const u8 size = first_type(s).size;
  const Run run = by_size(size, nullptr, compute<float, Op, sources>, compute<double, Op, sources>);
  if (run == nullptr) d.fail("unknown type of this instruction");
  if (s.operands.size() != sources + 1) d.fail("wrong number of operands");
  Insn& insn = d.emit(run);
  d.add_output(insn, s.operands[0], size);
  for (int i = 1; i <= sources; ++i) d.add_input(insn, s.operands[static_cast<u32>(i)], size);
  insn.mode =
      static_cast<u8>(static_cast<u8>(rounding_of(s)) | (s.has("ftz") && size == 4 ? flushes : 0) |
                      (s.has("sat") ? saturates : 0));
}

template <class Op>
void decode_choice(Decoder& d, const Statement& s) {
  if (s.has("NaN")) {
    emit_floating<OrNaN<Op>, 2>(d, s);
  } else {
    emit_floating<Op, 2>(d, s);
  }
}

/// f32 alone: the device's function units.
template <class Op>
void decode_approximation(Decoder& d, const Statement& s) {
  if (first_type(s).size != 4 || s.operands.size() != 2) d.fail("unknown approximation");
  Insn& insn = d.emit(compute<float, Op, 1>);
  d.add_output(insn, s.operands[0], 4);
  d.add_input(insn, s.operands[1], 4);
  insn.mode = s.has("ftz") ? flushes : 0;
}

/// `.approx.ftz.f64` gives the upper half of the result; the lower one is zero.
template <class Op>
void rough(Warp& warp, const Insn& insn, u32 mask) {
  double* d = warp.slot<double>(insn.out[0]);
  const double* a = warp.slot<double>(insn.in[0]);
  each_lane(mask, [=](u32 lane) {
    const u64 upper = ~u64{0} << 32;
    const double cut = std::bit_cast<double>(std::bit_cast<u64>(a[lane]) & upper);
    const double result = flush_subnormal(Op{}(flush_subnormal(cut)));
    d[lane] = std::bit_cast<double>(std::bit_cast<u64>(result) & upper);
  });
}

template <class Op>
void decode_root(Decoder& d, const Statement& s) {
  const bool is_rough = s.has("approx") && first_type(s).size == 8;
  if (!is_rough) return emit_floating<Op, 1>(d, s);
  emit_plain(d, s, rough<Op>, 8, {8});
}

/// testp: Insn::mode is the property.
enum Property : u8 { finite, infinite, number, not_a_number, normal, subnormal };

template <class T>
void test_property(Warp& warp, const Insn& insn, u32 mask) {
  const T* a = warp.slot<T>(insn.in[0]);
  u32& d = *warp.slot<u32>(insn.out[0]);
  each_lane(mask, [&](u32 lane) {
    const int kind = std::fpclassify(a[lane]);
    const bool is_finite = kind != FP_NAN && kind != FP_INFINITE;
    const std::array<bool, 6> answers{is_finite,      kind == FP_INFINITE, kind != FP_NAN,
                                      kind == FP_NAN, kind == FP_NORMAL,   kind == FP_SUBNORMAL};
    d = (d & ~(u32{1} << lane)) | static_cast<u32>(answers.at(insn.mode)) << lane;
  });
}

void decode_testp(Decoder& d, const Statement& s) {
  const u8 size = first_type(s).size;
  Insn& insn =
      emit_plain(d, s, size == 4 ? test_property<float> : test_property<double>, 4, {size});
  const std::array<std::string_view, 6> names{"finite",     "infinite", "number",
                                              "notanumber", "normal",   "subnormal"};
  insn.mode = static_cast<u8>(std::find(names.begin(), names.end(), std::string_view(s.words[1])) -
                              names.begin());
  if (insn.mode == names.size()) d.fail("unknown property");
}

}  // namespace

void decode_floating(Decoder& d, const Statement& s) {
  const std::string& word = s.words[0];
  if (word == "add") return emit_floating<Add, 2>(d, s);
  if (word == "sub") return emit_floating<Subtract, 2>(d, s);
  if (word == "mul") return emit_floating<Multiply, 2>(d, s);
  if (word == "mad") return emit_floating<Fuse, 3>(d, s);
  if (word == "div") return emit_floating<Divide, 2>(d, s);
  if (word == "min") return decode_choice<Minimum>(d, s);
  if (word == "max") return decode_choice<Maximum>(d, s);
  if (word == "abs") return emit_floating<Absolute, 1>(d, s);
  if (word == "neg") return emit_floating<Negate, 1>(d, s);
  d.fail("not known for floating types");
}

void add_floating(Opcodes& opcodes) {
  opcodes["fma"] = emit_floating<Fuse, 3>;
  opcodes["sqrt"] = decode_root<SquareRoot>;
  opcodes["rcp"] = decode_root<Reciprocal>;
  opcodes["rsqrt"] = decode_root<ReciprocalRoot>;
  opcodes["copysign"] = emit_floating<CopySign, 2>;
  opcodes["ex2"] = decode_approximation<Exponential>;
  opcodes["lg2"] = decode_approximation<Logarithm>;
  opcodes["sin"] = decode_approximation<Sine>;
  opcodes["cos"] = decode_approximation<Cosine>;
  opcodes["tanh"] = decode_approximation<HyperbolicTangent>;
  opcodes["testp"] = decode_testp;
}

}  // namespace shardsweep::ptx
