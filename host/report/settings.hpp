#pragma once

#include <vector>

#include "host/options.hpp"
#include "host/result.hpp"

namespace shardsweep::host {

/// Every option that can change the result, with the value in force, in the order of `--help`; for
/// the line above the table. Weights and thresholds follow by name. Pure.
std::vector<Setting> settings_in_force(const SweepOptions& options);

}  // namespace shardsweep::host
