#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "datasets/metadata.hpp"
#include "host/candidates/generate.hpp"
#include "host/columns/column_table.hpp"
#include "host/options.hpp"
#include "host/result.hpp"
#include "kernels/results.hpp"

namespace shardsweep::host {

/// Skew of loads over shards (population deviation, natural logs). Null for no loads or a sum of 0.
std::optional<Skew> skew_of(const std::vector<std::uint64_t>& loads);

/// The server's rounding: ceil(v * 1e10) / 1e10.
double round10(double value);

/// Pearson's r of 1..n and a permutation from sum(x*y), in long double, then round10, clamped to
/// [-1, 1]. Null when n < 2.
std::optional<double> server_coefficient(std::uint64_t n, const kernels::MonotonicitySums& sums);
/// Spearman's rank correlation with averaged ties, likewise. Null when n < 2 or all keys are equal.
std::optional<double> rank_correlation(std::uint64_t n, const kernels::CorrelationSums& sums);

/// A movable chunk's document limit by release (spec of chunks: too big to move).
std::uint64_t movable_document_limit(ServerVersion server, std::uint64_t chunk_bytes,
                                     std::uint64_t avg_doc_bytes);

/// How much larger than the documents read the judged whole is; 1 when they are the whole.
struct Scale {
  double documents = 1;
  double bytes = 1;
  bool sample = false;     ///< the documents are a part of a larger whole
  bool size_known = true;  ///< false: a sample without totals: nothing is said of jumbo
};
Scale scale_of(const ColumnTable& table, const ClusterOptions& cluster);

/// Limits for the plan so that want_oversized lists what is unsplittable at the scaled size.
void set_oversized_limits(const ColumnTable& table, const ClusterOptions& cluster,
                          kernels::PlanParameters& parameters);

/// Turns a node's integers into everything the report says of a candidate except judgement (class,
/// score, rank, reasons).
CandidateResult figures_of(const Candidate& candidate, const kernels::NodeResult& node,
                           ColumnTable& table, const SweepOptions& options,
                           const datasets::CollectionMetadata& metadata);

}  // namespace shardsweep::host
