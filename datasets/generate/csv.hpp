#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "datasets/bson/view.hpp"

namespace shardsweep::generate {

/// A cell as RFC 4180 wants it: in quotes when it holds a comma, a quote or a line break, or when
/// it begins or ends with a blank, which readers drop outside of quotes.
std::string csv_cell(std::string_view text);

/// The text of a value: numbers bare, times in ISO 8601, ObjectIds and UUIDs in hexadecimal (where
/// mongoexport writes ObjectId(...)), null empty, everything else as Extended JSON. Not yet quoted.
std::string csv_text(const bson::ValueView& value);

/// The header line: each column (a dotted path) with the type of its values in `documents` (BSON),
/// in the form of mongoimport's --columnsHaveTypes. What CSV has no type for is string(), a mixture
/// with numbers auto().
std::string csv_header(const std::vector<std::string>& columns,
                       const std::vector<std::string>& documents);

/// Appends one line: for each column (a dotted path) the value there, empty where there is none.
void append_csv_line(const bson::DocumentView& document, const std::vector<std::string>& columns,
                     std::string& out);

}  // namespace shardsweep::generate
