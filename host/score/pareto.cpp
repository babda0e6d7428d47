#include <algorithm>
#include <array>

#include "host/score/parts.hpp"

namespace shardsweep::host {

namespace {

std::array<std::optional<double>, 7> listed(const Scores& scores) {
  return {scores.cardinality, scores.writes,     scores.reads, scores.targeting,
          scores.locality,    scores.resilience, scores.growth};
}

/// `a` is nowhere worse and somewhere better, over the questions that both answer.
bool dominates(const Scores& a, const Scores& b) {
  const auto left = listed(a);
  const auto right = listed(b);
  bool better = false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (!left[i] || !right[i]) continue;
    if (*left[i] < *right[i]) return false;
    better = better || *left[i] > *right[i];
  }
  return better;
}

}  // namespace

void mark_pareto(std::vector<CandidateResult>& candidates) {
  for (CandidateResult& candidate : candidates) {
    candidate.pareto = std::none_of(
        candidates.begin(), candidates.end(),
        [&](const CandidateResult& other) { return dominates(other.scores, candidate.scores); });
  }
}

}  // namespace shardsweep::host
