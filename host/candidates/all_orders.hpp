#pragma once

#include <string>
#include <vector>

#include "host/candidates/candidate_list.hpp"
#include "host/candidates/omissions.hpp"
#include "host/options.hpp"

namespace shardsweep::host {

/// --all-orders: every order of 1 to --max-fields of the paths, ranged and with each field hashed
/// in turn (compound only from 4.4), shortest keys first, until the list has --max-candidates keys.
/// What is left out is counted under "limit".
void add_all_orders(const std::vector<std::string>& paths, const CandidateOptions& options,
                    const ClusterOptions& cluster, CandidateList& list, Omissions& omissions);

}  // namespace shardsweep::host
