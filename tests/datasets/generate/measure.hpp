#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace shardsweep::generate::test {

/// Dense ranks of keys of any ordered type; equal keys share one.
template <class Key>
std::vector<std::uint32_t> ranks_of(const std::vector<Key>& keys) {
  std::vector<Key> sorted = keys;
  std::ranges::sort(sorted);
  const auto tail = std::ranges::unique(sorted);
  sorted.erase(tail.begin(), tail.end());
  std::vector<std::uint32_t> ranks;
  ranks.reserve(keys.size());
  for (const Key& key : keys) {
    const auto at = std::ranges::lower_bound(sorted, key);
    ranks.push_back(static_cast<std::uint32_t>(at - sorted.begin()));
  }
  return ranks;
}

/// Ranks of a compound key.
template <class First, class Second>
std::vector<std::uint32_t> ranks_of(const std::vector<First>& first,
                                    const std::vector<Second>& second) {
  const auto left = ranks_of(first);
  const auto right = ranks_of(second);
  std::vector<std::uint64_t> both;
  for (std::size_t i = 0; i < left.size(); ++i) {
    both.push_back(std::uint64_t{left[i]} << 32 | right[i]);
  }
  return ranks_of(both);
}

template <class Key>
std::size_t distinct(const std::vector<Key>& keys) {
  return std::set<Key>(keys.begin(), keys.end()).size();
}

/// Shares of all documents by value, largest first.
template <class Key>
std::vector<double> shares(const std::vector<Key>& keys) {
  std::map<Key, std::uint64_t> counts;
  for (const Key& key : keys) ++counts[key];
  std::vector<double> result;
  for (const auto& [key, count] : counts) {
    result.push_back(static_cast<double>(count) / static_cast<double>(keys.size()));
  }
  std::ranges::sort(result, std::greater{});
  return result;
}

/// Share of neighbours of which the second is greater.
template <class Key>
double rising_share(const std::vector<Key>& keys) {
  std::size_t rising = 0;
  for (std::size_t i = 1; i < keys.size(); ++i) rising += keys[i - 1] < keys[i];
  return static_cast<double>(rising) / static_cast<double>(keys.size() - 1);
}

/// Spearman's coefficient of ranks with row order, ties averaged.
double correlation_with_rows(const std::vector<std::uint32_t>& ranks);

/// One window of arrivals put into the 128 even ranges of all earlier documents.
struct Window {
  double hottest_range = 0;       ///< largest share in one range
  double hottest_shard = 0;       ///< in 32 neighbouring ranges: one of four shards
  std::size_t growth_points = 0;  ///< least ranges that take 90 %
};

/// The last `windows` - 1 of equal windows over the rows, in order.
std::vector<Window> windows_of(const std::vector<std::uint32_t>& ranks, std::size_t windows = 100);

/// Median of each figure over the windows.
Window median_window(const std::vector<std::uint32_t>& ranks);

}  // namespace shardsweep::generate::test
