#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "host/options.hpp"

namespace shardsweep::host {

/// The arguments of `sweep` (those after its name) as options; nothing when they ask for --help,
/// whose text goes to `help`. Throws UsageError naming the option that is wrong.
std::optional<SweepOptions> read_sweep_options(const std::vector<std::string>& arguments,
                                               std::ostream& help);

}  // namespace shardsweep::host
