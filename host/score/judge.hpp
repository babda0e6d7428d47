#pragma once

#include "host/options.hpp"
#include "host/result.hpp"

namespace shardsweep::host {

/// Default weights and thresholds by name; options may override them.
const std::map<std::string, double>& default_weights();
const std::map<std::string, double>& default_thresholds();

/// Scores, classes, conditions, reasons, order, bands and the advice line, from the figures alone.
/// Needs run, documents (count, bytes, arrival), cluster, and the candidates' figures; fills
/// `result` in place (ranking, advice, notes, settings, judged size too); candidates end in rank
/// order. Pure: no input or output. Throws UsageError for an unknown weight or threshold name. The
/// formulas are published in docs/scores.md. Cost: n log n in candidates, and
/// candidates times those that no other one dominates.
void judge(SweepResult& result, const SweepOptions& options);

/// One --fail-if expression against rank 1; true = crossed. NAME OP VALUE without spaces: OP is one
/// of < <= > >= = !=, NAME one of
///   score cardinality writes reads targeting locality resilience growth (0..100),
///   hottestShard hottestRange worstHottestShard (shares of a window's inserts), growthPoints,
///   rankCorrelation, distinct, usefulShards, unsplittable (values), heaviestShare (of the bytes),
///   maxOverMean (bytes over shards),
///   class (with = or != only: sound, conditions, notAdvised).
/// Without any candidate every threshold is crossed. Throws UsageError when the expression cannot
/// be read, and when the figure is null for rank 1: a gate must not pass on what is not known.
bool crosses(const std::string& expression, const SweepResult& result);

}  // namespace shardsweep::host
