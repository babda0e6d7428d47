#include <fmt/format.h>

#include <algorithm>

#include "host/score/parts.hpp"
#include "host/score/value_text.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {

namespace {

/// A sentence and the score of its question: the lower, the earlier it is said.
struct Fact {
  double score = 0;
  std::string text;
};

std::string cardinality_fact(const CandidateResult& candidate, const JudgeInput& input) {
  const Frequency& frequency = candidate.frequency;
  const char* at_least = frequency.distinct_is_lower_bound ? "at least " : "";
  if (frequency.distinct == input.documents.count) {
    return fmt::format("{} distinct values, every document its own", grouped(frequency.distinct));
  }
  const double share = static_cast<double>(frequency.heaviest.bytes) / input.bytes();
  return fmt::format("{}{} distinct values, the heaviest ({}) holds {} of the bytes", at_least,
                     grouped(frequency.distinct), value_text(frequency.heaviest.value),
                     percent_text(share));
}

std::string writes_fact(const CandidateResult& candidate, const JudgeInput& input) {
  const WindowFigures& median = candidate.insertion->median;
  const std::uint64_t points = static_cast<std::uint64_t>(median.growth_points);
  return fmt::format(
      "inserts: the busiest of {} shards takes {} in the median window (even: {}), {} growth "
      "point{}",
      input.cluster.shards, percent_text(median.hottest_shard), percent_text(1 / input.shards()),
      points, points == 1 ? "" : "s");
}

std::string growth_fact(const CandidateResult& candidate, const JudgeInput& input) {
  const std::uint64_t later = std::uint64_t{4} * input.cluster.shards;
  if (candidate.frequency.useful_shards < later) {
    return fmt::format("growth: at most {} of {} shards can be used",
                       grouped(candidate.frequency.useful_shards), later);
  }
  if (candidate.placement.at.empty() || !candidate.placement.at.back().bytes) {
    return fmt::format("growth: {} shards can be used", later);
  }
  const PlacementAt& last = candidate.placement.at.back();
  return fmt::format("growth: on {} shards the fullest holds {} times the mean", last.shards,
                     short_number(*last.bytes));
}

std::vector<Fact> facts_of(const CandidateResult& candidate, const JudgeInput& input) {
  std::vector<Fact> facts;
  const Scores& scores = candidate.scores;
  if (scores.cardinality)
    facts.push_back({*scores.cardinality, cardinality_fact(candidate, input)});
  if (scores.writes) facts.push_back({*scores.writes, writes_fact(candidate, input)});
  if (scores.growth) facts.push_back({*scores.growth, growth_fact(candidate, input)});
  std::stable_sort(facts.begin(), facts.end(),
                   [](const Fact& a, const Fact& b) { return a.score < b.score; });
  return facts;
}

}  // namespace

std::vector<std::string> reasons_of(const CandidateResult& candidate, const JudgeInput& input) {
  std::vector<std::string> reasons;
  for (const Condition& condition : candidate.conditions) reasons.push_back(condition.text);
  for (Fact& fact : facts_of(candidate, input)) reasons.push_back(std::move(fact.text));
  if (!candidate.insertion) {
    reasons.push_back("inserts: unknown, the documents' order of arrival is not known");
  }
  if (candidate.frequency.lost_to_hash > 0) {
    reasons.push_back(
        fmt::format("hashing loses {} distinct values: fractions are cut off before hashing",
                    grouped(candidate.frequency.lost_to_hash)));
  }
  return reasons;
}

}  // namespace shardsweep::host
