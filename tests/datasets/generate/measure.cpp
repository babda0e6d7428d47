#include "tests/datasets/generate/measure.hpp"

#include <array>
#include <cmath>
#include <iterator>
#include <numeric>

namespace shardsweep::generate::test {
namespace {

constexpr std::size_t range_count = 128;
constexpr std::size_t shards = 4;

// Twice the average position of each rank in sorted order.
std::vector<double> average_positions(const std::vector<std::uint32_t>& ranks) {
  std::vector<double> count(*std::ranges::max_element(ranks) + 1, 0);
  for (const std::uint32_t rank : ranks) ++count[rank];
  std::vector<double> position(count.size());
  double before = 0;
  for (std::size_t rank = 0; rank < count.size(); ++rank) {
    position[rank] = before + (count[rank] - 1) / 2;
    before += count[rank];
  }
  return position;
}

Window figures_of(const std::array<std::size_t, range_count>& counts, std::size_t arrivals) {
  Window window;
  std::array<std::size_t, shards> by_shard{};
  for (std::size_t r = 0; r < range_count; ++r) by_shard[r * shards / range_count] += counts[r];
  auto sorted = counts;
  std::ranges::sort(sorted, std::greater{});
  const auto share = [arrivals](std::size_t part) {
    return static_cast<double>(part) / static_cast<double>(arrivals);
  };
  window.hottest_range = share(sorted[0]);
  window.hottest_shard = share(*std::ranges::max_element(by_shard));
  for (std::size_t taken = 0; taken * 10 < arrivals * 9; ++window.growth_points) {
    taken += sorted[window.growth_points];
  }
  return window;
}

std::size_t range_of(const std::vector<std::uint32_t>& earlier, std::uint32_t rank) {
  const auto above = std::ranges::upper_bound(earlier, rank);
  if (above == earlier.begin()) return 0;
  const auto first = std::ranges::lower_bound(earlier, *(above - 1));
  const auto smaller = static_cast<std::size_t>(first - earlier.begin());
  return std::min(smaller * range_count / earlier.size(), range_count - 1);
}

template <class Figure>
auto median(std::vector<Window> windows, Figure figure) {
  const auto middle = windows.begin() + static_cast<std::ptrdiff_t>((windows.size() - 1) / 2);
  std::ranges::nth_element(windows, middle, {}, figure);
  return (*middle).*figure;
}

}  // namespace

double correlation_with_rows(const std::vector<std::uint32_t>& ranks) {
  const std::vector<double> position = average_positions(ranks);
  const double mean = (static_cast<double>(ranks.size()) - 1) / 2;
  double together = 0;
  double of_ranks = 0;
  double of_rows = 0;
  for (std::size_t row = 0; row < ranks.size(); ++row) {
    const double x = position[ranks[row]] - mean;
    const double y = static_cast<double>(row) - mean;
    together += x * y;
    of_ranks += x * x;
    of_rows += y * y;
  }
  return together / std::sqrt(of_ranks * of_rows);
}

std::vector<Window> windows_of(const std::vector<std::uint32_t>& ranks, std::size_t windows) {
  std::vector<Window> result;
  std::vector<std::uint32_t> earlier;
  for (std::size_t w = 0; w < windows; ++w) {
    const std::size_t first = (w * ranks.size() + windows - 1) / windows;
    const std::size_t last = ((w + 1) * ranks.size() + windows - 1) / windows;
    if (w > 0) {
      std::array<std::size_t, range_count> counts{};
      for (std::size_t row = first; row < last; ++row) ++counts[range_of(earlier, ranks[row])];
      result.push_back(figures_of(counts, last - first));
    }
    const auto at = [&ranks](std::size_t i) {
      return ranks.begin() + static_cast<std::ptrdiff_t>(i);
    };
    const auto old_size = static_cast<std::ptrdiff_t>(earlier.size());
    earlier.insert(earlier.end(), at(first), at(last));
    std::sort(earlier.begin() + old_size, earlier.end());
    std::inplace_merge(earlier.begin(), earlier.begin() + old_size, earlier.end());
  }
  return result;
}

Window median_window(const std::vector<std::uint32_t>& ranks) {
  const std::vector<Window> windows = windows_of(ranks);
  return {median(windows, &Window::hottest_range), median(windows, &Window::hottest_shard),
          median(windows, &Window::growth_points)};
}

}  // namespace shardsweep::generate::test
