#pragma once

#include <vector>

#include "host/options.hpp"
#include "host/result.hpp"

namespace shardsweep::host {

/// Every option with a default, and every other that can change the result and was given, with the
/// value in force; for the line above the table. Weights and thresholds follow by name. Pure.
std::vector<Setting> settings_in_force(const SweepOptions& options);

}  // namespace shardsweep::host
