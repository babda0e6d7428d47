#pragma once

#include <string>

#include "host/cli/progress.hpp"
#include "host/options.hpp"
#include "host/result.hpp"

namespace shardsweep::host {

/// The main job: reads the documents twice (what every path holds; the columns of the fields that
/// matter), evaluates all candidates on the executor, judges them. Blocks. Throws the four kinds of
/// errors. Touches no stream but `progress`.
SweepResult run_sweep(const SweepOptions& options, ProgressLine& progress);

/// --dry-run: reads the head of the input and says what a run would take, in plain sentences.
std::string describe_run(const SweepOptions& options);

}  // namespace shardsweep::host
