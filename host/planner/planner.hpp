#pragma once

#include <cstdint>
#include <vector>

#include "host/columns/column_table.hpp"
#include "host/key_pattern.hpp"
#include "kernels/columns.hpp"
#include "kernels/plan.hpp"

namespace shardsweep::host {

/// A plan over the columns it needs, and which node answers which key.
struct PlannedKeys {
  kernels::Plan plan;
  std::vector<kernels::ColumnView> columns;  ///< plan column index -> ranks (owned by the table)
  std::vector<std::size_t> node_of_key;
};

/// Puts keys into a prefix trie: keys that share leading fields share nodes. Every key's node wants
/// `wants`. Hashed fields become the table's hashed columns (built here when missing).
PlannedKeys plan_keys(const std::vector<KeyPattern>& keys, ColumnTable& table, std::uint32_t wants,
                      const kernels::PlanParameters& parameters);

}  // namespace shardsweep::host
