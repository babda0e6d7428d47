#pragma once

#include <cstdint>

#include "kernels/plan.hpp"

namespace shardsweep::kernels::cpu {

/// What must travel with each key through partition and sort; each level includes those before it.
enum class Carry {
  counts,  ///< nothing: groups are counted
  bytes,   ///< the document's bytes
  rows,    ///< and its row, summed by group
  order,   ///< and rows one by one, ascending inside a group
};

/// The least that serves a set of wants.
constexpr Carry carry_of(std::uint32_t wants) {
  if (wants & (want_monotonicity | want_windows)) return Carry::order;
  if (wants & want_correlation) return Carry::rows;
  if (wants & (want_heaviest | want_oversized | want_ranges)) return Carry::bytes;
  return Carry::counts;
}

}  // namespace shardsweep::kernels::cpu
