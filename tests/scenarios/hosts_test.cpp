// Log lines of 200 machines, in the order of time and shuffled (scenarios `hosts`, `shuffled`).
//
// Held here: `{hostname}` has at most 200 ranges, its chatty hosts are unsplittable and named with
// documents and bytes; `{hostname, ts}` splits everywhere, grows at dozens of points, has no hot
// end, and its hottest shard takes at least the chattiest host's share; `{ts}` takes all inserts at
// one end. Shuffled rows give the same verdict, and a sentence says that rows were not used.
//
// Left to operations: reads by host and time range are targeted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/scenarios/scenario.hpp"

namespace shardsweep::tests {
namespace {

using testing::HasSubstr;

const std::string host_key = "{hostname: 1}";
const std::string host_time_key = "{hostname: 1, ts: 1}";
const std::string time_key = "{ts: 1}";

/// 26 GiB are 208 ranges of 128 MiB: an ordinary host is well below one, a chatty one far above.
Scenario sweep(const std::string& preset, const Variant& variant) {
  Scenario scenario(preset, variant);
  scenario.keys({host_key, host_time_key, time_key}).with({"--total-bytes", "26GiB"}).run();
  return scenario;
}

void expect_chatty_hosts_named(const host::CandidateResult& by_host) {
  const auto& frequency = by_host.frequency;
  EXPECT_LE(frequency.distinct, 200U);
  EXPECT_EQ(frequency.unsplittable_count, 5U);
  ASSERT_EQ(frequency.unsplittable.size(), 5U);
  EXPECT_EQ(by_host.klass, "notAdvised");
  for (const auto& value : frequency.unsplittable) {
    EXPECT_GT(value.bytes, std::uint64_t{128} << 20);
    EXPECT_GT(value.documents, 600'000U);
    EXPECT_THAT(value_of(value), HasSubstr(".example.net"));
  }
  const std::string largest = value_of(largest_unsplittable(by_host));
  EXPECT_THAT(condition(by_host, "unsplittable"), HasSubstr(largest));
  EXPECT_THAT(condition(by_host, "unsplittable"), HasSubstr("documents"));
  EXPECT_THAT(condition(by_host, "unsplittable"), HasSubstr("GiB"));
}

void expect_one_hot_end(const host::CandidateResult& candidate) {
  ASSERT_TRUE(candidate.insertion.has_value());
  EXPECT_EQ(candidate.insertion->median.growth_points, 1);
  EXPECT_EQ(candidate.insertion->median.hottest_shard, 1);
  EXPECT_EQ(candidate.insertion->worst.hottest_range, 1);
  EXPECT_GT(candidate.insertion->rank_correlation, 0.99);
  EXPECT_EQ(candidate.klass, "conditions");
  EXPECT_THAT(condition(candidate, "hotShard"), HasSubstr("rises with time"));
}

void expect_spread_inserts(const host::CandidateResult& candidate, double chattiest) {
  ASSERT_TRUE(candidate.insertion.has_value());
  const auto& median = candidate.insertion->median;
  EXPECT_EQ(candidate.frequency.unsplittable_count, 0U);
  EXPECT_GE(median.growth_points, 30);
  EXPECT_LT(median.hottest_range, 0.25);
  EXPECT_GE(median.hottest_shard, chattiest);
  EXPECT_LT(std::abs(*candidate.insertion->rank_correlation), 0.3);
  EXPECT_EQ(condition(candidate, "hotShard"), "");
  EXPECT_EQ(candidate.klass, "sound");
}

TEST(Hosts, HostIsBoundedTimeIsHotAndBothTogetherSpread) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    const Scenario scenario = sweep("hosts", variant);
    EXPECT_EQ(scenario.result().documents.arrival_source, "rows");
    expect_chatty_hosts_named(scenario.key(host_key));
    expect_spread_inserts(scenario.key(host_time_key),
                          heaviest_share(scenario, scenario.key(host_key)));
    expect_one_hot_end(scenario.key(time_key));
    EXPECT_LT(scenario.key(host_time_key).rank, scenario.key(time_key).rank);
    EXPECT_LT(scenario.key(host_time_key).rank, scenario.key(host_key).rank);
  }
}

TEST(Shuffled, TimeInsideTheDataGivesTheVerdictOfOrderedRows) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    const Scenario shuffled = sweep("shuffled", variant);
    EXPECT_TRUE(noted(shuffled, "rows arrive in another order than"));
    EXPECT_NE(shuffled.result().documents.arrival_source, "rows");
    expect_one_hot_end(shuffled.key(time_key));
    expect_one_hot_end(shuffled.key("{_id: 1}"));
    const Scenario ordered = sweep("hosts", variant);
    for (const std::string& key : {host_key, host_time_key, time_key}) {
      const auto& one = shuffled.key(key);
      const auto& other = ordered.key(key);
      EXPECT_EQ(one.klass, other.klass) << key;
      EXPECT_EQ(one.insertion->median.growth_points, other.insertion->median.growth_points) << key;
      EXPECT_EQ(one.insertion->median.hottest_shard, other.insertion->median.hottest_shard) << key;
      EXPECT_EQ(one.score, other.score) << key;
    }
  }
}

}  // namespace
}  // namespace shardsweep::tests
