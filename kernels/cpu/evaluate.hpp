#pragma once

#include <cstdint>
#include <span>

#include "kernels/columns.hpp"
#include "kernels/cpu/stop.hpp"
#include "kernels/plan.hpp"
#include "kernels/results.hpp"

namespace shardsweep::kernels::cpu {

/// What evaluating one key needs besides its columns.
struct KeyTask {
  std::span<const ColumnView> path;  ///< the key's columns, root first
  bool unique_last = false;          ///< the last column of the path is unique
  std::uint32_t wants = 0;
  std::uint32_t rows = 0;  ///< >= 1
  std::span<const std::uint32_t> sizes;
  const PlanParameters& parameters;
};

/// Everything wanted of one key, on the calling thread. Throws Stopped.
NodeResult evaluate(const KeyTask& task, const StopCheck& stop);

}  // namespace shardsweep::kernels::cpu
