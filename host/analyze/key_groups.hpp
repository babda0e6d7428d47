#pragma once

#include <cstdint>
#include <vector>

#include "host/analyze/sampling.hpp"
#include "host/columns/column_table.hpp"
#include "host/key_pattern.hpp"
#include "kernels/executor.hpp"

namespace shardsweep::host {

/// What the server counts of a key.
struct KeyGroups {
  std::uint64_t sampled = 0;
  std::uint64_t distinct = 0;
  std::vector<kernels::Group> top;  ///< documents descending, ties in key order
  double coefficient = 0;           ///< of key order and row numbers, rounded as the server does
};

/// All documents, through the executor.
KeyGroups group_all(const KeyPattern& key, ColumnTable& table, std::uint32_t top,
                    kernels::Executor& executor, const kernels::ExecuteOptions& execution);

/// The sampled documents only: a sort of them in key order, ties in row order.
KeyGroups group_sample(const KeyPattern& key, ColumnTable& table, std::uint32_t top,
                       const Sample& sample);

}  // namespace shardsweep::host
