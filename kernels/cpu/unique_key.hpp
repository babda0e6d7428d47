#pragma once

#include <cstdint>
#include <span>

#include "kernels/cpu/buffer.hpp"
#include "kernels/cpu/stop.hpp"
#include "kernels/plan.hpp"
#include "kernels/results.hpp"

namespace shardsweep::kernels::cpu {

/// Everything wanted of a key without equal values, whose ranks are its places in key order: one
/// pass in arrival order, nothing is moved. ranks: a permutation of 0..n-1, n >= 1.
NodeResult evaluate_unique(std::span<const std::uint32_t> ranks,
                           std::span<const std::uint32_t> sizes, std::uint32_t wants,
                           const PlanParameters& parameters, Pages& window_storage,
                           const StopCheck& stop);

}  // namespace shardsweep::kernels::cpu
