#include "tests/kernels/plans.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "tests/support/reference_executor.hpp"

namespace shardsweep::test {
namespace {

std::string to_text(const kernels::Group& group) {
  return "row " + std::to_string(group.first_row) + ": " + std::to_string(group.documents) +
         " documents, " + std::to_string(group.bytes) + " bytes; ";
}

std::string to_text(const std::vector<kernels::Group>& groups) {
  std::string text;
  for (const kernels::Group& group : groups) text += to_text(group);
  return text;
}

std::string to_text(const std::vector<kernels::WindowCounts>& windows) {
  std::string text;
  for (const kernels::WindowCounts& w : windows) {
    text += std::to_string(w.window) + ": " + std::to_string(w.documents) + " " +
            std::to_string(w.hottest_range) + " " + std::to_string(w.hottest_shard) + " " +
            std::to_string(w.growth_points) + "; ";
  }
  return text;
}

void expect_equal(const kernels::NodeResult& expected, const kernels::NodeResult& actual) {
  EXPECT_EQ(expected.distinct, actual.distinct);
  EXPECT_EQ(to_text(expected.top), to_text(actual.top));
  EXPECT_EQ(to_text(expected.heaviest), to_text(actual.heaviest));
  EXPECT_EQ(expected.oversized_count, actual.oversized_count);
  EXPECT_EQ(expected.oversized_documents, actual.oversized_documents);
  EXPECT_EQ(expected.oversized_bytes, actual.oversized_bytes);
  EXPECT_EQ(to_text(expected.oversized), to_text(actual.oversized));
  EXPECT_TRUE(expected.monotonicity == actual.monotonicity);
  EXPECT_TRUE(expected.correlation == actual.correlation);
  EXPECT_TRUE(expected.range_documents == actual.range_documents);
  EXPECT_TRUE(expected.range_bytes == actual.range_bytes);
  EXPECT_EQ(to_text(expected.windows), to_text(actual.windows));
}

kernels::PlanParameters random_parameters(Rng& rng) {
  const auto pick = [&](std::initializer_list<std::uint64_t> choices) {
    return choices.begin()[rng() % choices.size()];
  };
  const auto small = [&](std::initializer_list<std::uint64_t> choices) {
    return static_cast<std::uint32_t>(pick(choices));
  };
  kernels::PlanParameters p;
  p.top = small({0, 1, 5, 10, 100});
  p.ranges = small({1, 2, 100, 1024, 5000});
  p.windows = small({1, 2, 7, 100, 300});
  p.window_ranges = small({1, 3, 128, 200});
  p.window_buckets = small({1, 10, 1000, 16384});
  p.shards = small({1, 2, 3, 4, 10, 500});
  p.oversized_bytes = pick({0, 100, 5000, UINT64_MAX});
  p.oversized_documents = pick({0, 3, 50, UINT64_MAX});
  p.oversized_limit = small({0, 1, 20});
  return p;
}

}  // namespace

std::vector<NodeOutcome> run_plan(kernels::Executor& executor, const kernels::Plan& plan,
                                  const kernels::Columns& columns) {
  std::vector<NodeOutcome> outcomes;
  executor.execute(plan, columns,
                   [&](std::size_t node, kernels::NodeResult&& result) {
                     outcomes.push_back({node, std::move(result)});
                   },
                   {});
  return outcomes;
}

void expect_equal(const std::vector<NodeOutcome>& expected,
                  const std::vector<NodeOutcome>& actual) {
  ASSERT_EQ(expected.size(), actual.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE("node " + std::to_string(expected[i].node));
    ASSERT_EQ(expected[i].node, actual[i].node);
    expect_equal(expected[i].result, actual[i].result);
  }
}

std::vector<NodeOutcome> subset_of(const std::vector<NodeOutcome>& full, std::uint32_t wants) {
  std::vector<NodeOutcome> subset;
  if (wants == 0) return subset;
  for (const NodeOutcome& outcome : full) {
    const kernels::NodeResult& all = outcome.result;
    kernels::NodeResult part;
    if (wants & kernels::want_distinct) part.distinct = all.distinct;
    if (wants & kernels::want_top) part.top = all.top;
    if (wants & kernels::want_heaviest) part.heaviest = all.heaviest;
    if (wants & kernels::want_oversized) {
      part.oversized_count = all.oversized_count;
      part.oversized_documents = all.oversized_documents;
      part.oversized_bytes = all.oversized_bytes;
      part.oversized = all.oversized;
    }
    if (wants & kernels::want_monotonicity) part.monotonicity = all.monotonicity;
    if (wants & kernels::want_correlation) part.correlation = all.correlation;
    if (wants & kernels::want_ranges) {
      part.range_documents = all.range_documents;
      part.range_bytes = all.range_bytes;
    }
    if (wants & kernels::want_windows) part.windows = all.windows;
    subset.push_back({outcome.node, std::move(part)});
  }
  return subset;
}

DataSet values_data(const std::vector<std::int64_t>& values, std::vector<std::uint32_t> sizes) {
  DataSet data;
  data.rows = static_cast<std::uint32_t>(values.size());
  data.owned.push_back(rank_values(values));
  data.sizes = std::move(sizes);
  return data;
}

kernels::Plan single_node_plan(std::uint32_t wants) {
  return chain_plan(1, wants);
}

kernels::Plan chain_plan(std::uint32_t columns, std::uint32_t wants) {
  kernels::Plan plan;
  for (std::uint32_t i = 0; i < columns; ++i) {
    plan.nodes.push_back({static_cast<std::int32_t>(i) - 1, i, wants});
  }
  plan.parameters.oversized_documents = 3;
  return plan;
}

kernels::Plan random_plan(std::uint32_t columns, Rng& rng) {
  kernels::Plan plan;
  plan.parameters = random_parameters(rng);
  std::vector<std::uint32_t> depth;
  for (std::size_t i = 0; i < 9; ++i) {
    const auto parent = static_cast<std::int32_t>(rng() % (i + 1)) - 1;
    const std::uint32_t own = parent < 0 ? 1 : depth[static_cast<std::size_t>(parent)] + 1;
    const bool root = own > 4;
    depth.push_back(root ? 1 : own);
    const auto wants = static_cast<std::uint32_t>(rng() % 3 == 0 ? rng() : UINT64_MAX);
    plan.nodes.push_back({root ? -1 : parent, static_cast<std::uint32_t>(rng() % columns),
                          wants & kernels::want_all});
  }
  return plan;
}

ManyRows& many_rows(std::uint32_t rows) {
  static ManyRows many = [rows] {
    ManyRows made;
    made.data =
        make_data_set({Shape::zipf, Shape::hitter, Shape::uniform}, rows, first_seed() + 99);
    constexpr std::uint32_t all = kernels::want_all;
    made.plan.nodes = {{-1, 0, all}, {0, 1, all}, {-1, 1, 0}, {2, 2, all}};
    made.plan.parameters.oversized_documents = 50;
    ReferenceExecutor reference;
    made.expected = run_plan(reference, made.plan, made.data.columns());
    return made;
  }();
  return many;
}

double coefficient(std::uint64_t n, const kernels::MonotonicitySums& sums) {
  // Both are permutations of 1..n: mean (n + 1) / 2, sum of squared deviations n (n^2 - 1) / 12.
  const auto count = static_cast<long double>(n);
  const long double mean = (count + 1) / 2;
  const long double covariance = static_cast<long double>(sums.sum_xy) - count * mean * mean;
  return static_cast<double>(covariance / (count * (count * count - 1) / 12));
}

}  // namespace shardsweep::test
