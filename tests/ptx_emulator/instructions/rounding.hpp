// IEEE rounding as PTX names it.
#pragma once

#include <cfenv>
#include <cmath>

#include "tests/ptx_emulator/syntax.hpp"

namespace shardsweep::ptx {

enum class Rounding : u8 { nearest, zero, down, up };

inline Rounding rounding_of(const Statement& s) {
  if (s.has("rz") || s.has("rzi")) return Rounding::zero;
  if (s.has("rm") || s.has("rmi")) return Rounding::down;
  if (s.has("rp") || s.has("rpi")) return Rounding::up;
  return Rounding::nearest;
}

/// The host's rounding mode while it lives. What is computed under it must be volatile, for the
/// compiler does not know that the mode matters.
class RoundingScope {
 public:
  explicit RoundingScope(Rounding rounding) {
    if (rounding != Rounding::nearest) std::fesetround(mode(rounding));
    changed_ = rounding != Rounding::nearest;
  }
  ~RoundingScope() {
    if (changed_) std::fesetround(FE_TONEAREST);
  }
  RoundingScope(const RoundingScope&) = delete;
  RoundingScope& operator=(const RoundingScope&) = delete;

 private:
  static int mode(Rounding rounding) {
    if (rounding == Rounding::zero) return FE_TOWARDZERO;
    return rounding == Rounding::down ? FE_DOWNWARD : FE_UPWARD;
  }
  bool changed_ = false;
};

/// The whole number that `value` rounds to.
inline double round_to_whole(double value, Rounding rounding) {
  switch (rounding) {
    case Rounding::zero:
      return std::trunc(value);
    case Rounding::down:
      return std::floor(value);
    case Rounding::up:
      return std::ceil(value);
    default:
      return std::nearbyint(value);
  }
}

template <class T>
T flush_subnormal(T value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(T{0}, value) : value;
}

}  // namespace shardsweep::ptx
