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

/// From this correlation on the server calls a key monotonic (parameter
/// analyzeShardKeyMonotonicityCorrelationCoefficientThreshold).
inline constexpr double monotonic_from = 0.7;

/// A movable chunk's document limit by release (SERVER-66041 and before: see docs/scores.md).
std::uint64_t movable_document_limit(ServerVersion server, std::uint64_t chunk_bytes,
                                     std::uint64_t avg_doc_bytes);

/// Bytes of the documents read; every size counts as 1 when none is known.
std::uint64_t counted_bytes(const ColumnTable& table);

/// The key value of a row, shown unhashed. Throws std::logic_error for a field without a column.
KeyValue key_value_of(const KeyPattern& key, const ColumnTable& table, std::uint32_t row);

/// Limits for the plan so that want_oversized lists what is unsplittable at the scaled size.
void set_oversized_limits(const ColumnTable& table, const ClusterOptions& cluster,
                          kernels::PlanParameters& parameters);

/// Turns a node's integers into everything the report says of a candidate except judgement (class,
/// score, rank, reasons).
CandidateResult figures_of(const Candidate& candidate, const kernels::NodeResult& node,
                           ColumnTable& table, const SweepOptions& options,
                           const datasets::CollectionMetadata& metadata);

}  // namespace shardsweep::host
