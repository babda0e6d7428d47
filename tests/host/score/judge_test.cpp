#include "host/score/judge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "host/error.hpp"
#include "host/report/report.hpp"
#include "host/score/parts.hpp"
#include "tests/host/score/sample.hpp"

namespace shardsweep::host {
namespace {

using testing::HasSubstr;

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
            "one shard gets 27.5 % of inserts (even 25.0 %), 36 growth points");
  EXPECT_THAT(find(result, "{status: 1}").reasons,
              testing::Contains("at most 5 of 16 shards can be used"));
}

TEST(Judge, WithoutOperationsTargetingIsUnknownAndGroupsStandByClass) {
  const SweepResult result = sample();
  EXPECT_EQ(result.advice.code, "unknown-targeting");
  EXPECT_THAT(result.advice.line, HasSubstr("Targeting is unknown"));
  EXPECT_THAT(result.advice.line, HasSubstr("this release judges documents only"));
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

TEST(Judge, NothingIsTooLargeToSplitWhenAllFitsIntoOneRange) {
  SweepOptions options;
  const SweepResult result = sample(options);
  EXPECT_EQ(find(result, "{one: 1}").frequency.unsplittable_count, 0);
  EXPECT_TRUE(find(result, "{one: 1}").frequency.unsplittable.empty());
  EXPECT_THAT(result.notes,
              testing::Contains(HasSubstr("Nothing is said of values too large to split")));
  options.cluster.total_bytes = 4'000'000'000;
  const SweepResult whole = sample(options);
  EXPECT_EQ(find(whole, "{one: 1}").frequency.unsplittable_count, 1);
  EXPECT_TRUE(find(whole, "{one: 1}").frequency.scaled);
  EXPECT_EQ(find(whole, "{one: 1}").frequency.unsplittable[0].bytes, 4'000'000'000);
  EXPECT_THAT(whole.notes, testing::Contains(HasSubstr("distinct values are lower bounds")));
  EXPECT_THAT(whole.notes, testing::Not(testing::Contains(HasSubstr("too large to split"))));
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

TEST(Judge, HashingIsNotAdvisedForWhatIsHashed) {
  const auto hot = [](const char* key) {
    CandidateResult candidate;
    candidate.key = parse_key_pattern(key);
    candidate.frequency.distinct = 100;
    candidate.insertion.emplace();
    candidate.insertion->median = {0, 0.9, 0.9, 1};
    DocumentsSummary documents;
    documents.count = 100;
    ClusterSummary cluster;
    cluster.shards = 4;
    classify(candidate, {documents, cluster, default_weights(), default_thresholds(), false});
    return candidate.conditions.at(0).text;
  };
  EXPECT_THAT(hot("{a: 1}"), testing::EndsWith("): hash, or pre-split and place the ranges round "
                                               "robin"));
  EXPECT_THAT(hot("{a: 1, b: 'hashed'}"),
              testing::EndsWith("): pre-split and place the ranges round robin"));
  EXPECT_THAT(hot("{a: 'hashed'}"), testing::EndsWith("): too few values of the hashed field "
                                                      "arrive at a time to spread them"));
}

TEST(Judge, GrowthIsExplainedByTheFactorThatTakesMostAway) {
  CandidateResult candidate;
  candidate.key = parse_key_pattern("{a: 1}");
  candidate.frequency.distinct = candidate.frequency.useful_shards = 100;
  // Level over 4, 8 and 16 shards: (1/4 + 1 + 1) / 3 = 0.75; spread 1 - (0.2 - 1/16) / (15/16).
  candidate.placement.at = {{4, 1, 4.0}, {8, 1, 1.0}, {16, 1, 1.0}};
  candidate.insertion.emplace();
  candidate.insertion->median = {0, 0.2, 0.25, 10};
  DocumentsSummary documents;
  documents.count = 1000;
  ClusterSummary cluster;
  cluster.shards = 4;
  const JudgeInput input{documents, cluster, default_weights(), default_thresholds(), false};
  const GrowthFactors factors = growth_factors(candidate, 4);
  EXPECT_DOUBLE_EQ(factors.level, 0.75);
  EXPECT_NEAR(factors.spread, 0.853, 0.001);
  candidate.scores = scores_of(candidate, input);
  EXPECT_THAT(reasons_of(candidate, input),
              testing::Contains("with 4 shards the fullest holds 4 times the mean"));
}

TEST(Judge, ParetoMarksAreThoseOfAllPairs) {
  std::mt19937 random(17);
  SCOPED_TRACE("seed 17");
  std::vector<CandidateResult> candidates(300);
  for (CandidateResult& candidate : candidates) {
    const auto score = [&]() -> std::optional<double> {
      const unsigned drawn = random() % 12;
      return drawn == 0 ? std::nullopt : std::optional<double>(drawn);
    };
    candidate.scores.cardinality = score();
    candidate.scores.writes = score();
    candidate.scores.growth = score();
  }
  mark_pareto(candidates);
  const auto dominates = [](const Scores& a, const Scores& b) {
    bool better = false;
    for (const auto member : {&Scores::cardinality, &Scores::writes, &Scores::growth}) {
      if (!(a.*member) || !(b.*member)) continue;
      if (*(a.*member) < *(b.*member)) return false;
      better = better || *(a.*member) > *(b.*member);
    }
    return better;
  };
  std::size_t marked = 0;
  for (const CandidateResult& candidate : candidates) {
    const bool dominated = std::any_of(
        candidates.begin(), candidates.end(),
        [&](const CandidateResult& other) { return dominates(other.scores, candidate.scores); });
    EXPECT_EQ(candidate.pareto, !dominated);
    marked += candidate.pareto;
  }
  EXPECT_GT(marked, 0);
}

TEST(Judge, DocumentsWithoutASizeAreSaid) {
  SweepResult result;
  result.documents.count = 2'000;
  const auto notes = [&](std::uint64_t unsized) {
    result.documents.rows_without_size = unsized;
    const JudgeInput input{result.documents, result.cluster, default_weights(),
                           default_thresholds(), false};
    return notes_of(result, input);
  };
  EXPECT_THAT(notes(0), testing::Not(testing::Contains(HasSubstr("size-field"))));
  EXPECT_THAT(notes(3), testing::Contains("3 of 2,000 documents have no number in the "
                                          "--size-field and count as 0 bytes."));
}

}  // namespace
}  // namespace shardsweep::host
