#pragma once

#include "kernels/columns.hpp"
#include "kernels/plan.hpp"

namespace shardsweep::kernels {

/// Checks what every executor relies on: parents before children, columns that exist, spans of
/// `rows` entries, at most 2^32 - 2 rows, and parameters of at least 1 (top and oversized_limit may
/// be 0). Throws std::invalid_argument naming the node, column or parameter. O(nodes + columns);
/// ranks are not read.
void validate(const Plan& plan, const Columns& columns);

}  // namespace shardsweep::kernels
