#pragma once

// What every executor must do, once. A backend instantiates it with a type that has
//   static constexpr const char* name;                       what Executor::name() must say
//   static constexpr std::uint32_t most_rows;                rows that a test may take at most
//   static constexpr std::uint32_t step;                     1: whole loops; n: every n-th round of
//   long ones std::unique_ptr<kernels::Executor> make();               a fresh executor

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "kernels/error.hpp"
#include "kernels/executor.hpp"
#include "tests/kernels/plans.hpp"
#include "tests/support/data_set.hpp"
#include "tests/support/reference_executor.hpp"

namespace shardsweep::test {

template <typename Backend>
class ExecutorContract : public testing::Test {
 protected:
  Backend backend_;
  std::unique_ptr<kernels::Executor> executor_ = backend_.make();

  /// As many rows as a test would like, or as the backend can take.
  static std::uint32_t rows(std::uint32_t wished) { return std::min(wished, Backend::most_rows); }

  std::vector<NodeOutcome> run(const kernels::Plan& plan, DataSet& data) {
    return run_plan(*executor_, plan, data.columns());
  }

  kernels::NodeResult run_one(const kernels::Plan& plan, DataSet& data) {
    auto outcomes = run(plan, data);
    return outcomes.empty() ? kernels::NodeResult{} : std::move(outcomes.back().result);
  }

  void expect_same_as_reference(const kernels::Plan& plan, DataSet& data) {
    ReferenceExecutor reference;
    SCOPED_TRACE(data.text);
    expect_equal(run_plan(reference, plan, data.columns()), run(plan, data));
  }
};

TYPED_TEST_SUITE_P(ExecutorContract);

TYPED_TEST_P(ExecutorContract, RunsTheBackendThatWasAskedFor) {
  EXPECT_EQ(this->executor_->name(), TypeParam::name);
}

TYPED_TEST_P(ExecutorContract, CountsGroupsByHand) {
  // Keys b a b c a b with sizes 1 2 3 4 5 6: a: rows 1 4, 7 bytes; b: rows 0 2 5, 10; c: row 3, 4.
  DataSet data = values_data({1, 0, 1, 2, 0, 1}, {1, 2, 3, 4, 5, 6});
  kernels::Plan plan = single_node_plan(kernels::want_all);
  plan.parameters.top = 2;
  plan.parameters.ranges = 3;
  plan.parameters.oversized_bytes = 4;
  plan.parameters.oversized_limit = 1;
  const kernels::NodeResult result = this->run_one(plan, data);
  EXPECT_EQ(result.distinct, 3u);
  EXPECT_EQ(result.top, (std::vector<kernels::Group>{{0, 3, 10}, {1, 2, 7}}));
  EXPECT_EQ(result.heaviest, (kernels::Group{0, 3, 10}));
  EXPECT_EQ(result.oversized_count, 2u);
  EXPECT_EQ(result.oversized_documents, 5u) << "a and b";
  EXPECT_EQ(result.oversized_bytes, 17u) << "those that are not listed too";
  EXPECT_EQ(result.oversized, (std::vector<kernels::Group>{{0, 3, 10}}));
  // a has 0 documents below: range 0; b 2: floor(2 * 3 / 6) = 1; c 5: floor(15 / 6) = 2.
  EXPECT_EQ(result.range_documents, (std::vector<std::uint64_t>{2, 3, 1}));
  EXPECT_EQ(result.range_bytes, (std::vector<std::uint64_t>{7, 10, 4}));
  // Key order with ties in row order is rows 2 5 1 3 6 4 (from 1).
  EXPECT_EQ(result.monotonicity.sum_xy, kernels::UInt128{2 + 10 + 3 + 12 + 30 + 24});
  // Twice the average ranks: a 3, b 8, c 12; rows sum to 7, 10, 4.
  EXPECT_EQ(result.correlation.sum_r_y, kernels::UInt128{3 * 7 + 8 * 10 + 12 * 4});
  EXPECT_EQ(result.correlation.sum_r_r, kernels::UInt128{2 * 9 + 3 * 64 + 144});
}

TYPED_TEST_P(ExecutorContract, FollowsTheWindowRuleByHand) {
  // Eight documents, two windows. Window 0 brings keys 10 20 30 40, window 1 brings 5 25 45 46.
  // Final order 5 10 20 25 30 40 45 46, so no two keys share a bucket. The earlier documents cut
  // into 4 ranges: 10 | 20 | 30 | 40. 5 is below all: range 0; 25 is in 20's: 1; 45 and 46: 3.
  DataSet data = values_data({10, 20, 30, 40, 5, 25, 45, 46}, std::vector<std::uint32_t>(8, 1));
  kernels::Plan plan = single_node_plan(kernels::want_windows);
  plan.parameters.windows = 2;
  plan.parameters.window_ranges = 4;
  plan.parameters.shards = 2;
  const kernels::NodeResult result = this->run_one(plan, data);
  ASSERT_EQ(result.windows.size(), 1u);
  EXPECT_EQ(result.windows[0], (kernels::WindowCounts{1, 4, 2, 2, 3}));
}

TYPED_TEST_P(ExecutorContract, RisingKeysGoToTheLastRange) {
  std::vector<std::int64_t> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int64_t>(i);
  DataSet data = values_data(values, std::vector<std::uint32_t>(1000, 1));
  const kernels::NodeResult result = this->run_one(single_node_plan(kernels::want_all), data);
  ASSERT_EQ(result.windows.size(), 99u);
  for (const kernels::WindowCounts& window : result.windows) {
    EXPECT_EQ(window.documents, 10u);
    EXPECT_EQ(window.hottest_range, 10u);
    EXPECT_EQ(window.hottest_shard, 10u);
    EXPECT_EQ(window.growth_points, 1u);
  }
  EXPECT_EQ(coefficient(1000, result.monotonicity), 1.0);
}

TYPED_TEST_P(ExecutorContract, GivesTheServersMonotonicityOfKnownOrders) {
  // Values computed for the server's rule: every document counts, ties in row order.
  struct Case {
    const char* text;
    std::size_t n;
    std::int64_t (*value)(std::int64_t i, std::int64_t n);
    double expected;
  };
  const Case cases[] = {
      {"decreasing", 10, [](std::int64_t i, std::int64_t n) { return n - i; }, -1.0},
      {"decreasing, each value twice", 10,
       [](std::int64_t i, std::int64_t n) { return (n - 1 - i) / 2; }, -0.9393939393},
      {"alternating", 10, [](std::int64_t i, std::int64_t) { return i % 2; }, 0.6363636364},
      {"alternating", 1000, [](std::int64_t i, std::int64_t) { return i % 2; }, 0.5014985015},
      {"i mod 3", 12, [](std::int64_t i, std::int64_t) { return i % 3; }, 0.5384615385},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.text);
    std::vector<std::int64_t> values(c.n);
    for (std::size_t i = 0; i < c.n; ++i) {
      values[i] = c.value(static_cast<std::int64_t>(i), static_cast<std::int64_t>(c.n));
    }
    DataSet data = values_data(values, std::vector<std::uint32_t>(c.n, 1));
    const auto result = this->run_one(single_node_plan(kernels::want_monotonicity), data);
    EXPECT_NEAR(coefficient(c.n, result.monotonicity), c.expected, 1e-10);
  }
}

TYPED_TEST_P(ExecutorContract, NoRowsGiveEmptyResults) {
  DataSet data = make_data_set({Shape::few, Shape::unique}, 0, 1);
  const auto outcomes = this->run(chain_plan(2, kernels::want_all), data);
  ASSERT_EQ(outcomes.size(), 2u);
  kernels::NodeResult empty;
  empty.range_documents.resize(1024);
  empty.range_bytes.resize(1024);
  EXPECT_EQ(outcomes[1].result, empty);
}

TYPED_TEST_P(ExecutorContract, AgreesOnEveryShapeAlone) {
  for (int shape = 0; shape < shape_count; ++shape) {
    for (const std::uint32_t rows : {1u, 2u, 100u, 5000u}) {
      DataSet data = make_data_set({static_cast<Shape>(shape)}, rows, first_seed());
      this->expect_same_as_reference(single_node_plan(kernels::want_all), data);
    }
  }
}

TYPED_TEST_P(ExecutorContract, AgreesOnEveryPairOfShapes) {
  for (int first = 0; first < shape_count; ++first) {
    for (int second = 0; second < shape_count; ++second) {
      if (static_cast<std::uint32_t>(first * shape_count + second) % TypeParam::step != 0) continue;
      DataSet data = make_data_set({static_cast<Shape>(first), static_cast<Shape>(second)}, 3000,
                                   first_seed() + 7);
      this->expect_same_as_reference(chain_plan(2, kernels::want_all), data);
    }
  }
}

TYPED_TEST_P(ExecutorContract, AgreesOnRandomTriesAtEdgeSizes) {
  std::uint64_t seed = first_seed();
  for (const std::uint32_t rows : edge_sizes()) {
    if (rows > TypeParam::most_rows) continue;
    for (int round = 0; round < (rows < 5000 ? 4 : 1); ++round) {
      Rng rng(++seed);
      DataSet data = make_data_set(random_shapes(4, rng), rows, seed, rng() % 8 == 0);
      this->expect_same_as_reference(random_plan(4, rng), data);
    }
  }
}

TYPED_TEST_P(ExecutorContract, AgreesOnKeysWiderThanAWord) {
  for (std::uint64_t seed = first_seed(); seed < first_seed() + 12; ++seed) {
    Rng rng(seed);
    std::vector<Shape> shapes = {Shape::wide, Shape::few,  Shape::wide,
                                 Shape::zipf, Shape::wide, Shape::hitter};
    std::shuffle(shapes.begin(), shapes.end(), rng);
    // Repeated ranks, so that the wide columns alone do not decide.
    DataSet data = make_data_set(shapes, static_cast<std::uint32_t>(500 + rng() % 4000), seed);
    for (OwnedColumn& column : data.owned) {
      for (std::size_t i = 3; i < column.ranks.size(); ++i) {
        if (rng() % 4 != 0) column.ranks[i] = column.ranks[rng() % (i / 3)];
      }
    }
    this->expect_same_as_reference(chain_plan(6, kernels::want_all), data);
  }
}

TYPED_TEST_P(ExecutorContract, ASubsetOfWantsGivesTheSameFields) {
  for (const std::uint32_t rows : {37u, 2000u}) {
    Rng rng(first_seed() + rows);
    DataSet data = make_data_set(random_shapes(3, rng), rows, first_seed() + rows);
    SCOPED_TRACE(data.text);
    kernels::Plan plan = random_plan(3, rng);
    for (kernels::PlanNode& node : plan.nodes) node.wants = kernels::want_all;
    const auto full = this->run(plan, data);
    for (std::uint32_t wants = 0; wants <= kernels::want_all; wants += TypeParam::step) {
      SCOPED_TRACE(wants);
      for (kernels::PlanNode& node : plan.nodes) node.wants = wants;
      expect_equal(subset_of(full, wants), this->run(plan, data));
    }
  }
}

TYPED_TEST_P(ExecutorContract, ASubsetOfWantsGivesTheSameFieldsOfManyRows) {
  const std::vector<Shape> keys[] = {{Shape::zipf, Shape::wide},
                                     {Shape::hitter, Shape::rising},
                                     {Shape::hitter, Shape::part, Shape::few},
                                     {Shape::wide, Shape::wide},
                                     {Shape::wide, Shape::hitter, Shape::wide}};
  for (const std::vector<Shape>& shapes : keys) {
    DataSet data = make_data_set(shapes, this->rows(150'000), first_seed() + 11);
    SCOPED_TRACE(data.text);
    kernels::Plan plan = chain_plan(static_cast<std::uint32_t>(shapes.size()), kernels::want_all);
    const auto full = this->run(plan, data);
    for (const unsigned wants :
         {kernels::want_distinct | kernels::want_top, kernels::want_ranges | kernels::want_heaviest,
          kernels::want_top | kernels::want_oversized, kernels::want_correlation | 0u,
          kernels::want_top | kernels::want_monotonicity, kernels::want_windows | 0u}) {
      SCOPED_TRACE(wants);
      for (kernels::PlanNode& node : plan.nodes) node.wants = wants;
      expect_equal(subset_of(full, wants), this->run(plan, data));
    }
  }
}

TYPED_TEST_P(ExecutorContract, AgreesOnManyRows) {
  ManyRows& many = many_rows(this->rows(1'000'000));
  SCOPED_TRACE(many.data.text);
  expect_equal(many.expected, this->run(many.plan, many.data));
}

TYPED_TEST_P(ExecutorContract, HandsOverInNodeOrderOnTheCallingThread) {
  DataSet data = make_data_set({Shape::few, Shape::zipf, Shape::unique}, 500, first_seed());
  kernels::Plan plan;
  for (std::uint32_t i = 0; i < 30; ++i) {
    plan.nodes.push_back({-1, i % 3, i % 4 == 0 ? 0u : std::uint32_t{kernels::want_distinct}});
  }
  std::vector<std::size_t> nodes;
  const auto sink = [&](std::size_t node, kernels::NodeResult&&) { nodes.push_back(node); };
  const auto caller = std::this_thread::get_id();
  bool same_thread = true;
  this->executor_->execute(plan, data.columns(),
                           [&](std::size_t node, kernels::NodeResult&& result) {
                             same_thread = same_thread && std::this_thread::get_id() == caller;
                             sink(node, std::move(result));
                           },
                           {});
  EXPECT_TRUE(same_thread);
  EXPECT_TRUE(std::is_sorted(nodes.begin(), nodes.end()));
  EXPECT_EQ(nodes.size(), 22u);
}

TYPED_TEST_P(ExecutorContract, AStopEndsTheRunWithoutAnError) {
  DataSet data = make_data_set({Shape::zipf}, 1000, first_seed());
  std::stop_source source;
  source.request_stop();
  std::size_t calls = 0;
  kernels::ExecuteOptions options;
  options.stop = source.get_token();
  this->executor_->execute(
      single_node_plan(kernels::want_all), data.columns(),
      [&](std::size_t, kernels::NodeResult&&) { ++calls; }, options);
  EXPECT_EQ(calls, 0u);
}

TYPED_TEST_P(ExecutorContract, AnExceptionOfTheSinkReachesTheCaller) {
  DataSet data = make_data_set({Shape::zipf}, 1000, first_seed());
  const auto sink = [](std::size_t, kernels::NodeResult&&) { throw std::runtime_error("full"); };
  EXPECT_THROW(
      this->executor_->execute(single_node_plan(kernels::want_all), data.columns(), sink, {}),
      std::runtime_error);
}

REGISTER_TYPED_TEST_SUITE_P(ExecutorContract, RunsTheBackendThatWasAskedFor, CountsGroupsByHand,
                            FollowsTheWindowRuleByHand, RisingKeysGoToTheLastRange,
                            GivesTheServersMonotonicityOfKnownOrders, NoRowsGiveEmptyResults,
                            AgreesOnEveryShapeAlone, AgreesOnEveryPairOfShapes,
                            AgreesOnRandomTriesAtEdgeSizes, AgreesOnKeysWiderThanAWord,
                            ASubsetOfWantsGivesTheSameFields,
                            ASubsetOfWantsGivesTheSameFieldsOfManyRows, AgreesOnManyRows,
                            HandsOverInNodeOrderOnTheCallingThread, AStopEndsTheRunWithoutAnError,
                            AnExceptionOfTheSinkReachesTheCaller);

}  // namespace shardsweep::test
