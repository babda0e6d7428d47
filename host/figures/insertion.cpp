#include <algorithm>

#include "host/figures/parts.hpp"

namespace shardsweep::host {

namespace {

double share(std::uint64_t part, std::uint64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

WindowFigures figures(const kernels::WindowCounts& counts) {
  return {counts.window, share(counts.hottest_range, counts.documents),
          share(counts.hottest_shard, counts.documents), static_cast<double>(counts.growth_points)};
}

double percentile(const std::vector<WindowFigures>& windows, double WindowFigures::*member,
                  std::uint32_t percent) {
  std::vector<double> values;
  values.reserve(windows.size());
  for (const WindowFigures& window : windows) values.push_back(window.*member);
  return nearest_rank(std::move(values), percent);
}

}  // namespace

double nearest_rank(std::vector<double> values, std::uint32_t percent) {
  std::sort(values.begin(), values.end());
  const std::size_t place = (values.size() * percent + 99) / 100;
  return values[std::max<std::size_t>(place, 1) - 1];
}

std::optional<Insertion> insertion_of(const FigureInput& input) {
  if (!input.table.arrival().known) return std::nullopt;
  Insertion insertion;
  for (const kernels::WindowCounts& counts : input.node.windows) {
    if (counts.documents > 0) insertion.windows.push_back(figures(counts));
  }
  if (insertion.windows.empty()) return std::nullopt;
  const auto at = [&](double WindowFigures::*member, std::uint32_t percent) {
    return percentile(insertion.windows, member, percent);
  };
  insertion.median = {0, at(&WindowFigures::hottest_range, 50),
                      at(&WindowFigures::hottest_shard, 50), at(&WindowFigures::growth_points, 50)};
  insertion.worst = {0, at(&WindowFigures::hottest_range, 95),
                     at(&WindowFigures::hottest_shard, 95), at(&WindowFigures::growth_points, 5)};
  if (input.node.distinct > 1) {
    insertion.rank_correlation = rank_correlation(input.table.rows(), input.node.correlation);
  }
  return insertion;
}

}  // namespace shardsweep::host
