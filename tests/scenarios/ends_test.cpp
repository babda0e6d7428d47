// Keys that follow time: parts of a date before it, falling keys, jitter (scenarios `monthts`,
// `ends`, `jitter`, `dayhash`).
//
// Held here: `{month(ts), ts}` has the order and figures of `{ts}`, and both are hot, as is
// `{yyyymm(ts), author}`; rising, falling and constant-rate keys send all inserts to one shard at
// any moment under servers 4.4 to 8.0, the falling one with a coefficient near -1; jittered times
// have a correlation near 1 and one hot end though only three neighbours in five rise; the hash of
// the day is flat over the whole set with one hot range in each day.
//
// Left to cluster simulation: hops of the hot end before 6.0.3 and bytes moved away afterwards, the
// balancer on and off. Left to operations: archiving by month answered with zones or TTL.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/scenarios/scenario.hpp"

namespace shardsweep::tests {
namespace {

using testing::HasSubstr;

void expect_one_hot_shard(const host::CandidateResult& candidate) {
  ASSERT_TRUE(candidate.insertion.has_value());
  ASSERT_FALSE(candidate.insertion->windows.empty());
  for (const auto& window : candidate.insertion->windows) EXPECT_EQ(window.hottest_shard, 1);
  EXPECT_EQ(candidate.insertion->median.growth_points, 1);
  EXPECT_EQ(candidate.klass, "conditions");
  EXPECT_THAT(condition(candidate, "hotShard"), HasSubstr("100.0 %"));
}

TEST(MonthTs, AMonthBeforeItsTimeChangesNothing) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("monthts", variant);
    scenario.derive("m", "month", {"ts"}).derive("y", "yyyymm", {"ts"});
    scenario.keys({"{m: 1, ts: 1}", "{y: 1, author: 1}", "{ts: 1}"}).run();
    const auto& time = scenario.key("{ts: 1}");
    const auto& month = scenario.key("{m: 1, ts: 1}");
    expect_one_hot_shard(time);
    expect_one_hot_shard(month);
    EXPECT_EQ(month.frequency.distinct, time.frequency.distinct);
    EXPECT_EQ(month.insertion->rank_correlation, time.insertion->rank_correlation);
    EXPECT_EQ(month.score, time.score);
    EXPECT_EQ(month.band, time.band);
    EXPECT_LT(time.rank, month.rank);
    const auto& by_author = scenario.key("{y: 1, author: 1}");
    EXPECT_EQ(by_author.insertion->median.hottest_shard, 1);
    EXPECT_NE(condition(by_author, "hotShard"), "");
  }
}

TEST(Ends, RisingFallingAndSteadyKeysFeedOneShardUnderEveryServer) {
  for (const Variant& variant : variants(10'000, 30'000)) {
    for (const std::string server : {"4.4", "5.0", "6.0", "8.0"}) {
      SCOPED_TRACE(describe(variant) + ", server " + server);
      Scenario scenario("ends", variant);
      scenario.keys({"{rising: 1}", "{falling: 1}", "{steady: 1}"}).with({"--server", server});
      scenario.run();
      for (const std::string key : {"{rising: 1}", "{steady: 1}"}) {
        expect_one_hot_shard(scenario.key(key));
        EXPECT_GT(scenario.key(key).insertion->rank_correlation, 0.999);
        EXPECT_GT(scenario.key(key).characteristics.record_id_correlation, 0.999);
        EXPECT_THAT(condition(scenario.key(key), "hotShard"), HasSubstr("rises with time"));
      }
      const auto& falling = scenario.key("{falling: 1}");
      expect_one_hot_shard(falling);
      EXPECT_LT(falling.insertion->rank_correlation, -0.999);
      EXPECT_LT(falling.characteristics.record_id_correlation, -0.999);
      EXPECT_EQ(falling.index.insert_locality, "falling");
      EXPECT_THAT(condition(falling, "hotShard"), HasSubstr("falls with time"));
    }
  }
}

double rising_neighbours(const std::vector<std::optional<bson::Value>>& times) {
  double rising = 0;
  for (std::size_t row = 1; row < times.size(); ++row) {
    const bson::ValueView before = *times[row - 1], now = *times[row];
    rising += now.as_int64() > before.as_int64() ? 1 : 0;
  }
  return rising / static_cast<double>(times.size() - 1);
}

TEST(Jitter, TimesThatAreSecondsOffAreStillOneHotEnd) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("jitter", variant);
    const auto& time = scenario.keys({"{ts: 1}"}).run().key("{ts: 1}");
    EXPECT_NEAR(rising_neighbours(column("jitter", variant, "ts")), 0.6, 0.02);
    expect_one_hot_shard(time);
    EXPECT_GT(time.insertion->rank_correlation, 0.999);
    EXPECT_EQ(time.characteristics.monotonicity_type, "monotonic");
  }
}

TEST(DayHash, FlatOverTheWholeSetAndHotInEveryDay) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("dayhash", variant);
    scenario.keys({"{day_hash: 1, _id: 1}"}).with({"--windows", "100"}).run();
    const auto& candidate = scenario.key("{day_hash: 1, _id: 1}");
    EXPECT_LT(candidate.placement.bytes->max_over_mean, 1.02);
    EXPECT_LT(std::abs(*candidate.insertion->rank_correlation), 0.3);
    EXPECT_EQ(candidate.insertion->windows.size(), 99U);
    EXPECT_EQ(candidate.insertion->median.hottest_range, 1);
    // Figures count in 16,384 buckets: one may hold documents of two days.
    for (const auto& window : candidate.insertion->windows) EXPECT_GT(window.hottest_range, 0.99);
    EXPECT_NE(condition(candidate, "hotShard"), "");
  }
}

}  // namespace
}  // namespace shardsweep::tests
