#pragma once

#include <string>
#include <string_view>

namespace shardsweep::host {

/// Text for a terminal: control bytes, DEL, bidirectional marks and bytes that are not UTF-8 become
/// \xNN or \u{N}; everything else is kept. Newlines too become \n.
std::string printable(std::string_view text);

}  // namespace shardsweep::host
