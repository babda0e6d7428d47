#pragma once

#include <cstdint>

#include "datasets/metadata.hpp"
#include "host/analyze/sampling.hpp"
#include "host/columns/column_table.hpp"
#include "host/key_pattern.hpp"
#include "host/result.hpp"
#include "kernels/executor.hpp"

namespace shardsweep::host {

struct AnalyzeOptions {
  KeyPattern key;
  ServerVersion server = ServerVersion::v8_0;
  SamplingOptions sampling;
  std::uint32_t most_common = 5;  ///< 1..1000
};

/// What the server refuses before it looks at documents: BadValue for the pattern, views,
/// time-series collections. Throws RefusedError.
void check_analyzable(const KeyPattern& key, ServerVersion server,
                      const datasets::CollectionMetadata& metadata);

/// The server's keyCharacteristics (analyzeShardKey of MongoDB 7.0 and later), as if an index on
/// exactly this key existed. Rows are taken as record ids 1..n, so the table must be in row order.
/// The table has a column for every field of the key. Blocks: one pass of the executor, or a sort
/// of the sample. Throws RefusedError: an empty collection, an array on the path, an empty sample,
/// options the server refuses.
KeyCharacteristics analyze_key(const AnalyzeOptions& options, ColumnTable& table,
                               const datasets::CollectionMetadata& metadata,
                               kernels::Executor& executor,
                               const kernels::ExecuteOptions& execution = {});

}  // namespace shardsweep::host
