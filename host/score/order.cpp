#include <algorithm>
#include <cmath>
#include <tuple>

#include "host/figures/parts.hpp"
#include "host/score/parts.hpp"

namespace shardsweep::host {

namespace {

double score_or_least(const CandidateResult& candidate) {
  return candidate.score.value_or(-1);
}

/// The overall score when inserts are judged by some of the windows only.
double score_of_windows(const CandidateResult& candidate, const JudgeInput& input, std::size_t from,
                        std::size_t to) {
  std::vector<double> shares;
  for (std::size_t i = from; i < to; ++i) {
    shares.push_back(candidate.insertion->windows[i].hottest_shard);
  }
  WindowFigures median, worst;
  median.hottest_shard = nearest_rank(shares, 50);
  worst.hottest_shard = nearest_rank(shares, 95);
  Scores scores = candidate.scores;
  scores.writes = writes_score(median, worst, candidate.placement, input.shards());
  return overall_score(scores, input.weights).value_or(0);
}

/// How far the two halves of the arrival are apart; 0 when there are no two.
double spread_of_halves(const CandidateResult& candidate, const JudgeInput& input) {
  if (!candidate.insertion || candidate.insertion->windows.size() < 2) return 0;
  const std::size_t count = candidate.insertion->windows.size();
  return std::abs(score_of_windows(candidate, input, 0, count / 2) -
                  score_of_windows(candidate, input, count / 2, count));
}

/// Order inside a band: what costs less comes first.
struct TieBreak {
  bool empty_start = false;

  bool hash_without_need(const CandidateResult& candidate) const {
    return candidate.hashed_rises && !*candidate.hashed_rises && !empty_start;
  }
  auto key(const CandidateResult& candidate) const {
    return std::tuple(candidate.application_changes.size(), candidate.key.fields.size(),
                      candidate.index.existing.empty(), hash_without_need(candidate),
                      candidate.index.key_bytes.value_or(0), to_text(candidate.key));
  }
  bool operator()(const CandidateResult& a, const CandidateResult& b) const {
    return key(a) < key(b);
  }
};

using Iterator = std::vector<CandidateResult>::iterator;

/// The end of the band that begins at `first`, in candidates by class and falling score.
Iterator band_end(Iterator first, Iterator last, const JudgeInput& input) {
  const double reach = std::max(input.threshold("bandPoints"), spread_of_halves(*first, input));
  // Scores have one decimal: the small addition keeps "within 3 points" free of rounding.
  const double least = score_or_least(*first) - reach - 1e-9;
  return std::find_if(first, last, [&](const CandidateResult& other) {
    return other.klass != first->klass || other.score.has_value() != first->score.has_value() ||
           score_or_least(other) < least;
  });
}

}  // namespace

void order_candidates(std::vector<CandidateResult>& candidates, const JudgeInput& input) {
  const TieBreak tie_break{input.cluster.start == "empty"};
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](const CandidateResult& a, const CandidateResult& b) {
                     const auto place = [](const CandidateResult& candidate) {
                       return std::pair(class_order(candidate.klass), -score_or_least(candidate));
                     };
                     if (place(a) != place(b)) return place(a) < place(b);
                     return tie_break(a, b);
                   });
  std::uint32_t band = 0;
  for (auto first = candidates.begin(); first != candidates.end();) {
    const auto last = band_end(first, candidates.end(), input);
    std::sort(first, last, tie_break);
    ++band;
    for (; first != last; ++first) first->band = band;
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    candidates[i].rank = static_cast<std::uint32_t>(i + 1);
  }
}

}  // namespace shardsweep::host
