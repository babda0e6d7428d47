#include "host/score/judge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/error.hpp"
#include "host/report/report.hpp"
#include "tests/support/memory_sweep.hpp"

namespace shardsweep::host {
namespace {

using testing::HasSubstr;

SweepOptions small_chunks() {
  SweepOptions options;
  options.cluster.chunk_bytes = 1024 * 1024;
  return options;
}

SweepResult sample(const SweepOptions& options = small_chunks(),
                   const datasets::CollectionMetadata& metadata = {}) {
  test::MemoryTable table = test::sample_table();
  return test::sweep_memory(table, test::sample_keys(), options, metadata);
}

const CandidateResult& find(const SweepResult& result, const std::string& key) {
  for (const CandidateResult& candidate : result.candidates) {
    if (to_text(candidate.key) == to_text(parse_key_pattern(key))) return candidate;
  }
  throw std::out_of_range(key);
}

std::vector<std::string> codes(const CandidateResult& candidate) {
  std::vector<std::string> all;
  for (const Condition& condition : candidate.conditions) all.push_back(condition.code);
  return all;
}

TEST(Judge, ClassesFollowFromTheFigures) {
  const SweepResult result = sample();
  EXPECT_EQ(find(result, "{random: 1}").klass, "sound");
  EXPECT_EQ(find(result, "{_id: 'hashed'}").klass, "sound");
  EXPECT_EQ(find(result, "{_id: 1}").klass, "conditions");
  EXPECT_THAT(codes(find(result, "{_id: 1}")), testing::ElementsAre("hotShard"));
  EXPECT_THAT(codes(find(result, "{falling: 1}")), testing::ElementsAre("hotShard"));
  EXPECT_THAT(codes(find(result, "{one: 1}")),
              testing::ElementsAre("fewValues", "heavyValue", "unsplittable", "hotShard"));
  EXPECT_EQ(find(result, "{tenant: 1}").klass, "notAdvised");
  EXPECT_THAT(codes(find(result, "{status: 1}")), testing::Contains("fewValues"));
}

TEST(Judge, SentencesNameTheFigures) {
  const SweepResult result = sample();
  EXPECT_EQ(find(result, "{status: 1}").reasons.front(),
            "5 distinct values: at most 5 useful shards, 8 are needed");
  EXPECT_THAT(
      find(result, "{_id: 1}").reasons.front(),
      HasSubstr("100.0 % of the inserts go to one shard (median window; 1 growth point, the "
                "key rises with time)"));
  EXPECT_THAT(find(result, "{falling: 1}").reasons.front(), HasSubstr("falls with time"));
  EXPECT_THAT(find(result, "{tenant: 1}").reasons.front(),
              HasSubstr("35.0 % of the bytes have one value, tenant {\"$numberLong\":\"7\"} ("));
  EXPECT_THAT(find(result, "{one: 1}").reasons,
              testing::Contains(HasSubstr("1 value larger than a range of 1.0 MiB cannot be split, "
                                          "the largest one {\"$numberLong\":\"1\"} with 4,000 "
                                          "documents, 3.8 MiB")));
}

TEST(Judge, TheWeakestFigureIsNamedFirst) {
  const SweepResult result = sample();
  EXPECT_EQ(find(result, "{tenant: 1, _id: 1}").reasons.front(),
            "one range takes 35.0 % of the inserts, with any number of shards: more than a shard's "
            "share, a zone can give it a shard of its own");
  EXPECT_EQ(find(result, "{random: 1}").reasons.front(),
            "the busiest shard gets 27.5 % of the inserts (even: 25.0 %), 36 growth points");
  EXPECT_THAT(find(result, "{status: 1}").reasons,
              testing::Contains("at most 5 of 16 shards can be used"));
}

TEST(Judge, WithoutOperationsTargetingIsUnknownAndGroupsStandByClass) {
  const SweepResult result = sample();
  EXPECT_EQ(result.advice.code, "unknown-targeting");
  EXPECT_THAT(result.advice.line, HasSubstr("Targeting is unknown"));
  EXPECT_THAT(result.advice.line, HasSubstr("--query or --ops"));
  EXPECT_THAT(result.candidates.front().klass, "sound");
  EXPECT_THAT(result.candidates.back().klass, "notAdvised");
  EXPECT_FALSE(result.candidates.front().scores.targeting);
  EXPECT_TRUE(result.candidates.front().score);
}

TEST(Judge, HashedBesideRangedInOneBandRangedFirst) {
  const SweepResult result = sample();
  const CandidateResult& ranged = find(result, "{random: 1}");
  const CandidateResult& hashed = find(result, "{random: 'hashed'}");
  EXPECT_EQ(ranged.band, hashed.band);
  EXPECT_LT(ranged.rank, hashed.rank);
}

TEST(Judge, AnEmptyStartNeedsPresplittingUnlessHashed) {
  SweepOptions options = small_chunks();
  options.cluster.start = "empty";
  const SweepResult result = sample(options);
  EXPECT_THAT(codes(find(result, "{random: 1}")), testing::ElementsAre("presplit"));
  EXPECT_EQ(find(result, "{random: 'hashed'}").klass, "sound");
  EXPECT_LT(find(result, "{random: 'hashed'}").rank, find(result, "{random: 1}").rank);
  EXPECT_EQ(find(result, "{random: 'hashed'}").placement.kind, "presplit");
}

TEST(Judge, AnExistingIndexComesFirstInsideABand) {
  datasets::CollectionMetadata metadata;
  datasets::IndexSpec index;
  index.name = "random_hashed";
  index.key = {{"random", 0, "hashed"}};
  metadata.indexes = {index};
  const SweepResult result = sample(small_chunks(), metadata);
  EXPECT_LT(find(result, "{random: 'hashed'}").rank, find(result, "{random: 1}").rank);
}

TEST(Judge, AUniqueIndexInTheWayIsNotAdvised) {
  datasets::CollectionMetadata metadata;
  datasets::IndexSpec index;
  index.name = "email_1";
  index.key = {{"email", 1, ""}};
  index.unique = true;
  metadata.indexes = {index};
  const SweepResult result = sample(small_chunks(), metadata);
  const CandidateResult& random = find(result, "{random: 1}");
  EXPECT_EQ(random.klass, "notAdvised");
  EXPECT_THAT(random.reasons.front(), HasSubstr("unique index email_1 would have to go"));
}

TEST(Judge, ADerivedFieldIsAnApplicationChangeAndComesAfterItsEqual) {
  test::MemoryTable table = test::sample_table();
  std::vector<std::int64_t> scattered;
  for (std::uint32_t i = 0; i < table.rows(); ++i) scattered.push_back(i * 7919 % 4001);
  table.add("scattered", scattered);
  table.add("copied", scattered).derived_from = "concat(scattered)";
  const SweepResult result =
      test::sweep_memory(table, {"{copied: 1}", "{scattered: 1}"}, small_chunks());
  const CandidateResult& derived = find(result, "{copied: 1}");
  EXPECT_THAT(derived.application_changes,
              testing::ElementsAre(HasSubstr("copied = concat(scattered)")));
  EXPECT_THAT(derived.reasons.front(), HasSubstr("written by the application"));
  EXPECT_EQ(derived.klass, "sound");
  EXPECT_EQ(derived.band, find(result, "{scattered: 1}").band);
  EXPECT_EQ(derived.rank, 2);
}

TEST(Judge, ThresholdsAndWeightsAreOptions) {
  SweepOptions options = small_chunks();
  options.thresholds = {{"distinctPerShard", 1},
                        {"unsplittable", 10},
                        {"heaviestShare", 2},
                        {"hottestShardMean", 4},
                        {"hottestShard", 1}};
  const SweepResult result = sample(options);
  EXPECT_EQ(find(result, "{status: 1}").klass, "sound");
  EXPECT_EQ(find(result, "{_id: 1}").klass, "sound");
  EXPECT_EQ(result.ranking.thresholds.at("hottestShard"), 1);
  EXPECT_EQ(result.ranking.weights, default_weights());
}

TEST(Judge, UnknownThresholdsAndWeightsAreRefusedWithTheList) {
  SweepOptions options;
  options.thresholds = {{"hotest", 1}};
  SweepResult result;
  EXPECT_THAT([&] { judge(result, options); }, testing::ThrowsMessage<UsageError>(testing::AllOf(
                                                   HasSubstr("--threshold: there is no \"hotest\""),
                                                   HasSubstr("hottestShard, hottestShardMean"))));
  options.thresholds.clear();
  options.weights = {{"writes", -1}};
  EXPECT_THAT([&] { judge(result, options); },
              testing::ThrowsMessage<UsageError>(HasSubstr("--weights: writes must be")));
}

TEST(Judge, SizesThatDoNotAskForShardingAreSaid) {
  SweepOptions options;
  const SweepResult result = sample(options);
  EXPECT_THAT(result.notes,
              testing::Contains(HasSubstr("does not ask for sharding yet: 3.8 MiB are less than 3 "
                                          "ranges of 128.0 MiB (384.0 MiB in all)")));
  options.cluster.total_docs = 4'000'000'000;
  EXPECT_THAT(sample(options).notes,
              testing::Not(testing::Contains(HasSubstr("does not ask for sharding"))));
}

TEST(Judge, NothingIsSaidOfUnsplittableValuesWhenAllFitsIntoOneRange) {
  SweepOptions options;
  const SweepResult result = sample(options);
  EXPECT_FALSE(find(result, "{one: 1}").frequency.unsplittable_count);
  EXPECT_THAT(result.notes, testing::Contains(HasSubstr("Nothing is said of values too large")));
  options.cluster.total_bytes = 4'000'000'000;
  const SweepResult whole = sample(options);
  EXPECT_EQ(find(whole, "{one: 1}").frequency.unsplittable_count, 1);
  EXPECT_TRUE(find(whole, "{one: 1}").frequency.scaled);
  EXPECT_EQ(find(whole, "{one: 1}").frequency.unsplittable[0].bytes, 4'000'000'000);
  EXPECT_THAT(whole.notes, testing::Contains(HasSubstr("distinct values are lower bounds")));
}

TEST(Judge, UnknownArrivalIsNeitherGoodNorBad) {
  test::MemoryTable table = test::sample_table();
  table.set_arrival({false, "", "no field tells time", std::nullopt, 0});
  const SweepResult result = test::sweep_memory(table, test::sample_keys(), small_chunks());
  const CandidateResult& id = find(result, "{_id: 1}");
  EXPECT_FALSE(id.scores.writes);
  EXPECT_TRUE(id.score);
  EXPECT_EQ(id.klass, "sound");
  EXPECT_EQ(id.characteristics.monotonicity_type, "unknown");
  EXPECT_THAT(id.reasons, testing::Contains(HasSubstr("inserts: unknown")));
  EXPECT_THAT(result.notes, testing::Contains("no field tells time"));
}

TEST(FailIf, ReadsItsGrammar) {
  const SweepResult result = sample();
  EXPECT_TRUE(crosses("score<101", result));
  EXPECT_FALSE(crosses("score<1", result));
  EXPECT_TRUE(crosses("class=sound", result));
  EXPECT_FALSE(crosses("class!=sound", result));
  EXPECT_FALSE(crosses("class=notAdvised", result));
  EXPECT_TRUE(crosses("distinct=4000", result));
  EXPECT_TRUE(crosses("distinct>=4000", result));
  EXPECT_TRUE(crosses("distinct<=4000", result));
  EXPECT_FALSE(crosses("distinct!=4000", result));
  EXPECT_FALSE(crosses("unsplittable>0", result));
  EXPECT_FALSE(crosses("hottestShard>0.75", result));
  EXPECT_TRUE(crosses("heaviestShare<0.001", result));
  EXPECT_TRUE(crosses("maxOverMean<1.5", result));
}

TEST(FailIf, RefusesWhatItCannotRead) {
  const SweepResult result = sample();
  const auto message = [&](const std::string& expression) {
    try {
      crosses(expression, result);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(message("score"), HasSubstr("--fail-if score: write NAME"));
  EXPECT_THAT(message("<3"), HasSubstr("write NAME"));
  EXPECT_THAT(message("score<"), HasSubstr("the value is missing"));
  EXPECT_THAT(message("score<x"), HasSubstr("\"x\" is not a number"));
  EXPECT_THAT(message("score<nan"), HasSubstr("not a number"));
  EXPECT_THAT(message("score=<3"), HasSubstr("must be one of"));
  EXPECT_THAT(message("sccore<3"), HasSubstr("known names are class, cardinality"));
  EXPECT_THAT(message("class=fine"), HasSubstr("sound, conditions or notAdvised"));
  EXPECT_THAT(message("class<sound"), HasSubstr("= or !="));
  EXPECT_THAT(message("targeting<50"), HasSubstr("targeting is unknown"));
}

TEST(FailIf, NoCandidateCrossesEverything) {
  EXPECT_TRUE(crosses("score<1", {}));
  EXPECT_TRUE(crosses("class=notAdvised", {}));
}

}  // namespace
}  // namespace shardsweep::host
