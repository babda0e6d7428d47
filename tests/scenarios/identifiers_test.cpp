// Random and rising identifiers, and many writers that each rise (scenarios `users`, `uuid7`,
// `seeds`).
//
// Held here: random UUIDs, binary and text: from an empty start the hashed key is first and the
// ranged one second with its start named; on an existing collection both are in one band, the
// ranged one first if its unique index is there. UUIDv7, ULID, ObjectId text and snowflake rise
// with one hot end, UUIDv1 rises in runs, hashed keys win. Sixteen writers give 14 to 16 growth
// points where the correlation looks like that of a random key.
//
// Left to operations: ranges and sorts on user_id. Left to cluster simulation: all ends of the
// writers lie on one shard of an empty 6.0 cluster until ranges are moved.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/scenarios/scenario.hpp"

namespace shardsweep::tests {
namespace {

using testing::HasSubstr;

TEST(Users, FromAnEmptyStartHashedComesFirst) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("users", variant);
    scenario.keys({"{user_id: 1}", "{user_id: \"hashed\"}", "{user_id_text: 1}",
                   "{user_id_text: \"hashed\"}"});
    scenario.with({"--start", "empty"}).run();
    for (const std::string field : {"user_id", "user_id_text"}) {
      const auto& hashed = scenario.key("{" + field + ": \"hashed\"}");
      const auto& ranged = scenario.key("{" + field + ": 1}");
      EXPECT_EQ(hashed.klass, "sound");
      EXPECT_EQ(hashed.placement.kind, "presplit");
      EXPECT_LT(hashed.placement.bytes->max_over_mean, 1.05);
      EXPECT_LT(hashed.rank, ranged.rank);
      EXPECT_EQ(ranged.klass, "conditions");
      EXPECT_LT(ranged.insertion->median.hottest_shard, 0.35);
      EXPECT_THAT(condition(ranged, "presplit"), HasSubstr("starts as one range on one shard"));
    }
  }
}

TEST(Users, OnAnExistingCollectionTheUniqueIndexPutsRangedFirst) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    for (const std::string field : {"user_id", "user_id_text"}) {
      SCOPED_TRACE(field + ", " + describe(variant));
      const std::string ranged_key = "{" + field + ": 1}";
      const std::string hashed_key = "{" + field + ": \"hashed\"}";
      Scenario scenario("users", variant);
      scenario.unique_index({field}).keys({ranged_key, hashed_key}).run();
      const auto& ranged = scenario.key(ranged_key);
      const auto& hashed = scenario.key(hashed_key);
      EXPECT_EQ(ranged.index.existing, scenario.name(field) + "_1");
      EXPECT_EQ(hashed.index.existing, "");
      EXPECT_EQ(ranged.rank, 1U);
      EXPECT_EQ(hashed.rank, 2U);
      EXPECT_EQ(ranged.band, hashed.band);
      EXPECT_EQ(ranged.klass, "sound");
      EXPECT_EQ(hashed.klass, "sound");
      EXPECT_EQ(ranged.characteristics.is_unique, true);
    }
  }
}

const std::vector<std::string> rising_ids = {"v7", "ulid", "oid_text", "snowflake"};

void expect_hot_end(const host::CandidateResult& candidate) {
  EXPECT_EQ(candidate.insertion->median.growth_points, 1);
  EXPECT_EQ(candidate.insertion->median.hottest_shard, 1);
  EXPECT_GT(candidate.insertion->rank_correlation, 0.99);
  EXPECT_EQ(candidate.characteristics.monotonicity_type, "monotonic");
  EXPECT_THAT(condition(candidate, "hotShard"), HasSubstr("rises with time"));
}

/// The low 32 bits lead, so that a run passes through all ranges; a window sees a part of one.
void expect_runs(const host::CandidateResult& candidate) {
  EXPECT_LT(std::abs(*candidate.insertion->rank_correlation), 0.2);
  EXPECT_EQ(candidate.characteristics.monotonicity_type, "not monotonic");
  EXPECT_GT(candidate.insertion->median.hottest_shard, 0.7);
  EXPECT_LT(candidate.insertion->median.growth_points, 40);
  EXPECT_NE(condition(candidate, "hotShard"), "");
}

TEST(Uuid7, TimeOrderedIdsAreHotWhenRangedAndHashedWins) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("uuid7", variant);
    std::uint32_t last_hashed = 0, first_ranged = UINT32_MAX;
    std::vector<std::string> ids = rising_ids;
    ids.push_back("v1");
    for (const std::string& id : ids) {
      scenario.keys({"{" + id + ": 1}", "{" + id + ": \"hashed\"}"});
    }
    scenario.run();
    for (const std::string& id : ids) {
      const auto& hashed = scenario.key("{" + id + ": \"hashed\"}");
      EXPECT_EQ(hashed.klass, "sound");
      EXPECT_LT(hashed.insertion->median.hottest_shard, 0.3);
      last_hashed = std::max(last_hashed, hashed.rank);
      first_ranged = std::min(first_ranged, scenario.key("{" + id + ": 1}").rank);
    }
    EXPECT_LT(last_hashed, first_ranged);
    for (const std::string& id : rising_ids) expect_hot_end(scenario.key("{" + id + ": 1}"));
    expect_runs(scenario.key("{v1: 1}"));
  }
}

TEST(Seeds, SixteenWritersGrowAtAboutSixteenPoints) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("seeds", variant);
    scenario.keys({"{key: 1}", "{writer: 1, counter: 1}"}).with({"--start", "empty"}).run();
    for (const std::string key : {"{key: 1}", "{writer: 1, counter: 1}"}) {
      const auto& candidate = scenario.key(key);
      ASSERT_TRUE(candidate.insertion.has_value());
      EXPECT_GE(candidate.insertion->median.growth_points, 14) << key;
      EXPECT_LE(candidate.insertion->median.growth_points, 16) << key;
      EXPECT_EQ(candidate.index.insert_locality, "15 ends");
      // A random key has this correlation too, but grows everywhere.
      EXPECT_LT(std::abs(*candidate.insertion->rank_correlation), 0.1) << key;
      EXPECT_EQ(candidate.characteristics.monotonicity_type, "not monotonic");
      EXPECT_NE(condition(candidate, "presplit"), "");
    }
    EXPECT_GT(scenario.key("{_id: \"hashed\"}").insertion->median.growth_points, 60);
  }
}

}  // namespace
}  // namespace shardsweep::tests
