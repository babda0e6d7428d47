#include "host/candidates/same_order.hpp"

#include <algorithm>
#include <vector>

namespace shardsweep::host {

namespace {

/// Two rows that contradict "value is a rising function of `of`".
bool contradict(const FieldColumn& value, const FieldColumn& of, std::size_t i, std::size_t j) {
  if (of.ranks[i] > of.ranks[j]) std::swap(i, j);
  if (of.ranks[i] == of.ranks[j]) return value.ranks[i] != value.ranks[j];
  return value.ranks[i] > value.ranks[j];
}

/// Neighbours, and rows half the collection apart.
bool contradicted_by_a_look(const FieldColumn& value, const FieldColumn& of) {
  constexpr std::size_t looks = 64;
  const std::size_t rows = of.ranks.size();
  const std::size_t step = std::max<std::size_t>(1, rows / looks);
  for (std::size_t i = 0; i + 1 < rows; i += step)
    if (contradict(value, of, i, i + 1) || contradict(value, of, i, (i + rows / 2) % rows))
      return true;
  return false;
}

}  // namespace

bool is_rising_function(const FieldColumn& value, const FieldColumn& of) {
  if (value.distinct > of.distinct || contradicted_by_a_look(value, of)) return false;
  constexpr std::uint32_t unseen = UINT32_MAX;
  std::vector<std::uint32_t> value_at(of.distinct, unseen);
  for (std::size_t row = 0; row < of.ranks.size(); ++row) {
    std::uint32_t& slot = value_at[of.ranks[row]];
    if (slot == unseen) slot = value.ranks[row];
    if (slot != value.ranks[row]) return false;
  }
  return std::is_sorted(value_at.begin(), value_at.end());
}

}  // namespace shardsweep::host
