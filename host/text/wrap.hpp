#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace shardsweep::host {

/// Breaks printable text into lines of at most `columns` terminal columns (at least 4): at spaces,
/// and words longer than a line anywhere. Lines after the first are indented by one space. At least
/// one line.
std::vector<std::string> wrap(const std::string& text, std::size_t columns);

}  // namespace shardsweep::host
