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
  return fmt::format("one shard gets {} of inserts (even {}), {} growth point{}",
                     percent_text(median.hottest_shard), percent_text(1 / input.shards()),
                     short_number(median.growth_points), median.growth_points == 1 ? "" : "s");
}

/// The number of shards, of N, 2N and 4N, on which bytes are least even; the last of equals.
PlacementAt least_even(const Placement& placement) {
  PlacementAt worst;
  for (const PlacementAt& at : placement.at) {
    if (at.bytes.value_or(1) >= worst.bytes.value_or(1)) worst = at;
  }
  return worst;
}

/// The factor of the growth score that takes most away.
std::string growth_fact(const CandidateResult& candidate, const JudgeInput& input) {
  const double later = 4 * input.shards();
  const GrowthFactors factors = growth_factors(candidate, input.shards());
  if (factors.usable < 1 && factors.usable <= std::min(factors.spread, factors.level)) {
    return fmt::format("at most {} of {} shards can be used",
                       grouped(candidate.frequency.useful_shards), short_number(later));
  }
  if (factors.spread < factors.level) {
    const double hottest = candidate.insertion->median.hottest_range;
    const bool too_much = hottest * input.shards() > 1;
    return fmt::format("one range takes {} of the inserts, with any number of shards: {}",
                       percent_text(hottest),
                       too_much ? "more than a shard's share, a zone can give it a shard of its own"
                                : "less than a shard's share, no zone is needed for it");
  }
  const PlacementAt fullest = least_even(candidate.placement);
  return fmt::format("with {} shards the fullest holds {} times the mean", fullest.shards,
                     short_number(fullest.bytes.value_or(1)));
}

/// The server checks _id inside a shard; only a key on _id alone makes equal values meet.
bool keeps_id_unique(const KeyPattern& key) {
  return key.fields.size() == 1 && key.fields[0].path == "_id";
}

/// A first field of few values bounds how inserts spread, however many values the whole key has;
/// the class test looks at the whole key only. "" when it has enough, or is the whole key.
std::string first_field_fact(const CandidateResult& candidate, const JudgeInput& input) {
  if (candidate.key.fields.size() < 2) return "";
  const std::string& path = candidate.key.fields[0].path;
  const double needed = input.threshold("distinctPerShard") * input.shards();
  for (const FieldSummary& field : input.documents.fields) {
    if (field.path != path || static_cast<double>(field.distinct) >= needed) continue;
    return fmt::format("the first field, {}, has only {} value{}, {} are needed to spread by it",
                       printable(path, 40), grouped(field.distinct), field.distinct == 1 ? "" : "s",
                       short_number(needed));
  }
  return "";
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
  for (const std::string& change : candidate.application_changes) reasons.push_back(change);
  if (std::string fact = first_field_fact(candidate, input); !fact.empty()) {
    reasons.push_back(std::move(fact));
  }
  for (Fact& fact : facts_of(candidate, input)) reasons.push_back(std::move(fact.text));
  if (!candidate.insertion) {
    reasons.push_back("inserts: unknown, the documents' order of arrival is not known");
  }
  if (candidate.frequency.lost_to_hash > 0) {
    reasons.push_back(
        fmt::format("hashing loses {} distinct values: fractions are cut off before hashing",
                    grouped(candidate.frequency.lost_to_hash)));
  }
  if (!keeps_id_unique(candidate.key)) {
    reasons.push_back("_id stays unique inside a shard only, the application must keep it unique");
  }
  return reasons;
}

}  // namespace shardsweep::host
