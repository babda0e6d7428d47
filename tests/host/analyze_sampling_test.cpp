#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "host/error.hpp"
#include "tests/host/analyze_support.hpp"

namespace shardsweep::host {
namespace {

using namespace test_analyze;
using test::MemoryTable;

// The sample's figures recomputed from their definition.
struct Expected {
  std::vector<std::size_t> rows;  // kept, in key order
  double coefficient = 0;
};

Expected expected_sample(const Values& values, double rate, std::uint64_t limit,
                         std::uint64_t seed) {
  Expected expected;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (static_cast<long double>(splitmix64_at(seed, i)) <
        static_cast<long double>(rate) * 18446744073709551616.0L)
      expected.rows.push_back(i);
  std::stable_sort(expected.rows.begin(), expected.rows.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  if (expected.rows.size() > limit) expected.rows.resize(limit);
  const double n = static_cast<double>(expected.rows.size());
  double mean_y = 0;
  for (const std::size_t row : expected.rows) mean_y += static_cast<double>(row) / n;
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t i = 0; i < expected.rows.size(); ++i) {
    const double x = static_cast<double>(i) - (n - 1) / 2;
    const double y = static_cast<double>(expected.rows[i]) - mean_y;
    xy += x * y, xx += x * x, yy += y * y;
  }
  expected.coefficient = xy / std::sqrt(xx * yy);
  return expected;
}

void expect_sample(const KeyCharacteristics& result, const Values& values,
                   const Expected& expected) {
  EXPECT_EQ(result.num_docs_total, values.size());
  EXPECT_EQ(result.num_docs_sampled, expected.rows.size());
  std::map<std::int64_t, std::uint64_t> counts;
  for (const std::size_t row : expected.rows) ++counts[values[row]];
  EXPECT_EQ(result.num_distinct_values, counts.size());
  for (const ValueCount& common : result.most_common_values)
    EXPECT_EQ(common.documents, counts[bson::ValueView(common.value.fields[0].second).as_int64()]);
  EXPECT_NEAR(result.record_id_correlation.value_or(9), expected.coefficient, 2e-10);
}

TEST(AnalyzeSampling, SamplesByRateAndBySize) {
  for (const std::uint64_t seed : {1u, 2u, 77u}) {
    const Values values = made(5'000, [&](std::int64_t i) { return scrambled(i) % 97 + i / 500; });
    MemoryTable table;
    table.add("a", values);
    Analysis analysis("{a: 1}");
    analysis.options.sampling = {true, 0.3, std::nullopt, seed};
    expect_sample(analysis.run(table), values, expected_sample(values, 0.3, 1'500, seed));
    analysis.options.sampling = {true, std::nullopt, 700, seed};
    expect_sample(analysis.run(table), values, expected_sample(values, 700.0 / 5'000, 700, seed));
  }
}

TEST(AnalyzeSampling, ARateOfOneAndALargeSizeKeepAll) {
  MemoryTable table;
  table.add("a", made(300, scrambled));
  const KeyCharacteristics all = analyze("{a: 1}", table);
  Analysis analysis("{a: 1}");
  for (const SamplingOptions& sampling :
       {SamplingOptions{true, 1.0, std::nullopt, 1}, SamplingOptions{true, std::nullopt, 300, 1},
        SamplingOptions{true, std::nullopt, std::nullopt, 1}}) {
    analysis.options.sampling = sampling;
    const KeyCharacteristics result = analysis.run(table);
    EXPECT_EQ(result.num_docs_sampled, 300u);
    EXPECT_EQ(result.record_id_correlation, all.record_id_correlation);
    EXPECT_EQ(first_values(result), first_values(all));
  }
}

TEST(AnalyzeSampling, AUniqueKeyIsSampledWithoutLooking) {
  MemoryTable table;
  table.add("_id", made(1'000, scrambled));
  Analysis analysis("{_id: 1}");
  analysis.options.sampling = {true, 0.2505, std::nullopt, 1};
  const KeyCharacteristics result = analysis.run(table);
  EXPECT_TRUE(result.is_unique);
  EXPECT_EQ(result.num_docs_sampled, 251u);
  EXPECT_EQ(result.num_distinct_values, 251u);
  EXPECT_EQ(first_values(result)[0], scrambled(0));
}

TEST(AnalyzeSampling, SamplingOptionsTheServerRefuses) {
  MemoryTable table;
  table.add("a", made(1'000, scrambled));
  const auto code = [&](const SamplingOptions& sampling) -> std::string {
    Analysis analysis("{a: 1}");
    analysis.options.sampling = sampling;
    try {
      analysis.run(table);
    } catch (const RefusedError& error) {
      return error.code;
    }
    return "";
  };
  EXPECT_EQ(code({true, 0.5, 10, 1}), "InvalidOptions");
  EXPECT_EQ(code({true, std::nullopt, 4, 1}), "InvalidOptions");
  EXPECT_EQ(code({true, std::nullopt, 5, 1}), "");
  EXPECT_EQ(code({true, 1e-12, std::nullopt, 1}), "7826507");
}

// First outputs of the public splitmix64 (Vigna) for the seeds 0 and 1234567.
TEST(AnalyzeSampling, Splitmix64) {
  EXPECT_EQ(splitmix64_at(0, 0), 0xe220a8397b1dcdafull);
  EXPECT_EQ(splitmix64_at(0, 1), 0x6e789e6aa1b965f4ull);
  EXPECT_EQ(splitmix64_at(1234567, 0), 6457827717110365317ull);
  EXPECT_EQ(splitmix64_at(1234567, 1), 3203168211198807973ull);
}

}  // namespace
}  // namespace shardsweep::host
