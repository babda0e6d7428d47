#pragma once

#include "host/candidates/candidate_list.hpp"
#include "host/candidates/omissions.hpp"

namespace shardsweep::host {

/// The keys shown whatever the other rules say: _id ranged and hashed, the present key, the fields
/// of every index that is not multikey, every --key; each once, in this order. Those the server
/// refuses go to `refused`.
void add_always_shown(const ColumnTable& table, const CandidateOptions& options,
                      const ClusterOptions& cluster, const datasets::CollectionMetadata& metadata,
                      CandidateList& list, std::vector<RefusedKey>& refused, Omissions& omissions);

}  // namespace shardsweep::host
