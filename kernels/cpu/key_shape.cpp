#include "kernels/cpu/key_shape.hpp"

#include "kernels/results.hpp"

namespace shardsweep::kernels::cpu {

std::size_t pack(std::span<const ColumnView> columns, KeyShape& shape) {
  shape = KeyShape{};
  std::size_t count = 0;
  for (; count < columns.size(); ++count) {
    const std::uint32_t distinct = columns[count].distinct;
    if (UInt128{shape.domain} * distinct > max_domain && shape.columns.size() >= 2) break;
    if (distinct == 1) continue;
    for (PackedColumn& earlier : shape.columns) earlier.stride *= distinct;
    shape.columns.push_back({columns[count].ranks.data(), 1});
    shape.domain *= distinct;
  }
  return count;
}

}  // namespace shardsweep::kernels::cpu
