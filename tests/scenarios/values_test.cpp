// Values that surprise: fractions, missing and null fields, arrays (scenarios `floats`, `nulls`,
// `arrays`).
//
// Held here: doubles that differ only after the point share a hash and the loss of distinct values
// is stated; equal doubles and decimals count as one ranged value and as two hashed ones; missing
// and null fields are one unsplittable null value with its bytes, missing is refused by server 4.2
// and taken from 4.4, explicit null always; an array refuses the key with its first position.
//
// Left to operations: nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "tests/scenarios/scenario.hpp"

namespace shardsweep::tests {
namespace {

using testing::HasSubstr;

/// What the server hashes a number as: doubles lose their fraction, decimals are rounded half to
/// even (MongoDB src/mongo/db/hasher.cpp). Decimals of this preset are hundredths below 2^63.
std::int64_t hashed_as(const bson::ValueView& value) {
  if (value.type == bson::Type::Double) return static_cast<std::int64_t>(value.as_double());
  return static_cast<std::int64_t>(std::nearbyint(static_cast<double>(value.as_int64()) / 100));
}

double number_of(const bson::ValueView& value) {
  return value.type == bson::Type::Double ? value.as_double()
                                          : static_cast<double>(value.as_int64()) / 100;
}

struct Counts {
  std::set<double> values;
  std::map<std::int64_t, std::uint64_t> hashes;
};

Counts counts_of(const Variant& variant, const std::string& field) {
  Counts counts;
  for (const auto& value : column("floats", variant, field)) {
    counts.values.insert(number_of(*value));
    ++counts.hashes[hashed_as(*value)];
  }
  return counts;
}

void expect_collisions(const Scenario& scenario, const Variant& variant, const std::string& field) {
  const Counts counts = counts_of(variant, field);
  const auto& ranged = scenario.key("{" + field + ": 1}").frequency;
  const auto& hashed_key = scenario.key("{" + field + ": \"hashed\"}");
  const auto& hashed = hashed_key.frequency;
  EXPECT_EQ(ranged.distinct, counts.values.size());
  EXPECT_EQ(hashed.distinct, counts.hashes.size());
  EXPECT_EQ(hashed.lost_to_hash, ranged.distinct - hashed.distinct);
  EXPECT_GT(hashed.lost_to_hash, ranged.distinct / 2);
  std::uint64_t most = 0;
  for (const auto& [hash, documents] : counts.hashes) most = std::max(most, documents);
  ASSERT_FALSE(hashed.top.empty());
  EXPECT_EQ(hashed.top[0].documents, most);
  EXPECT_THAT(words(hashed_key), HasSubstr("hashing loses"));
}

TEST(Floats, FractionsCollideWhenHashed) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("floats", variant);
    scenario.keys({"{price: 1}", "{price: \"hashed\"}", "{amount: 1}", "{amount: \"hashed\"}"});
    scenario.run();
    expect_collisions(scenario, variant, "price");
    expect_collisions(scenario, variant, "amount");
    EXPECT_EQ(scenario.key("{price: \"hashed\"}").frequency.distinct, 1000U);
    // 999.75 exists as double, which hashes as 999, and as decimal, which hashes as 1000.
    EXPECT_EQ(scenario.key("{amount: \"hashed\"}").frequency.distinct, 1001U);
  }
}

/// `null` holds two documents of five; its bytes are a little less, as they lack the value.
void expect_null_range(const Scenario& scenario, const std::string& key, std::uint64_t documents) {
  const auto& candidate = scenario.key(key);
  EXPECT_EQ(candidate.klass, "notAdvised");
  EXPECT_EQ(candidate.frequency.heaviest.documents, documents);
  EXPECT_NEAR(heaviest_share(scenario, candidate), 0.4, 0.02);
  EXPECT_EQ(candidate.frequency.unsplittable_count, 1U);
  const auto& null_range = largest_unsplittable(candidate);
  EXPECT_EQ(value_of(null_range), "null");
  EXPECT_NEAR(static_cast<double>(null_range.bytes) / (26.0 * (1U << 30)), 0.38, 0.03);
  EXPECT_THAT(condition(candidate, "unsplittable"), HasSubstr("null with"));
}

std::uint64_t lacking(const Variant& variant, const std::string& field) {
  std::uint64_t count = 0;
  for (const auto& value : column("nulls", variant, field)) {
    count += !value || value->type == bson::Type::Null ? 1 : 0;
  }
  return count;
}

TEST(Nulls, MissingAndNullAreOneRange) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("nulls", variant);
    scenario.keys({"{code: 1}", "{partner: 1}"}).with({"--total-bytes", "26GiB"}).run();
    expect_null_range(scenario, "{code: 1}", lacking(variant, "code"));
    expect_null_range(scenario, "{partner: 1}", lacking(variant, "partner"));
  }
}

TEST(Nulls, MissingNeedsFourFourAndNullDoesNot) {
  for (const Variant& variant : variants(10'000, 20'000)) {
    for (const std::string server : {"4.2", "4.4", "8.0"}) {
      SCOPED_TRACE(describe(variant) + ", server " + server);
      Scenario scenario("nulls", variant);
      scenario.keys({"{code: 1}", "{partner: 1}"}).with({"--server", server}).run();
      EXPECT_EQ(scenario.refusal("{partner: 1}"), "");
      EXPECT_GT(scenario.key("{partner: 1}").rank, 0U);
      if (server == "4.2") {
        EXPECT_EQ(scenario.refusal("{code: 1}"), "OperationFailed");
        EXPECT_THAT(scenario.refusal_reason("{code: 1}"),
                    HasSubstr(std::to_string(lacking(variant, "code")) + " documents lack " +
                              scenario.name("code")));
      } else {
        EXPECT_EQ(scenario.refusal("{code: 1}"), "");
        EXPECT_GT(scenario.key("{code: 1}").rank, 0U);
      }
    }
  }
}

TEST(Arrays, OneArrayRefusesTheKeyAndIsPointedAt) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    const auto tags = column("arrays", variant, "tag");
    const auto first = std::ranges::find_if(
        tags, [](const auto& tag) { return tag && tag->type == bson::Type::Array; });
    Scenario scenario("arrays", variant);
    scenario.keys({"{tag: 1}", "{tag: \"hashed\"}", "{_id: 1, tag: 1}"}).run();
    for (const std::string key : {"{tag: 1}", "{tag: \"hashed\"}", "{_id: 1, tag: 1}"}) {
      EXPECT_EQ(scenario.refusal(key), "ShardKeyNotFound") << key;
      EXPECT_THAT(scenario.refusal_reason(key), HasSubstr("3 documents have an array")) << key;
      EXPECT_TRUE(scenario.refusal_reason(key).ends_with("the first in row " +
                                                         std::to_string(first - tags.begin())))
          << scenario.refusal_reason(key);
      EXPECT_THROW(scenario.key(key), std::runtime_error) << key;
    }
  }
}

}  // namespace
}  // namespace shardsweep::tests
