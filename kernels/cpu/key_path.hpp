#pragma once

#include <cstddef>
#include <vector>

#include "kernels/columns.hpp"
#include "kernels/plan.hpp"

namespace shardsweep::kernels::cpu {

/// Whether each column the plan uses holds every rank exactly once (checked, not assumed: a column
/// of a part of the rows may repeat ranks although distinct == rows). O(rows) a candidate column.
std::vector<bool> unique_columns(const Plan& plan, const Columns& columns);

/// The columns of a node's key.
struct KeyPath {
  std::vector<ColumnView> columns;  ///< root first, up to and with the first unique one
  bool unique_last = false;         ///< the last of them is unique
};

/// What follows a unique column changes neither groups nor order and is left out.
KeyPath key_path(const Plan& plan, const Columns& columns, std::size_t node,
                 const std::vector<bool>& unique);

}  // namespace shardsweep::kernels::cpu
