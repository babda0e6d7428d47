// One document per player, in order, shuffled, and without any time (scenarios `game`, `shuffled`).
//
// Held here: `{_id: "hashed"}` wins with even inserts, ranged `{_id}` is monotonic with one hot
// end; the same from shuffled rows, with the sentence; a random `_id` without any date makes
// insertion and monotonicity unknown, never "not monotonic".
//
// Left to operations: even updates, all operations targeted, locality not asked for and weighing 0.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/scenarios/scenario.hpp"

namespace shardsweep::tests {
namespace {

using testing::HasSubstr;

const std::string hashed_id = "{_id: \"hashed\"}";
const std::string ranged_id = "{_id: 1}";

void expect_hashed_id_wins(const Scenario& scenario) {
  const auto& hashed = scenario.key(hashed_id);
  const auto& ranged = scenario.key(ranged_id);
  ASSERT_TRUE(hashed.insertion && ranged.insertion);
  EXPECT_EQ(hashed.rank, 1U);
  EXPECT_EQ(hashed.klass, "sound");
  EXPECT_LT(hashed.insertion->median.hottest_shard, 0.3);
  EXPECT_LT(hashed.placement.bytes->max_over_mean, 1.02);
  EXPECT_EQ(ranged.characteristics.monotonicity_type, "monotonic");
  EXPECT_EQ(ranged.insertion->median.hottest_shard, 1);
  EXPECT_EQ(ranged.insertion->median.growth_points, 1);
  EXPECT_NE(condition(ranged, "hotShard"), "");
  EXPECT_GT(ranged.band, hashed.band);
  EXPECT_EQ(scenario.result().ranking.weights.at("locality"), 0);
}

TEST(Game, HashedIdWinsAndRangedIdIsMonotonic) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("game", variant);
    expect_hashed_id_wins(scenario.keys({ranged_id, hashed_id}).run());
    EXPECT_EQ(scenario.result().documents.arrival_source, "rows");
  }
}

TEST(Shuffled, PlayersInNoOrderGetTheVerdictOfTheirIds) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("shuffled-game", variant);
    scenario.keys({ranged_id, hashed_id}).run();
    EXPECT_EQ(scenario.result().documents.arrival_source, "_id");
    EXPECT_TRUE(noted(scenario, "arrival is taken from `_id`"));
    expect_hashed_id_wins(scenario);
  }
}

TEST(Shuffled, WithoutAnyTimeInsertsAreUnknown) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("shuffled-timeless", variant);
    const auto& ranged = scenario.keys({ranged_id, "{score: 1}"}).run().key(ranged_id);
    EXPECT_TRUE(noted(scenario, "how inserts spread is unknown"));
    for (const auto* candidate : {&ranged, &scenario.key("{score: 1}")}) {
      EXPECT_EQ(candidate->characteristics.monotonicity_type, "unknown");
      EXPECT_FALSE(candidate->characteristics.record_id_correlation.has_value());
      EXPECT_FALSE(candidate->insertion.has_value());
      EXPECT_FALSE(candidate->scores.writes.has_value());
      EXPECT_THAT(words(*candidate), HasSubstr("inserts: unknown"));
    }
  }
}

}  // namespace
}  // namespace shardsweep::tests
