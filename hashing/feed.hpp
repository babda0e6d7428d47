#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace shardsweep::hashing {

/// Which server's type numbers a feed uses.
enum class Era {
  current,     ///< 3.0 and later: Timestamp is 47
  before_3_0,  ///< Timestamp shares 45 with Date
};

/// Appends the feed of a value (type number, value bytes, nested elements with names and
/// terminators; the rule of the server's src/mongo/db/hasher.cpp). The bytes must come from a
/// validated document. Nesting costs heap, not stack.
void append_feed(Era era, std::uint8_t type, std::string_view bytes, std::string& out);

}  // namespace shardsweep::hashing
