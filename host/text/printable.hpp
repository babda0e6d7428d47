#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace shardsweep::host {

/// Text from the input made safe to show on a terminal or in a file for people: control characters
/// (C0, C1, DEL), line and paragraph separators, marks that change the writing direction and other
/// invisible characters (bson::is_unsafe) become \u{..}, bytes that are not UTF-8 become \x{..}.
/// Everything else, backslashes too, stays. The result is valid UTF-8 on one line.
std::string printable(std::string_view text);

/// printable(), cut to at most `columns` terminal columns; the cut is shown by "…". columns >= 1.
std::string printable(std::string_view text, std::size_t columns);

/// Terminal columns of printable text: 2 for wide East Asian characters and emoji, 0 for combining
/// marks, else 1.
std::size_t display_width(std::string_view text);

/// "1,234,567".
std::string grouped(std::uint64_t number);
/// "1 document", "1,234 documents".
std::string counted(std::uint64_t count, std::string_view noun);
/// "512 bytes", "1.5 KiB", "12.0 GiB".
std::string bytes_text(std::uint64_t bytes);
/// A share from 0 to 1 as "27.3 %".
std::string percent_text(double share);
/// At most three digits after the point, no trailing zeros: "0.75", "3", "1.033".
std::string short_number(double value);

}  // namespace shardsweep::host
