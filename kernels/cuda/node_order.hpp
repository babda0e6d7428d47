#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shardsweep::kernels::cuda {

/// The order in which to evaluate keys (entries: the columns of each) when the device holds only
/// `places` columns: next comes the key that needs fewest columns not there, of equals the first.
/// The order given where all columns fit. O(keys^2 * columns of a key).
std::vector<std::size_t> order_by_columns(const std::vector<std::vector<std::uint32_t>>& keys,
                                          std::size_t places);

}  // namespace shardsweep::kernels::cuda
