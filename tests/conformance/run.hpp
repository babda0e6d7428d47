#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace shardsweep::conformance {

/// Checks case files. Writes a line for each failed case, the number skipped by kind, and last
/// "N passed, M failed, K skipped" to `out`; usage and file errors to `err`. Returns the exit
/// status: 0 at least one case was checked and none failed, 1 otherwise, 2 no file was named, 3 a
/// file is not a case file.
int run(const std::vector<std::string>& paths, std::ostream& out, std::ostream& err);

}  // namespace shardsweep::conformance
