#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "host/score/parts.hpp"

namespace shardsweep::host {

namespace {

using Listed = std::array<std::optional<double>, 7>;

Listed listed(const Scores& scores) {
  return {scores.cardinality, scores.writes,     scores.reads, scores.targeting,
          scores.locality,    scores.resilience, scores.growth};
}

/// `a` is nowhere worse and somewhere better, over the questions that both answer.
bool dominates(const Listed& left, const Listed& right) {
  bool better = false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (!left[i] || !right[i]) continue;
    if (*left[i] < *right[i]) return false;
    better = better || *left[i] > *right[i];
  }
  return better;
}

bool dominated_by_any(const std::vector<Listed>& front, const Listed& scores) {
  return std::any_of(front.begin(), front.end(),
                     [&](const Listed& other) { return dominates(other, scores); });
}

/// What is not dominated among those that answer the same questions. There domination is
/// transitive and comes first in falling order, so a look at the front so far is enough; and
/// whoever is dominated by one of them, whatever it answers itself, is dominated by one of the
/// front.
std::vector<Listed> front_of(const std::set<Listed>& same_questions) {
  std::vector<Listed> front;
  for (auto scores = same_questions.rbegin(); scores != same_questions.rend(); ++scores) {
    if (!dominated_by_any(front, *scores)) front.push_back(*scores);
  }
  return front;
}

std::array<bool, 7> questions_of(const Listed& scores) {
  std::array<bool, 7> answered{};
  for (std::size_t i = 0; i < scores.size(); ++i) answered[i] = scores[i].has_value();
  return answered;
}

}  // namespace

void mark_pareto(std::vector<CandidateResult>& candidates) {
  std::map<std::array<bool, 7>, std::set<Listed>> by_questions;
  for (const CandidateResult& candidate : candidates) {
    const Listed scores = listed(candidate.scores);
    by_questions[questions_of(scores)].insert(scores);
  }
  std::vector<Listed> fronts;
  for (const auto& [questions, scores] : by_questions) {
    const std::vector<Listed> front = front_of(scores);
    fronts.insert(fronts.end(), front.begin(), front.end());
  }
  std::map<Listed, bool> known;
  for (CandidateResult& candidate : candidates) {
    const auto [entry, added] = known.try_emplace(listed(candidate.scores), false);
    if (added) entry->second = !dominated_by_any(fronts, entry->first);
    candidate.pareto = entry->second;
  }
}

}  // namespace shardsweep::host
