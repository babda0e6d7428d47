#pragma once

#include <string>

#include "datasets/bson/view.hpp"

namespace shardsweep::extended_json {

/// `canonical` is Extended JSON v2 canonical. `report` is canonical except that int32, string, bool
/// and null are plain JSON (the form of every value in our reports). `relaxed` is mongoexport's
/// default form.
enum class Style { canonical, report, relaxed };

/// Appends the value; never throws for a validated value. Doubles are shortest round-trip; control
/// characters, U+2028/2029 and invalid UTF-8 are escaped so that the output is always valid JSON.
void write_value(const bson::ValueView& value, Style style, std::string& out);
std::string to_json(const bson::ValueView& value, Style style);

/// Appends a JSON string literal with quotes.
void write_string(std::string_view text, std::string& out);
/// Shortest text that reads back as the same finite double; always has '.', 'e' or is an integer
/// form.
std::string shortest_double(double value);

}  // namespace shardsweep::extended_json
