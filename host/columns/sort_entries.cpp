#include "host/columns/sort_entries.hpp"

#include <algorithm>
#include <cstddef>

namespace shardsweep::host {

void sort_entries(std::span<hwy::K64V64> entries) {
  constexpr std::size_t few = 64;
  if (entries.size() <= few) {
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.key < b.key; });
    return;
  }
  const hwy::Sorter sorter;
  sorter(entries.data(), entries.size(), hwy::SortAscending());
}

}  // namespace shardsweep::host
