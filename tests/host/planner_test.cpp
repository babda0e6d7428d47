#include "host/planner/planner.hpp"

#include <gmock/gmock.h>

#include "tests/support/memory_table.hpp"

namespace shardsweep::host {
namespace {

using test::MemoryTable;

std::vector<KeyPattern> keys(std::initializer_list<const char*> texts) {
  std::vector<KeyPattern> made;
  for (const char* text : texts) made.push_back(parse_key_pattern(text));
  return made;
}

MemoryTable three_columns() {
  MemoryTable table;
  table.add("a", {1, 2, 2, 3});
  table.add("b", {5, 5, 6, 6});
  table.add("c", {9, 8, 7, 6});
  return table;
}

/// The key a node stands for, as plan columns.
std::vector<std::uint32_t> path_of(const kernels::Plan& plan, std::size_t node) {
  std::vector<std::uint32_t> path;
  for (auto at = static_cast<std::int64_t>(node); at >= 0;
       at = plan.nodes[static_cast<std::size_t>(at)].parent)
    path.insert(path.begin(), plan.nodes[static_cast<std::size_t>(at)].column);
  return path;
}

TEST(PlanKeys, SharesPrefixesAndWantsOnlyWhatIsAsked) {
  MemoryTable table = three_columns();
  const PlannedKeys planned =
      plan_keys(keys({"{a:1,b:1}", "{c:1}", "{a:1,c:1}", "{a:1,b:1,c:1}", "{a:1,b:1}"}), table,
                kernels::want_distinct, {});
  ASSERT_EQ(planned.plan.nodes.size(), 5u);
  ASSERT_EQ(planned.columns.size(), 3u);
  EXPECT_EQ(planned.node_of_key[0], planned.node_of_key[4]);
  const std::vector<std::uint32_t> a_b = path_of(planned.plan, planned.node_of_key[0]);
  EXPECT_EQ(a_b.size(), 2u);
  EXPECT_EQ(planned.columns[a_b[0]].ranks.data(), table.find("a")->ranks.data());
  EXPECT_EQ(planned.columns[a_b[1]].ranks.data(), table.find("b")->ranks.data());
  EXPECT_EQ(path_of(planned.plan, planned.node_of_key[3]).size(), 3u);
  for (std::size_t i = 0; i < planned.plan.nodes.size(); ++i) {
    const kernels::PlanNode& node = planned.plan.nodes[i];
    EXPECT_LT(node.parent, static_cast<std::int32_t>(i));
    const bool asked = std::count(planned.node_of_key.begin(), planned.node_of_key.end(), i) > 0;
    EXPECT_EQ(node.wants, asked ? kernels::want_distinct : 0u);
  }
}

TEST(PlanKeys, NumbersDepthFirst) {
  MemoryTable table = three_columns();
  const PlannedKeys planned =
      plan_keys(keys({"{a:1,b:1}", "{b:1}", "{a:1,c:1}", "{a:1}"}), table, kernels::want_top, {});
  EXPECT_EQ(planned.node_of_key, (std::vector<std::size_t>{1, 3, 2, 0}));
}

TEST(PlanKeys, HashedFieldsAreColumnsOfTheirOwn) {
  MemoryTable table = three_columns();
  const PlannedKeys planned =
      plan_keys(keys({"{a:1}", "{a:'hashed'}", "{a:'hashed',b:1}"}), table, kernels::want_all, {});
  ASSERT_EQ(planned.columns.size(), 3u);
  EXPECT_EQ(planned.columns[1].ranks.data(), table.hashed("a").ranks.data());
  EXPECT_EQ(planned.columns[1].distinct, 3u);
  EXPECT_EQ(planned.plan.nodes[planned.node_of_key[2]].parent,
            static_cast<std::int32_t>(planned.node_of_key[1]));
}

TEST(PlanKeys, KeepsParametersAndRefusesUnknownFields) {
  MemoryTable table = three_columns();
  kernels::PlanParameters parameters;
  parameters.ranges = 7;
  EXPECT_EQ(plan_keys({}, table, 0, parameters).plan.parameters.ranges, 7u);
  EXPECT_THROW(plan_keys(keys({"{x:1}"}), table, 0, {}), std::invalid_argument);
  EXPECT_THROW(plan_keys({KeyPattern{}}, table, 0, {}), std::invalid_argument);
}

}  // namespace
}  // namespace shardsweep::host
