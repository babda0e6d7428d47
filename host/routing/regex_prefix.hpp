#pragma once

#include <string>
#include <string_view>

namespace shardsweep::host::routing {

/// The text that every string matched by the pattern begins with, as far as the server sees it
/// (MongoDB src/mongo/db/query/analyze_regex.cpp): "" unless the pattern is anchored by ^ or \A,
/// holds no alternative, and has only the flags m (with \A), s and x. Linear.
std::string regex_prefix(std::string_view pattern, std::string_view flags);

}  // namespace shardsweep::host::routing
