// What the CUDA executor decides on the host: how keys are packed, in which order they are
// evaluated, how memory is divided.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "kernels/cuda/carver.hpp"
#include "kernels/cuda/key_plan.hpp"
#include "kernels/cuda/layout.hpp"
#include "kernels/cuda/node_order.hpp"
#include "tests/support/data_set.hpp"

namespace shardsweep::kernels::cuda {
namespace {

using testing::ElementsAre;

Columns columns_with(std::uint32_t rows, const std::vector<ColumnView>& views) {
  return {rows, views, {}};
}

TEST(KeyPlan, PacksInMixedRadixWithTheFirstColumnOnTop) {
  const std::vector<ColumnView> views = {{{}, 3}, {{}, 1}, {{}, 10}, {{}, 7}};
  const KeyPlan key = plan_key({0, 1, 2, 3}, columns_with(100, views), std::vector<bool>(4));
  ASSERT_EQ(key.steps.size(), 1u);
  const auto& parts = key.steps[0].parts;
  ASSERT_EQ(parts.size(), 3u) << "a column of one value is left out";
  EXPECT_EQ(parts[0].stride, 70u);
  EXPECT_EQ(parts[1].stride, 7u);
  EXPECT_EQ(parts[2].stride, 1u);
  EXPECT_EQ(key.steps[0].bits, 8) << "210 keys";
  EXPECT_FALSE(key.wide());
  EXPECT_FALSE(key.unique_column);
}

TEST(KeyPlan, AllOf64BitsAreUsedBeforeGroupsAreNumbered) {
  const std::vector<ColumnView> views = {{{}, 1u << 31}, {{}, 1u << 31}, {{}, 4}, {{}, 2}};
  const Columns columns = columns_with(1000, views);
  const KeyPlan full = plan_key({0, 1, 2}, columns, std::vector<bool>(4));
  ASSERT_EQ(full.steps.size(), 1u);
  EXPECT_EQ(full.steps[0].bits, 64);
  const KeyPlan wider = plan_key({0, 1, 2, 3}, columns, std::vector<bool>(4));
  ASSERT_EQ(wider.steps.size(), 2u);
  EXPECT_EQ(wider.steps[0].parts.size(), 3u);
  ASSERT_EQ(wider.steps[1].parts.size(), 2u);
  EXPECT_EQ(wider.steps[1].parts[0].column, KeyPart::numbers);
  EXPECT_EQ(wider.steps[1].parts[0].stride, 2u);
  EXPECT_EQ(wider.steps[1].bits, 11) << "2,000 keys";
}

TEST(KeyPlan, AUniqueColumnEndsTheKey) {
  Plan plan;
  plan.nodes = {{-1, 0, 0}, {0, 1, 0}, {1, 2, 0}, {-1, 1, 0}, {3, 0, 0}};
  const std::vector<bool> unique = {false, true, false};
  EXPECT_THAT(key_columns(plan, 2, unique), ElementsAre(0, 1));
  EXPECT_THAT(key_columns(plan, 4, unique), ElementsAre(1));
  const std::vector<ColumnView> views = {{{}, 3}, {{}, 50}, {{}, 7}};
  const Columns columns = columns_with(50, views);
  EXPECT_EQ(plan_key({1}, columns, unique).unique_column, 1u);
  EXPECT_FALSE(plan_key({0, 1}, columns, unique).unique_column);
}

TEST(NodeOrder, StaysWhereAllColumnsFit) {
  EXPECT_THAT(order_by_columns({{0}, {2}, {1, 0}}, 3), ElementsAre(0, 1, 2));
}

TEST(NodeOrder, KeysThatShareColumnsComeTogether) {
  EXPECT_THAT(order_by_columns({{0, 1}, {2, 3}, {1, 0}, {3, 2}, {0}, {3}}, 2),
              ElementsAre(4, 0, 2, 5, 1, 3));
}

TEST(NodeOrder, NamesEachKeyOnce) {
  const std::uint64_t seed = test::first_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  test::Rng rng(seed);
  std::vector<std::vector<std::uint32_t>> keys(60);
  for (auto& key : keys) {
    for (std::size_t k = 0; k <= rng() % 4; ++k) {
      key.push_back(static_cast<std::uint32_t>(rng() % 9));
    }
  }
  const auto order = order_by_columns(keys, 3);
  EXPECT_EQ(order.size(), keys.size());
  EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), keys.size());
}

TEST(DivideMemory, ColumnsComeBeforeMoreKeysAtOnce) {
  LayoutRequest request;
  request.fixed_bytes = 10;
  request.column_bytes = 100;
  request.columns = 4;
  request.most_lanes = 3;
  const std::uint64_t keys[] = {500, 700, 600};
  const auto with = [&](std::uint64_t budget) {
    request.budget = budget;
    return divide_memory(request, keys);
  };
  EXPECT_FALSE(with(609)) << "not even the smallest key";
  EXPECT_EQ(with(611)->lane_bytes, 500u);
  EXPECT_EQ(with(810)->lane_bytes, 700u);
  EXPECT_EQ(with(810)->places, 1u);
  EXPECT_EQ(with(1010)->places, 3u);
  EXPECT_EQ(with(1109)->lanes, 1u);
  EXPECT_EQ(with(1810)->places, 4u);
  EXPECT_EQ(with(1810)->lanes, 2u);
  EXPECT_EQ(with(100'000)->lanes, 3u);
  EXPECT_EQ(with(100'000)->total_bytes, 10u + 400 + 3 * 700);
}

TEST(Carver, MeasuresWhatItCuts) {
  alignas(256) static char memory[4096];
  Carver measure(nullptr);
  Carver cut(memory);
  EXPECT_EQ(measure.take<char>(3), nullptr);
  EXPECT_EQ(cut.take<char>(3), memory);
  measure.take<std::uint64_t>(2);
  EXPECT_EQ(static_cast<void*>(cut.take<std::uint64_t>(2)), memory + 256);
  EXPECT_EQ(measure.used(), 272u);
  EXPECT_EQ(cut.used(), 272u);
}

}  // namespace
}  // namespace shardsweep::kernels::cuda
