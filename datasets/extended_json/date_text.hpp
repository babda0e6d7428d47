#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace shardsweep::extended_json {

enum class DateText { ok, malformed, no_zone, out_of_range, too_fine };

/// Reads an RFC 3339 date and time, "2012-12-24T12:15:30.501Z": a year of four digits, any number
/// of digits after the second as long as those after the third are zero, "Z", "+01:00" or "+0100".
DateText read_date(std::string_view text, std::int64_t& milliseconds);

/// What is wrong and what to write instead, for a result that is not ok. Static storage.
std::string_view date_advice(DateText result);

/// Appends "1970-01-01T00:00:00Z", with milliseconds where they are not zero. False, and nothing
/// appended, outside the years 1970 to 9999.
bool append_date(std::int64_t milliseconds, std::string& out);

}  // namespace shardsweep::extended_json
