#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/columns.hpp"
#include "kernels/plan.hpp"

namespace shardsweep::kernels::cuda {

/// One column inside a packed key: rank * stride.
struct KeyPart {
  static constexpr std::uint32_t numbers = UINT32_MAX;  ///< the group numbers of the step before
  std::uint32_t column = 0;
  std::uint64_t stride = 1;
};

/// Columns packed into one integer a row, in mixed radix, so that integer order is key order.
struct KeyStep {
  std::vector<KeyPart> parts;  ///< empty: every key is 0
  int bits = 1;                ///< keys are below 2^bits
};

/// How a key becomes one integer a row: where all columns fit 64 bits in one step; else leading
/// columns are packed and replaced by the numbers of their groups, again and again.
struct KeyPlan {
  std::vector<KeyStep> steps;
  /// The key is this one column, which has every rank exactly once: ranks are places.
  std::optional<std::uint32_t> unique_column;

  bool wide() const;  ///< some step needs more than 32 bits
};

/// The columns of a node's key, root first. What follows a unique column changes neither groups nor
/// order and is left out.
std::vector<std::uint32_t> key_columns(const Plan& plan, std::size_t node,
                                       const std::vector<bool>& unique);

/// Columns of one value are left out of the steps.
KeyPlan plan_key(const std::vector<std::uint32_t>& path, const Columns& columns,
                 const std::vector<bool>& unique);

}  // namespace shardsweep::kernels::cuda
