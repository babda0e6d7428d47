#pragma once

#include "host/options.hpp"
#include "host/result.hpp"

namespace shardsweep::host {

/// Default weights and thresholds by name; options may override them.
const std::map<std::string, double>& default_weights();
const std::map<std::string, double>& default_thresholds();

/// Scores, classes, conditions, reasons, order, bands and the advice line, from the figures alone.
/// Fills `result` in place; candidates end in rank order. Pure: no input or output.
void judge(SweepResult& result, const SweepOptions& options);

/// One --fail-if expression ("score<60", "class=notAdvised", ...) against rank 1; true = crossed.
/// Throws UsageError when it cannot be read.
bool crosses(const std::string& expression, const SweepResult& result);

}  // namespace shardsweep::host
