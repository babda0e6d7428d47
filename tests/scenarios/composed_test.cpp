// Photos of users, with `_id` composed in three ways (scenario `composed`).
//
// Held here: ranged `_id` has one hot end as an ObjectId and as month_id; as user_month_id it has
// none; `{user, uploaded}` gives the same figures, is in one band with it, and stands before the
// derived form concat(user, month, id).
//
// Left to operations: locality of a user's month, and how many ranges an anchored regex reaches,
// with and without flag i or a string collation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/scenarios/scenario.hpp"

namespace shardsweep::tests {
namespace {

using testing::HasSubstr;

void expect_one_hot_end(const host::CandidateResult& candidate) {
  ASSERT_TRUE(candidate.insertion.has_value());
  EXPECT_EQ(candidate.insertion->median.hottest_shard, 1);
  EXPECT_EQ(candidate.insertion->median.growth_points, 1);
  EXPECT_GT(candidate.insertion->rank_correlation, 0.99);
  EXPECT_THAT(condition(candidate, "hotShard"), HasSubstr("rises with time"));
}

TEST(Composed, AnIdThatBeginsWithTimeHasOneHotEnd) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    for (const std::string preset : {"composed", "composed-month-id"}) {
      SCOPED_TRACE(preset + ", " + describe(variant));
      Scenario scenario(preset, variant);
      expect_one_hot_end(scenario.keys({"{_id: 1}"}).run().key("{_id: 1}"));
    }
  }
}

void expect_same_figures(const host::CandidateResult& a, const host::CandidateResult& b) {
  ASSERT_TRUE(a.insertion && b.insertion);
  EXPECT_NEAR(a.insertion->median.hottest_shard, b.insertion->median.hottest_shard, 0.01);
  EXPECT_NEAR(a.insertion->median.growth_points, b.insertion->median.growth_points, 2);
  EXPECT_NEAR(*a.insertion->rank_correlation, *b.insertion->rank_correlation, 0.01);
  EXPECT_NEAR(*a.score, *b.score, 1);
}

TEST(Composed, AnIdThatBeginsWithTheUserEqualsUserAndTime) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("composed-user-month-id", variant);
    scenario.derive("joined", "concat", {"user", "month", "id"});
    scenario.keys({"{_id: 1}", "{user: 1, uploaded: 1}", "{joined: 1}"}).run();
    const auto& id = scenario.key("{_id: 1}");
    const auto& fields = scenario.key("{user: 1, uploaded: 1}");
    const auto& derived = scenario.key("{joined: 1}");
    EXPECT_EQ(id.klass, "sound");
    EXPECT_GE(id.insertion->median.growth_points, 30);
    EXPECT_LT(id.insertion->median.hottest_shard, 0.35);
    EXPECT_LT(std::abs(*id.insertion->rank_correlation), 0.1);
    expect_same_figures(fields, id);
    expect_same_figures(derived, id);
    EXPECT_EQ(fields.band, id.band);
    EXPECT_EQ(derived.band, id.band);
    EXPECT_LT(fields.rank, derived.rank);
    EXPECT_EQ(derived.application_changes.size(), 1U);
    EXPECT_THAT(words(derived), HasSubstr("concat("));
  }
}

}  // namespace
}  // namespace shardsweep::tests
