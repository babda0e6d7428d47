#pragma once

#include <map>
#include <string>
#include <vector>

#include "host/options.hpp"
#include "host/result.hpp"

/// The steps of judge(), one a question. Private to host/score and its tests. Every function reads
/// only figures that stand in the JSON; docs/scores.md publishes the same formulas.
namespace shardsweep::host {

/// What is the same for every candidate.
struct JudgeInput {
  const DocumentsSummary& documents;
  const ClusterSummary& cluster;
  const std::map<std::string, double>& weights;
  const std::map<std::string, double>& thresholds;
  bool size_asked = false;  ///< one of --total-docs, --total-bytes, --expect-docs is given

  double threshold(const char* name) const { return thresholds.at(name); }
  double shards() const { return cluster.shards; }
  /// Bytes of the documents read; every size is 1 when they are unknown.
  double bytes() const {
    return static_cast<double>(documents.bytes == 0 ? documents.count : documents.bytes);
  }
};

/// The values in force: defaults overridden by options. Throws UsageError for an unknown name,
/// naming the known ones, and for a value that is not finite or below 0.
std::map<std::string, double> in_force(const std::map<std::string, double>& defaults,
                                       const std::map<std::string, double>& overrides,
                                       const char* option);

/// Scores of each question, rounded to one decimal; null where the input has no answer.
Scores scores_of(const CandidateResult& candidate, const JudgeInput& input);
/// The writes score of some windows under a placement (see docs/scores.md), not rounded.
double writes_score(const WindowFigures& median, const WindowFigures& worst,
                    const Placement& placement, double shards);
/// What the growth score is made of (see docs/scores.md), each 0..1.
struct GrowthFactors {
  double usable = 1;  ///< of 4N shards
  double level = 1;   ///< of the placement on N, 2N and 4N shards
  double spread = 1;  ///< of the inserts
};
GrowthFactors growth_factors(const CandidateResult& candidate, double shards);
/// Weighted geometric mean over the scores that are not null, each at least 1; one decimal.
std::optional<double> overall_score(const Scores& scores,
                                    const std::map<std::string, double>& weights);

/// Adds what stands against the candidate to its conditions and sets its class.
void classify(CandidateResult& candidate, const JudgeInput& input);
/// 0 sound, 1 conditions, 2 notAdvised.
int class_order(const std::string& klass);

/// What decided, most important first; each a short sentence with its figures.
std::vector<std::string> reasons_of(const CandidateResult& candidate, const JudgeInput& input);

/// Puts candidates in rank order, sets rank and band.
void order_candidates(std::vector<CandidateResult>& candidates, const JudgeInput& input);
/// Marks candidates that no other one dominates in the scores both have.
void mark_pareto(std::vector<CandidateResult>& candidates);

Advice advice_of(const SweepResult& result);
/// Sentences that concern the whole run.
std::vector<std::string> notes_of(const SweepResult& result, const JudgeInput& input);

}  // namespace shardsweep::host
