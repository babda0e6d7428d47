// Included once for every SIMD target (hwy/foreach_target.h): no #pragma once.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hashing/md5.hpp"

HWY_BEFORE_NAMESPACE();
namespace shardsweep::hashing {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Words = hn::ScalableTag<std::uint32_t>;
using Vector = hn::Vec<Words>;
constexpr std::size_t lane_count = hn::MaxLanes(Words());
constexpr bool is_avx512 = HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3;  // better is less
/// Independent groups of lanes in flight: each step depends on the one before, so one group alone
/// leaves the execution ports idle. Bounded by the registers (32 with AVX-512, else 16).
constexpr std::size_t fixed_streams = is_avx512 ? 4 : 2;
constexpr std::size_t block_streams = 2;

template <std::size_t Streams>
struct LaneState {
  Vector a[Streams], b[Streams], c[Streams], d[Streams];
};

/// yes where mask has ones, no elsewhere, bit by bit (IfVecThenElse promises that for whole lanes
/// only; the ternary instruction of AVX-512 behind it works on bits).
HWY_INLINE Vector select_bits(Vector mask, Vector yes, Vector no) {
  if constexpr (is_avx512) return hn::IfVecThenElse(mask, yes, no);
  return hn::Xor(no, hn::And(mask, hn::Xor(yes, no)));
}

template <int I>
HWY_INLINE Vector mix(Vector b, Vector c, Vector d) {
  if constexpr (I < 16) return select_bits(b, c, d);
  if constexpr (I < 32) return select_bits(d, b, c);
  if constexpr (I < 48) return hn::Xor3(b, c, d);
  // b | ~d: a select of all ones is one instruction where selects are.
  const Vector ones = hn::Set(Words(), 0xffffffffu);
  if constexpr (is_avx512) return hn::Xor(c, select_bits(d, b, ones));
  return hn::Xor(c, hn::Or(b, hn::Xor(d, ones)));
}

/// Words of a value that feeds eight bytes, seed 0; the padding is folded into the constants.
template <std::size_t Streams>
struct FixedWords {
  Vector canonical;
  Vector low[Streams], high[Streams];

  static constexpr bool varies(int word) { return word >= 1 && word <= 3; }
  static constexpr std::uint32_t folded(int word) {
    return word == 4 ? 0x80 : word == 14 ? 128 : 0;
  }
  template <int Word>
  HWY_INLINE Vector get(std::size_t stream) const {
    if constexpr (Word == 1) return canonical;
    if constexpr (Word == 2) return low[stream];
    return high[stream];
  }
};

/// Sixteen words a lane.
template <std::size_t Streams>
struct BlockWords {
  Vector words[Streams][16];

  static constexpr bool varies(int) { return true; }
  static constexpr std::uint32_t folded(int) { return 0; }
  template <int Word>
  HWY_INLINE Vector get(std::size_t stream) const {
    return words[stream][Word];
  }
};

template <int I, std::size_t Streams, class Source>
HWY_INLINE void step(LaneState<Streams>& s, const Source& source) {
  constexpr int word = md5::step_word(I);
  constexpr std::uint32_t constant = md5::step_constant(I) + Source::folded(word);
  for (std::size_t j = 0; j < Streams; ++j) {
    Vector sum = hn::Add(s.a[j], hn::Set(Words(), constant));
    if constexpr (Source::varies(word)) sum = hn::Add(sum, source.template get<word>(j));
    sum = hn::Add(sum, mix<I>(s.b[j], s.c[j], s.d[j]));
    const Vector next = hn::Add(hn::RotateRight<32 - md5::step_rotation(I)>(sum), s.b[j]);
    s.a[j] = s.d[j];
    s.d[j] = s.c[j];
    s.c[j] = s.b[j];
    s.b[j] = next;
  }
}

template <std::size_t Streams, class Source, int... I>
HWY_INLINE void steps(LaneState<Streams>& s, const Source& source,
                      std::integer_sequence<int, I...>) {
  (step<I>(s, source), ...);
}

template <std::size_t Streams>
HWY_INLINE LaneState<Streams> initial() {
  constexpr md5::State start;
  LaneState<Streams> s;
  for (std::size_t j = 0; j < Streams; ++j) {
    s.a[j] = hn::Set(Words(), start.a);
    s.b[j] = hn::Set(Words(), start.b);
    s.c[j] = hn::Set(Words(), start.c);
    s.d[j] = hn::Set(Words(), start.d);
  }
  return s;
}

template <std::size_t Streams, class Source>
HWY_INLINE LaneState<Streams> compress(const LaneState<Streams>& s, const Source& source) {
  LaneState<Streams> next = s;
  steps(next, source, std::make_integer_sequence<int, 64>{});
  for (std::size_t j = 0; j < Streams; ++j) {
    next.a[j] = hn::Add(next.a[j], s.a[j]);
    next.b[j] = hn::Add(next.b[j], s.b[j]);
    next.c[j] = hn::Add(next.c[j], s.c[j]);
    next.d[j] = hn::Add(next.d[j], s.d[j]);
  }
  return next;
}

}  // namespace HWY_NAMESPACE
}  // namespace shardsweep::hashing
HWY_AFTER_NAMESPACE();
