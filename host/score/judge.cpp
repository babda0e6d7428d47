#include "host/score/judge.hpp"

#include "host/figures/judged_size.hpp"
#include "host/report/settings.hpp"
#include "host/score/parts.hpp"

namespace shardsweep::host {

void judge(SweepResult& result, const SweepOptions& options) {
  result.ranking.weights = in_force(default_weights(), options.weights, "--weights");
  result.ranking.thresholds = in_force(default_thresholds(), options.thresholds, "--threshold");
  const JudgedSize size =
      judged_size(result.documents.count, result.documents.bytes, options.cluster);
  result.documents.judged_documents = size.documents;
  result.documents.judged_bytes = size.bytes;
  const JudgeInput input{result.documents, result.cluster, result.ranking.weights,
                         result.ranking.thresholds, size.size_asked};
  for (CandidateResult& candidate : result.candidates) {
    candidate.scores = scores_of(candidate, input);
    candidate.score = overall_score(candidate.scores, result.ranking.weights);
    classify(candidate, input);
    candidate.reasons = reasons_of(candidate, input);
    candidate.present = candidate.key == options.candidates.present_key;
  }
  mark_pareto(result.candidates);
  order_candidates(result.candidates, input);
  result.advice = advice_of(result);
  for (std::string& note : notes_of(result, input)) result.notes.push_back(std::move(note));
  result.settings = settings_in_force(options);
}

}  // namespace shardsweep::host
