#include "kernels/cpu/window_table.hpp"

#include "kernels/rules/window.hpp"

namespace shardsweep::kernels::cpu {

WindowTable::WindowTable(const PlanParameters& parameters, std::uint32_t rows, Pages& storage)
    : windows_(parameters.windows),
      ranges_(parameters.window_ranges),
      shards_(parameters.shards),
      rows_(rows),
      buckets_(parameters.window_buckets),
      window_(parameters.windows, rows),
      bucket_(parameters.window_buckets, rows),
      counts_(static_cast<std::uint32_t*>(storage.reserve(bytes(parameters, rows)))) {}

/// Entry window * ranges + r: arrivals of the window in range r of the documents before it.
std::vector<std::uint32_t> WindowTable::arrivals_by_range() const {
  std::vector<std::uint32_t> arrivals(std::size_t{windows_} * ranges_);
  std::vector<rules::WindowCut> cuts;
  cuts.reserve(windows_);
  for (std::uint32_t w = 0; w < windows_; ++w) {
    cuts.emplace_back(ranges_, w == 0 ? 1 : rules::window_begin(w, windows_, rows_));
  }
  for (std::uint32_t line = 0; line < lines_; ++line) {
    const std::uint32_t* counts = counts_ + std::size_t{line} * windows_;
    std::uint64_t earlier = counts[0];
    for (std::uint32_t w = 1; w < windows_; ++w) {
      const std::uint32_t range = cuts[w].next_bucket(earlier);
      if (counts[w] == 0) continue;
      arrivals[std::size_t{w} * ranges_ + range] += counts[w];
      earlier += counts[w];
    }
  }
  return arrivals;
}

std::vector<WindowCounts> WindowTable::figures() const {
  std::vector<std::uint32_t> arrivals = arrivals_by_range();
  std::vector<WindowCounts> figures;
  for (std::uint32_t w = 1; w < windows_; ++w) {
    const std::uint64_t documents =
        rules::window_begin(w + 1, windows_, rows_) - rules::window_begin(w, windows_, rows_);
    if (documents == 0) continue;
    figures.push_back(
        rules::window_counts(w, documents, &arrivals[std::size_t{w} * ranges_], ranges_, shards_));
  }
  return figures;
}

}  // namespace shardsweep::kernels::cpu
