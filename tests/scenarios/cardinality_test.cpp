// Fields of few or uneven values (scenarios `lowcard`, `two-of-three`).
//
// Held here: continent has at most 7 useful shards; `{status: "hashed"}` has the unsplittable
// values of `{status}`; the frequent country is one unsplittable range with its share; `{country,
// _id}` divides it, yet 60 % of the inserts enter one range; `{country: 1, _id: "hashed"}` divides
// both and needs server 4.4; a first field of fewer than 2 N values is named. Of a heavy value, few
// values and a rising key, each is named with its figure, whatever the other two.
//
// Left to operations: reads of the frequent country reach all shards that hold it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/scenarios/scenario.hpp"

namespace shardsweep::tests {
namespace {

using testing::HasSubstr;

const std::string country = "{country: 1}";
const std::string country_id = "{country: 1, _id: 1}";
const std::string country_hashed_id = "{country: 1, _id: \"hashed\"}";
const std::vector<std::string> low_keys = {
    "{gender: 1}", "{status: 1}", "{status: \"hashed\"}", "{continent: 1}",
    country,       country_id,    country_hashed_id,      "{status: 1, _id: 1}"};

std::vector<std::string> unsplittable_lines(const host::CandidateResult& candidate) {
  std::vector<std::string> lines;
  for (const auto& value : candidate.frequency.unsplittable) {
    lines.push_back(value_of(value) + " " + std::to_string(value.documents) + " " +
                    std::to_string(value.bytes));
  }
  return lines;
}

void expect_few_values(const Scenario& scenario, const std::string& key, std::uint64_t values) {
  const auto& candidate = scenario.key(key);
  EXPECT_EQ(candidate.frequency.distinct, values) << key;
  EXPECT_LE(candidate.frequency.useful_shards, values) << key;
  EXPECT_EQ(candidate.klass, "notAdvised") << key;
  EXPECT_THAT(condition(candidate, "fewValues"), HasSubstr(std::to_string(values) + " distinct"));
  EXPECT_THAT(condition(candidate, "fewValues"), HasSubstr("8 are needed"));
}

/// The inserts of the frequent country in every window, by three keys.
void expect_country_figures(const Scenario& scenario) {
  const auto& alone = scenario.key(country);
  const auto& largest = largest_unsplittable(alone);
  const double share = static_cast<double>(largest.bytes) / (26.0 * (1U << 30));
  EXPECT_NEAR(share, 0.6, 0.02);
  EXPECT_EQ(value_of(largest), value_of(alone.frequency.heaviest));
  EXPECT_NE(condition(alone, "heavyValue"), "");
  const auto& with_id = scenario.key(country_id);
  EXPECT_EQ(with_id.frequency.unsplittable_count, 0U);
  EXPECT_NEAR(with_id.insertion->median.hottest_range, 0.6, 0.03);
  for (const auto& window : with_id.insertion->windows) EXPECT_GT(window.hottest_range, 0.4);
  EXPECT_NE(condition(with_id, "hotShard"), "");
  const auto& with_hash = scenario.key(country_hashed_id);
  EXPECT_EQ(with_hash.frequency.unsplittable_count, 0U);
  EXPECT_LT(with_hash.insertion->median.hottest_range, 0.1);
  EXPECT_LT(with_hash.insertion->median.hottest_shard, 0.35);
  EXPECT_EQ(with_hash.klass, "sound");
  EXPECT_LT(with_hash.rank, with_id.rank);
  EXPECT_LT(with_id.rank, alone.rank);
}

TEST(LowCard, FewValuesFrequentValuesAndWhatDividesThem) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("lowcard", variant);
    scenario.keys(low_keys).with({"--total-bytes", "26GiB"}).run();
    expect_few_values(scenario, "{gender: 1}", 3);
    expect_few_values(scenario, "{status: 1}", 5);
    expect_few_values(scenario, "{status: \"hashed\"}", 5);
    expect_few_values(scenario, "{continent: 1}", 7);
    EXPECT_EQ(scenario.key("{status: 1}").frequency.unsplittable_count, 5U);
    EXPECT_THAT(
        unsplittable_lines(scenario.key("{status: \"hashed\"}")),
        testing::UnorderedElementsAreArray(unsplittable_lines(scenario.key("{status: 1}"))));
    expect_country_figures(scenario);
    EXPECT_THAT(words(scenario.key("{status: 1, _id: 1}")),
                HasSubstr("the first field, " + scenario.name("status") + ", has only 5 values"));
    EXPECT_THAT(words(scenario.key(country_id)), testing::Not(HasSubstr("the first field")));
  }
}

TEST(LowCard, ACompoundHashedKeyNeedsFourFour) {
  for (const Variant& variant : variants(10'000, 20'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario old("lowcard", variant);
    old.keys({country_hashed_id}).with({"--server", "4.2"}).run();
    EXPECT_NE(old.refusal(country_hashed_id), "");
    EXPECT_THAT(old.refusal_reason(country_hashed_id), HasSubstr("4.4 or later"));
    Scenario later("lowcard", variant);
    later.keys({country_hashed_id}).with({"--server", "4.4"}).run();
    EXPECT_EQ(later.refusal(country_hashed_id), "");
    EXPECT_EQ(later.key(country_hashed_id).frequency.distinct, variant.documents);
  }
}

void expect_only(const host::CandidateResult& candidate, const std::string& klass,
                 const std::vector<std::string>& codes) {
  EXPECT_EQ(candidate.klass, klass);
  for (const std::string code : {"fewValues", "heavyValue"}) {
    const bool wanted = std::ranges::find(codes, code) != codes.end();
    EXPECT_EQ(!condition(candidate, code).empty(), wanted) << code << " " << words(candidate);
  }
}

TEST(TwoOfThree, OneFaultIsEnoughAndIsNamed) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("two-of-three", variant);
    scenario.keys({"{customer: 1}", "{category: 1}", "{number: 1}"});
    scenario.with({"--total-bytes", "26GiB"}).run();
    const auto& customer = scenario.key("{customer: 1}");
    EXPECT_GT(customer.frequency.distinct, 1000U);
    EXPECT_NEAR(heaviest_share(scenario, customer), 0.5, 0.02);
    EXPECT_EQ(customer.frequency.unsplittable_count, 1U);
    expect_only(customer, "notAdvised", {"heavyValue"});
    EXPECT_THAT(condition(customer, "heavyValue"), HasSubstr("% of the bytes"));
    const auto& category = scenario.key("{category: 1}");
    EXPECT_EQ(category.frequency.useful_shards, 6U);
    expect_only(category, "notAdvised", {"fewValues"});
    EXPECT_THAT(condition(category, "fewValues"), HasSubstr("6 distinct values"));
    const auto& number = scenario.key("{number: 1}");
    EXPECT_EQ(number.frequency.distinct, variant.documents);
    EXPECT_EQ(number.frequency.unsplittable_count, 0U);
    EXPECT_EQ(number.insertion->median.hottest_shard, 1);
    expect_only(number, "conditions", {});
    EXPECT_THAT(condition(number, "hotShard"), HasSubstr("100.0 % of the inserts go to one shard"));
  }
}

}  // namespace
}  // namespace shardsweep::tests
