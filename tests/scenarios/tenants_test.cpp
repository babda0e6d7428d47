// A thousand tenants, whole and as samples of tenants and hosts (scenarios `tenants`, `sampled`).
//
// Held here: `{tenant}` is bounded by the largest; `{tenant, _id}` sends 30 % of inserts into one
// range and says that a zone can isolate the largest, `{tenant: 1, _id: "hashed"}` does not, though
// its hottest shard is more than its share; a 1 % sample with totals gives the winner, heaviest
// value and unsplittable values of the full run and marks what is scaled; without totals nothing is
// said of them, and why.
//
// Left to operations: reads of a small and of the largest tenant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/report/report.hpp"
#include "tests/scenarios/scenario.hpp"

namespace shardsweep::tests {
namespace {

using testing::HasSubstr;

const std::string tenant = "{tenant: 1}";
const std::string tenant_id = "{tenant: 1, _id: 1}";
const std::string tenant_hashed_id = "{tenant: 1, _id: \"hashed\"}";

TEST(Tenants, TheLargestTenantBoundsTheKeyAndHeatsOneRange) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    Scenario scenario("tenants", variant);
    scenario.keys({tenant, tenant_id, tenant_hashed_id}).with({"--total-bytes", "26GiB"}).run();
    const auto& alone = scenario.key(tenant);
    EXPECT_NEAR(heaviest_share(scenario, alone), 0.3, 0.02);
    EXPECT_LE(alone.frequency.useful_shards, 4U);
    EXPECT_EQ(alone.klass, "notAdvised");
    EXPECT_THAT(condition(alone, "heavyValue"), HasSubstr(value_of(alone.frequency.heaviest)));
    EXPECT_EQ(value_of(largest_unsplittable(alone)), value_of(alone.frequency.heaviest));
    const auto& with_id = scenario.key(tenant_id);
    EXPECT_EQ(with_id.frequency.unsplittable_count, 0U);
    EXPECT_NEAR(with_id.insertion->median.hottest_range, 0.3, 0.03);
    EXPECT_THAT(words(with_id), HasSubstr("a zone can give it a shard of its own"));
    const auto& with_hash = scenario.key(tenant_hashed_id);
    EXPECT_EQ(with_hash.frequency.unsplittable_count, 0U);
    EXPECT_LT(with_hash.insertion->median.hottest_range, 0.1);
    EXPECT_GE(with_hash.insertion->median.hottest_shard, 0.25);
    EXPECT_LT(with_hash.insertion->median.hottest_shard, 0.35);
    EXPECT_LT(with_hash.band, with_id.band);
    EXPECT_LT(with_id.rank, alone.rank);
  }
}

/// A preset, its 1 % sample, and a size at which heavy and ordinary values stand well apart.
struct Sampled {
  std::string whole, sample, field, total_bytes;
};

const std::vector<Sampled> samples = {{"tenants", "sampled", "tenant", "16GiB"},
                                      {"hosts", "sampled-hosts", "hostname", "12GiB"}};

Scenario sweep_by(const std::string& preset, const std::string& field, const Variant& variant,
                  const std::vector<std::string>& options) {
  Scenario scenario(preset, variant);
  scenario.keys({"{" + field + ": 1}", "{" + field + ": 1, ts: 1}"}).with(options).run();
  return scenario;
}

void expect_within(std::uint64_t value, std::uint64_t of, const char* what) {
  EXPECT_NEAR(static_cast<double>(value), static_cast<double>(of), 0.1 * static_cast<double>(of))
      << what;
}

/// Whether the table, the Markdown or any candidate's reasons speak of values that stay in one
/// range.
bool speaks_of_jumbo(const Scenario& scenario) {
  std::string text =
      report_table(scenario.result(), {500, 1000, false}) + report_markdown(scenario.result(), 500);
  for (const auto& candidate : scenario.result().candidates) text += words(candidate);
  return text.find("cannot be split") != std::string::npos ||
         text.find("jumbo") != std::string::npos;
}

std::uint64_t unsplittable_bytes(const host::CandidateResult& candidate) {
  std::uint64_t bytes = 0;
  for (const auto& value : candidate.frequency.unsplittable) bytes += value.bytes;
  return bytes;
}

void expect_scaled(const Scenario& sample, const host::CandidateResult& candidate) {
  EXPECT_TRUE(candidate.frequency.scaled);
  EXPECT_TRUE(candidate.frequency.distinct_is_lower_bound);
  EXPECT_THAT(condition(candidate, "unsplittable"), HasSubstr("(scaled)"));
  EXPECT_THAT(words(candidate), HasSubstr("at least"));
  EXPECT_TRUE(noted(sample, "Unsplittable values are scaled, distinct values are lower bounds"));
}

TEST(Sampled, ASampleWithTotalsGivesTheVerdictOfTheWhole) {
  for (const Variant& variant : variants(3'000, 6'000)) {
    for (const Sampled& kind : samples) {
      SCOPED_TRACE(kind.sample + ", " + describe(variant));
      const Variant whole{variant.seed, variant.documents * 100, variant.renamed};
      const std::string key = "{" + kind.field + ": 1}";
      const Scenario sample = sweep_by(
          kind.sample, kind.field, variant,
          {"--total-docs", std::to_string(whole.documents), "--total-bytes", kind.total_bytes});
      const Scenario full =
          sweep_by(kind.whole, kind.field, whole, {"--total-bytes", kind.total_bytes});
      EXPECT_EQ(to_text(sample.result().candidates[0].key),
                to_text(full.result().candidates[0].key));
      const auto& of_sample = sample.key(key);
      const auto& of_full = full.key(key);
      EXPECT_EQ(of_sample.klass, of_full.klass);
      EXPECT_EQ(value_of(of_sample.frequency.heaviest), value_of(of_full.frequency.heaviest));
      expect_within(largest_unsplittable(of_sample).bytes, largest_unsplittable(of_full).bytes,
                    "bytes of the heaviest");
      EXPECT_EQ(of_sample.frequency.unsplittable_count, of_full.frequency.unsplittable_count);
      expect_within(unsplittable_bytes(of_sample), unsplittable_bytes(of_full),
                    "bytes of all unsplittable values");
      expect_scaled(sample, of_sample);
      EXPECT_TRUE(speaks_of_jumbo(sample));
    }
  }
}

TEST(Sampled, WithoutTotalsNothingIsSaidOfUnsplittableValues) {
  for (const Variant& variant : variants(5'000, 10'000)) {
    for (const Sampled& kind : samples) {
      SCOPED_TRACE(kind.sample + ", " + describe(variant));
      const Scenario sample = sweep_by(kind.sample, kind.field, variant, {});
      const auto& candidate = sample.key("{" + kind.field + ": 1}");
      EXPECT_EQ(candidate.frequency.unsplittable_count, 0U) << "of the documents read";
      EXPECT_TRUE(candidate.frequency.unsplittable.empty());
      EXPECT_FALSE(candidate.frequency.scaled);
      EXPECT_EQ(condition(candidate, "unsplittable"), "");
      EXPECT_FALSE(speaks_of_jumbo(sample));
      EXPECT_TRUE(noted(sample,
                        "Nothing is said of values too large to split: all documents read "
                        "fit into one range"));
    }
  }
}

}  // namespace
}  // namespace shardsweep::tests
