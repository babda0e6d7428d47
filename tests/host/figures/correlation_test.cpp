#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "host/figures/figures.hpp"

namespace shardsweep::host {
namespace {

/// Rows (from 0) in key order, ties in row order.
std::vector<std::size_t> key_order(const std::vector<std::uint32_t>& keys) {
  std::vector<std::size_t> rows(keys.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  std::stable_sort(rows.begin(), rows.end(),
                   [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  return rows;
}

kernels::MonotonicitySums monotonicity_sums(const std::vector<std::uint32_t>& keys) {
  kernels::MonotonicitySums sums;
  const auto rows = key_order(keys);
  for (std::size_t x = 0; x < rows.size(); ++x) {
    sums.sum_xy += static_cast<kernels::UInt128>(x + 1) * (rows[x] + 1);
  }
  return sums;
}

/// Twice the averaged rank of every row.
std::vector<std::uint64_t> twofold_ranks(const std::vector<std::uint32_t>& keys) {
  std::vector<std::uint64_t> ranks;
  for (const std::uint32_t key : keys) {
    const auto smaller = std::count_if(keys.begin(), keys.end(), [&](auto k) { return k < key; });
    const auto equal = std::count(keys.begin(), keys.end(), key);
    ranks.push_back(static_cast<std::uint64_t>(2 * smaller + equal + 1));
  }
  return ranks;
}

kernels::CorrelationSums correlation_sums(const std::vector<std::uint32_t>& keys) {
  kernels::CorrelationSums sums;
  const auto ranks = twofold_ranks(keys);
  for (std::size_t row = 0; row < ranks.size(); ++row) {
    sums.sum_r_y += static_cast<kernels::UInt128>(ranks[row]) * (row + 1);
    sums.sum_r_r += static_cast<kernels::UInt128>(ranks[row]) * ranks[row];
  }
  return sums;
}

double pearson(const std::vector<long double>& x, const std::vector<long double>& y) {
  const auto n = static_cast<long double>(x.size());
  const long double mx = std::accumulate(x.begin(), x.end(), 0.0L) / n;
  const long double my = std::accumulate(y.begin(), y.end(), 0.0L) / n;
  long double xy = 0, xx = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mx) * (y[i] - my);
    xx += (x[i] - mx) * (x[i] - mx);
    yy += (y[i] - my) * (y[i] - my);
  }
  return static_cast<double>(xy / std::sqrt(xx * yy));
}

double server(const std::vector<std::uint32_t>& keys) {
  return server_coefficient(keys.size(), monotonicity_sums(keys)).value();
}

std::vector<std::uint32_t> cycle(std::size_t n, std::uint32_t k) {
  std::vector<std::uint32_t> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<std::uint32_t>(i % k);
  return keys;
}

// Expected figures: the server's rule (x = place in key order with ties in record order, y = record
// ids from 1, Pearson, rounded up at ten digits) worked out by hand. Ids of cases/analyze.json in
// the names of the checks.
TEST(ServerCoefficient, KnownSeries) {
  EXPECT_EQ(server({5, 5, 4, 4, 3, 3, 2, 2, 1, 1}), -0.9393939393) << "T04";
  EXPECT_EQ(server(cycle(12, 3)), 0.5384615385) << "T06";
  EXPECT_EQ(server(cycle(1000, 2)), 0.5014985015) << "T07";
  EXPECT_EQ(server(cycle(10, 2)), 0.6363636364);
  EXPECT_EQ(server({1, 2, 3, 4, 5}), 1);
  EXPECT_EQ(server({5, 4, 3, 2, 1}), -1);
}

TEST(ServerCoefficient, FewerThanTwoDocumentsIsNull) {
  EXPECT_FALSE(server_coefficient(0, {}));
  EXPECT_FALSE(server_coefficient(1, {.sum_xy = 1}));
}

TEST(ServerCoefficient, TheLargestCollectionDoesNotOverflow) {
  const kernels::UInt128 n = 4294967294;
  const auto rising = server_coefficient(4294967294, {.sum_xy = n * (n + 1) * (2 * n + 1) / 6});
  EXPECT_EQ(rising, 1.0);
  const auto falling = server_coefficient(4294967294, {.sum_xy = n * (n + 1) * (n + 2) / 6});
  EXPECT_EQ(falling, -1.0);
}

TEST(RankCorrelation, AllEqualOrTooFewIsNull) {
  EXPECT_FALSE(rank_correlation(0, {}));
  EXPECT_FALSE(rank_correlation(1, correlation_sums({7})));
  EXPECT_FALSE(rank_correlation(4, correlation_sums({7, 7, 7, 7})));
}

TEST(RankCorrelation, OrderWithoutTiesIsExact) {
  EXPECT_EQ(rank_correlation(5, correlation_sums({1, 2, 3, 4, 5})), 1.0);
  EXPECT_EQ(rank_correlation(5, correlation_sums({5, 4, 3, 2, 1})), -1.0);
}

TEST(RankCorrelation, BothAgreeWithTheDefinitionOnRandomSeries) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::vector<std::uint32_t> keys(2 + random() % 200);
    const std::uint32_t values = 2 + random() % 50;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      keys[i] = static_cast<std::uint32_t>(random() % values + (seed % 3 == 0 ? i / 4 : 0));
    }
    keys[0] = 1000;  // never all equal
    std::vector<long double> rows(keys.size()), places(keys.size()), ranks(keys.size());
    const auto order = key_order(keys);
    const auto twofold = twofold_ranks(keys);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      rows[i] = static_cast<long double>(i + 1);
      places[order[i]] = static_cast<long double>(i + 1);
      ranks[i] = static_cast<long double>(twofold[i]);
    }
    EXPECT_NEAR(server(keys), pearson(places, rows), 1.5e-10);
    EXPECT_NEAR(rank_correlation(keys.size(), correlation_sums(keys)).value(), pearson(ranks, rows),
                1.5e-10);
  }
}

TEST(Round10, RoundsUpAtTheTenthDigit) {
  EXPECT_EQ(round10(0.63636363636363), 0.6363636364);
  EXPECT_EQ(round10(-0.93939393939393), -0.9393939393);
  EXPECT_EQ(round10(0), 0);
  EXPECT_EQ(round10(1), 1);
}

}  // namespace
}  // namespace shardsweep::host
