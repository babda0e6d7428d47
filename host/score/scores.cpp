#include <algorithm>
#include <cmath>

#include "host/score/parts.hpp"

namespace shardsweep::host {

namespace {

double one_decimal(double value) {
  return std::round(value * 10) / 10;
}

/// Ranges the collection comes to: at least what is judged with.
double pieces(const JudgeInput& input) {
  const std::uint64_t bytes = input.documents.judged_bytes;
  const std::uint64_t chunk = std::max<std::uint64_t>(input.cluster.chunk_size_bytes, 1);
  const std::uint64_t needed = bytes / chunk + (bytes % chunk != 0);
  return std::max(
      {2 * input.shards(), static_cast<double>(input.cluster.ranges), static_cast<double>(needed)});
}

/// 1 when nothing is known to be unsplittable, else half of what can still be divided.
double divisible_part(const Frequency& frequency, const JudgeInput& input) {
  if (frequency.unsplittable_count.value_or(0) == 0) return 1;
  const double stuck = static_cast<double>(frequency.unsplittable_bytes);
  const double whole =
      static_cast<double>(std::max<std::uint64_t>(input.documents.judged_bytes, 1));
  return std::clamp(1 - stuck / whole, 0.0, 1.0) / 2;
}

double cardinality_score(const Frequency& frequency, const JudgeInput& input) {
  if (frequency.distinct == 0) return 0;
  const double spread =
      std::min(1.0, std::log(static_cast<double>(frequency.distinct)) / std::log(pieces(input)));
  const double heaviest = static_cast<double>(frequency.heaviest.bytes);
  const double even =
      heaviest == 0 ? 1.0 : std::min(1.0, input.bytes() / (4 * input.shards() * heaviest));
  return 100 * spread * even * divisible_part(frequency, input);
}

/// 1 when one shard gets no more than its share of the inserts, 0 when it gets all.
double even_part(double share, double shards) {
  return std::clamp((1 - share) / (1 - 1 / shards), 0.0, 1.0);
}

double level(const std::optional<double>& max_over_mean) {
  return max_over_mean ? 1 / *max_over_mean : 1;
}

double level_while_growing(const Placement& placement) {
  double sum = 0;
  for (const PlacementAt& at : placement.at) sum += level(at.bytes);
  return placement.at.empty() ? 1 : sum / static_cast<double>(placement.at.size());
}

double growth_score(const CandidateResult& candidate, double shards) {
  const GrowthFactors factors = growth_factors(candidate, shards);
  return 100 * factors.usable * factors.level * factors.spread;
}

}  // namespace

GrowthFactors growth_factors(const CandidateResult& candidate, double shards) {
  const double later = 4 * shards;
  GrowthFactors factors;
  factors.usable = std::min(1.0, static_cast<double>(candidate.frequency.useful_shards) / later);
  factors.level = level_while_growing(candidate.placement);
  if (candidate.insertion) {
    factors.spread =
        even_part(std::max(candidate.insertion->median.hottest_range, 1 / later), later);
  }
  return factors;
}

double writes_score(const WindowFigures& median, const WindowFigures& worst,
                    const Placement& placement, double shards) {
  const double even = 0.75 * even_part(median.hottest_shard, shards) +
                      0.25 * even_part(worst.hottest_shard, shards);
  const auto fullest =
      placement.bytes ? std::optional(placement.bytes->max_over_mean) : std::optional<double>();
  return 100 * even * level(fullest);
}

Scores scores_of(const CandidateResult& candidate, const JudgeInput& input) {
  Scores scores;
  if (input.documents.count == 0) return scores;
  scores.cardinality = one_decimal(cardinality_score(candidate.frequency, input));
  scores.growth = one_decimal(growth_score(candidate, input.shards()));
  if (candidate.insertion) {
    scores.writes =
        one_decimal(writes_score(candidate.insertion->median, candidate.insertion->worst,
                                 candidate.placement, input.shards()));
  }
  return scores;
}

std::optional<double> overall_score(const Scores& scores,
                                    const std::map<std::string, double>& weights) {
  double sum = 0;
  double weight_sum = 0;
  const auto add = [&](const char* name, const std::optional<double>& score) {
    const double weight = weights.at(name);
    if (!score || weight == 0) return;
    sum += weight * std::log(std::max(1.0, *score));
    weight_sum += weight;
  };
  add("cardinality", scores.cardinality);
  add("writes", scores.writes);
  add("reads", scores.reads);
  add("targeting", scores.targeting);
  add("locality", scores.locality);
  add("resilience", scores.resilience);
  add("growth", scores.growth);
  if (weight_sum == 0) return std::nullopt;
  return one_decimal(std::exp(sum / weight_sum));
}

}  // namespace shardsweep::host
