#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/cpu/key_shape.hpp"
#include "kernels/cpu/stop.hpp"
#include "kernels/cpu/top_list.hpp"

namespace shardsweep::kernels::cpu {

/// Sets the first row of each listed group in one pass over the keys that ends when all are found.
/// With `sum_bytes` the pass is whole and the groups' bytes are set too. O(rows).
void find_first_rows(const KeyShape& shape, std::uint32_t rows,
                     std::span<const std::uint32_t> sizes, bool sum_bytes,
                     const std::vector<ListedGroup*>& listed, const StopCheck& stop);

}  // namespace shardsweep::kernels::cpu
