// Loops over the lanes of a warp.
#pragma once

#include <bit>

#include "tests/ptx_emulator/types.hpp"

namespace shardsweep::ptx {

/// The lowest lane of a mask that is not 0.
inline u32 first_lane(u32 mask) {
  return static_cast<u32>(std::countr_zero(mask)) & 31;
}

/// Calls f(lane) for the lanes of `mask`. Lanes must not depend on one another: with all lanes the
/// loop becomes vector code.
template <class F>
inline void each_lane(u32 mask, F&& f) {
  if (mask == full_mask) {
#pragma GCC ivdep
    for (u32 lane = 0; lane < warp_size; ++lane) f(lane);
  } else {
    for (; mask != 0; mask &= mask - 1) f(first_lane(mask));
  }
}

}  // namespace shardsweep::ptx
