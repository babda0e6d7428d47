#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "datasets/bson/builder.hpp"

namespace shardsweep::extended_json {

struct ParseOptions {
  bool legacy = false;  ///< also accept Extended JSON v1 forms ({"$date": 42}, $binary/$type, ...)
};

/// Counts of what a parse had to decide, added up by callers into the result.
struct ParseNotes {
  std::uint64_t integers_to_double = 0;  ///< JSON integers beyond int64 became doubles
};

/// Parses one Extended JSON v2 value (canonical or relaxed), which must fill `text` but for white
/// space. Appends nothing on failure. Throws datasets::DataError without a file name: "at byte 12:
/// ..." (callers add file and line).
bson::Value parse_value(std::string_view text, const ParseOptions& options = {},
                        ParseNotes* notes = nullptr);

/// Parses one JSON object and appends it to `out` as one BSON document. Same errors; `out` is
/// unchanged when it throws.
void parse_document(std::string_view text, std::string& out, const ParseOptions& options = {},
                    ParseNotes* notes = nullptr);

}  // namespace shardsweep::extended_json
