#pragma once

#include <string>

namespace shardsweep::datasets {

/// The whole unpacked content of a file of at most 64 MiB. Throws DataError.
std::string read_small_file(const std::string& path);

}  // namespace shardsweep::datasets
