#include <algorithm>
#include <cmath>

#include "host/figures/figures.hpp"

namespace shardsweep::host {

namespace {

/// Population deviation over the mean, from n x - sum in integers: exactly 0 for equal loads.
long double variation(const std::vector<std::uint64_t>& loads, kernels::UInt128 total) {
  const auto n = static_cast<kernels::Int128>(loads.size());
  long double squares = 0;
  for (const std::uint64_t load : loads) {
    const auto deviation = static_cast<long double>(n * load - static_cast<kernels::Int128>(total));
    squares += deviation * deviation;
  }
  return std::sqrt(squares / static_cast<long double>(n)) / static_cast<long double>(total);
}

/// sum of (2i - n - 1) x_(i) over the loads in ascending order, i from 1.
long double gini_sum(std::vector<std::uint64_t> loads) {
  std::sort(loads.begin(), loads.end());
  const auto n = static_cast<std::int64_t>(loads.size());
  kernels::Int128 sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    sum += static_cast<kernels::Int128>(2 * i + 1 - n) * loads[static_cast<std::size_t>(i)];
  }
  return static_cast<long double>(sum);
}

/// Entropy in nats over ln n; one shard alone is even by definition.
long double normalised_entropy(const std::vector<std::uint64_t>& loads, long double sum) {
  if (loads.size() < 2) return 1;
  long double entropy = 0;
  for (const std::uint64_t load : loads) {
    if (load == 0) continue;
    const long double share = static_cast<long double>(load) / sum;
    entropy -= share * std::log(share);
  }
  return entropy / std::log(static_cast<long double>(loads.size()));
}

}  // namespace

std::optional<Skew> skew_of(const std::vector<std::uint64_t>& loads) {
  kernels::UInt128 total = 0;
  for (const std::uint64_t load : loads) total += load;
  if (total == 0) return std::nullopt;
  const auto n = static_cast<long double>(loads.size());
  const auto sum = static_cast<long double>(total);
  const auto most = static_cast<long double>(*std::max_element(loads.begin(), loads.end()));
  const long double cv = variation(loads, total);
  Skew skew;
  skew.max_over_mean = static_cast<double>(most * n / sum);
  skew.cv = static_cast<double>(cv);
  skew.jain = static_cast<double>(1 / (1 + cv * cv));
  skew.gini = static_cast<double>(gini_sum(loads) / (n * sum));
  skew.entropy = std::clamp(static_cast<double>(normalised_entropy(loads, sum)), 0.0, 1.0);
  return skew;
}

}  // namespace shardsweep::host
