#pragma once

#include <vector>

#include "datasets/operations/operation_stream.hpp"
#include "datasets/operations/tally.hpp"

namespace shardsweep::datasets {

/// Reads a document of config.sampledQueries (what $listSampledQueries answers is the same) and
/// appends its operations. Its time is that of storing: expireAt less the seven days that samples
/// are kept. Throws DataError without place ("field cmd is missing"). Source: the manual's pages on
/// configureQueryAnalyzer and $listSampledQueries.
void take_sampled_query(bson::DocumentView sample, const std::string& wanted_ns,
                        const RecordPlace& place, Tally& tally, std::vector<Operation>& out);

/// Reads a document of config.sampledQueriesDiff.
void take_sampled_diff(bson::DocumentView sample, const std::string& wanted_ns,
                       const RecordPlace& place, Tally& tally, std::vector<SampledDiff>& out);

}  // namespace shardsweep::datasets
