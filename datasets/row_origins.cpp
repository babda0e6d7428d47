#include "datasets/row_origins.hpp"

#include <algorithm>

namespace shardsweep::datasets {

std::string RowOrigins::describe(std::uint64_t row) const {
  if (begins_.size() < 2) return "row " + std::to_string(row);
  // The last that begins there or before: empty inputs begin where the next one does.
  const auto after =
      std::upper_bound(begins_.begin() + 1, begins_.end(), row,
                       [](std::uint64_t at, const auto& begin) { return at < begin.first; });
  const auto& [first_row, input] = *(after - 1);
  return "row " + std::to_string(row - first_row) + " of " + input;
}

}  // namespace shardsweep::datasets
