#include "kernels/validate.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/kernels/plans.hpp"

namespace shardsweep::kernels {
namespace {

std::string message_of(const Plan& plan, const Columns& columns) {
  try {
    validate(plan, columns);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Validate, NamesWhatIsWrong) {
  test::DataSet data = test::make_data_set({test::Shape::few, test::Shape::zipf}, 10, 1);
  const Columns columns = data.columns();
  const Plan good = test::chain_plan(2, want_all);
  EXPECT_EQ(message_of(good, columns), "");
  Plan plan = good;
  plan.nodes[0].parent = 1;
  EXPECT_EQ(message_of(plan, columns), "plan node 0: the parent must come before it");
  plan = good;
  plan.nodes[1].column = 2;
  EXPECT_EQ(message_of(plan, columns), "plan node 1: there is no column 2");
  plan = good;
  plan.nodes[1].wants = 1u << 30;
  EXPECT_EQ(message_of(plan, columns), "plan node 1: unknown bits in wants");
  plan = good;
  plan.parameters.window_ranges = 0;
  EXPECT_EQ(message_of(plan, columns), "plan parameter window_ranges must be at least 1");
  Columns short_sizes = columns;
  short_sizes.sizes = short_sizes.sizes.first(9);
  EXPECT_EQ(message_of(good, short_sizes), "sizes must have an entry for every row");
  Columns more_rows = columns;
  more_rows.rows = 11;
  EXPECT_NE(message_of(good, more_rows), "");
}

}  // namespace
}  // namespace shardsweep::kernels
