#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace shardsweep::bson {

/// Untrusted text in a form that is safe on a terminal: unsafe characters (is_unsafe) and bytes
/// that are not UTF-8 become \n, \t, \x1b, \u202e, \U000e0041 and the like, a backslash is doubled.
/// Texts of more than `limit` bytes are cut and end with "...".
std::string printable(std::string_view text, std::size_t limit = 64);

/// printable() between single quotes.
std::string quoted(std::string_view text);

/// A dotted path for messages out of its printable names: paths beyond some 120 bytes keep their
/// ends, with "..." between.
std::string shortened_path(const std::string& path);

}  // namespace shardsweep::bson
