#include "kernels/cpu/key_path.hpp"

#include <algorithm>

namespace shardsweep::kernels::cpu {
namespace {

bool is_permutation(const ColumnView& column, std::uint32_t rows) {
  if (column.distinct != rows) return false;
  std::vector<std::uint64_t> seen((std::size_t{rows} + 63) / 64);
  for (const std::uint32_t rank : column.ranks) {
    const std::uint64_t bit = std::uint64_t{1} << (rank % 64);
    if (seen[rank / 64] & bit) return false;
    seen[rank / 64] |= bit;
  }
  return true;
}

}  // namespace

std::vector<bool> unique_columns(const Plan& plan, const Columns& columns) {
  std::vector<bool> used(columns.columns.size());
  for (const PlanNode& node : plan.nodes) used[node.column] = true;
  std::vector<bool> unique(columns.columns.size());
  for (std::size_t i = 0; i < unique.size(); ++i) {
    unique[i] = used[i] && is_permutation(columns.columns[i], columns.rows);
  }
  return unique;
}

KeyPath key_path(const Plan& plan, const Columns& columns, std::size_t node,
                 const std::vector<bool>& unique) {
  std::vector<std::uint32_t> path;
  for (auto at = static_cast<std::int32_t>(node); at >= 0;
       at = plan.nodes[static_cast<std::size_t>(at)].parent) {
    path.push_back(plan.nodes[static_cast<std::size_t>(at)].column);
  }
  std::reverse(path.begin(), path.end());
  KeyPath key;
  for (const std::uint32_t column : path) {
    key.columns.push_back(columns.columns[column]);
    key.unique_last = unique[column];
    if (key.unique_last) break;
  }
  return key;
}

}  // namespace shardsweep::kernels::cpu
