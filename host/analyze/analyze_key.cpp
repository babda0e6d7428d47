#include "host/analyze/analyze_key.hpp"

#include <algorithm>
#include <cmath>

#include "host/analyze/key_groups.hpp"
#include "host/analyze/truncate.hpp"
#include "host/candidates/index_support.hpp"
#include "host/candidates/refusals.hpp"
#include "host/error.hpp"
#include "host/figures/figures.hpp"

namespace shardsweep::host {

namespace {

void check_values(const AnalyzeOptions& options, const ColumnTable& table) {
  for (const Refusal& refusal : check_documents(options.key, options.server, table))
    throw RefusedError(refusal.code == "ShardKeyNotFound" ? "BadValue" : refusal.code,
                       "shard key " + to_text(options.key) + ": " + refusal.reason);
}

/// A unique index tells the server all it asks: every value counts once, and the values shown are
/// those of the first documents in natural order.
void describe_unique(const AnalyzeOptions& options, const ColumnTable& table, std::uint64_t sampled,
                     KeyCharacteristics& result) {
  result.num_docs_sampled = sampled;
  result.num_distinct_values = sampled;
  const std::uint64_t shown = std::min<std::uint64_t>(options.most_common, sampled);
  for (std::uint32_t row = 0; row < shown; ++row)
    result.most_common_values.push_back(
        {key_value_of(options.key, table, row), 1, table.sizes()[row]});
}

void describe_groups(const AnalyzeOptions& options, const ColumnTable& table,
                     const KeyGroups& groups, KeyCharacteristics& result) {
  result.num_docs_sampled = groups.sampled;
  result.num_distinct_values = groups.distinct;
  for (const kernels::Group& group : groups.top)
    result.most_common_values.push_back(
        {key_value_of(options.key, table, group.first_row), group.documents, group.bytes});
}

/// A hashed first field is never monotonic; a later one, or a clustered collection, is not known.
void describe_monotonicity(const KeyPattern& key, bool clustered, const KeyGroups& groups,
                           KeyCharacteristics& result) {
  const int hashed = key.hashed_position();
  if (clustered || hashed > 0) {
    result.monotonicity_type = "unknown";
    return;
  }
  const double coefficient = hashed == 0 || groups.distinct == 1 ? 0 : groups.coefficient;
  result.record_id_correlation = coefficient;
  result.monotonicity_type =
      std::abs(coefficient) >= monotonic_from ? "monotonic" : "not monotonic";
}

}  // namespace

void check_analyzable(const KeyPattern& key, ServerVersion server,
                      const datasets::CollectionMetadata& metadata) {
  if (const std::optional<Refusal> refusal = check_pattern(key, server))
    throw RefusedError(refusal->code, refusal->reason);
  if (metadata.type == "view")
    throw RefusedError("CommandNotSupportedOnView",
                       "the collection is a view, which has no shard key; dump the collection it "
                       "reads from");
  if (metadata.type == "timeseries")
    throw RefusedError("IllegalOperation",
                       "the collection is a time-series collection, which analyzeShardKey does "
                       "not take");
}

KeyCharacteristics analyze_key(const AnalyzeOptions& options, ColumnTable& table,
                               const datasets::CollectionMetadata& metadata,
                               kernels::Executor& executor,
                               const kernels::ExecuteOptions& execution) {
  if (table.rows() == 0)
    throw RefusedError("IllegalOperation", "the collection is empty: there is nothing to analyze");
  check_values(options, table);
  const Sample sample = sample_of(options.sampling, table.rows(), options.most_common);
  const KeyGroups groups =
      sample.all() ? group_all(options.key, table, options.most_common, executor, execution)
                   : group_sample(options.key, table, options.most_common, sample);
  if (groups.sampled == 0)
    throw RefusedError("7826507",
                       "the sample came out empty; take a larger --sample-rate or "
                       "--sample-size, or another --seed");
  KeyCharacteristics result;
  result.num_docs_total = table.rows();
  result.avg_doc_size_bytes = table.total_bytes() / table.rows();
  result.is_unique = has_unique_index(options.key, metadata) && groups.distinct == groups.sampled;
  if (result.is_unique) {
    describe_unique(options, table, sample.limit, result);
  } else {
    describe_groups(options, table, groups, result);
  }
  for (ValueCount& common : result.most_common_values)
    common.value = truncated(common.value, most_common_value_limit(options.most_common));
  describe_monotonicity(options.key, metadata.clustered, groups, result);
  return result;
}

}  // namespace shardsweep::host
