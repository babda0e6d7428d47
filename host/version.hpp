#pragma once

#include <string_view>

namespace shardsweep::host {

/// The release, as in CMakeLists.txt.
extern const std::string_view version;

}  // namespace shardsweep::host
