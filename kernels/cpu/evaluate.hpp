#pragma once

#include <cstdint>
#include <span>

#include "kernels/columns.hpp"
#include "kernels/cpu/scratch.hpp"
#include "kernels/cpu/stop.hpp"
#include "kernels/plan.hpp"
#include "kernels/results.hpp"

namespace shardsweep::kernels::cpu {

/// What evaluating one key needs besides its columns.
struct KeyTask {
  std::span<const ColumnView> path;  ///< the key's columns, root first
  bool unique_last = false;          ///< the path's last column has every rank exactly once
  std::uint32_t wants = 0;
  std::uint32_t rows = 0;  ///< >= 1
  std::span<const std::uint32_t> sizes;
  const PlanParameters& parameters;
};

/// Everything wanted of one key, on the calling thread. Throws Stopped and std::bad_alloc.
NodeResult evaluate(const KeyTask& task, Scratch& scratch, const StopCheck& stop);

/// Bytes evaluate() takes at most. Pure, O(columns).
std::uint64_t evaluate_bytes(const KeyTask& task);

}  // namespace shardsweep::kernels::cpu
