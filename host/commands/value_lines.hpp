#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/bson/builder.hpp"
#include "datasets/extended_json/stream.hpp"

namespace shardsweep::host {

/// Longest line in bytes: what the JSON reader takes as the text of one document, some three times
/// what a document of 16 MiB may hold.
inline constexpr std::size_t value_line_limit = extended_json::JsonSplitter::default_text_limit;

/// Options of the commands that read Extended JSON values, one a line.
struct ValueLineOptions {
  std::vector<std::string> inputs;  ///< files, "-" is standard input; empty = standard input
  bool legacy_json = false;
  std::int32_t seed = 0;
  bool help = false;
};

/// Reads the arguments of `hash` (with --seed) or `order` (without). With --help writes the help to
/// `out` and sets `help`. Throws UsageError.
ValueLineOptions parse_value_line_options(const std::vector<std::string>& arguments,
                                          std::string_view command, std::ostream& out);

/// Receives one line as it was read (without line feed, the first without a byte order mark).
using LineSink = std::function<void(std::string&& line)>;

/// Reads the lines of all inputs in order ("-", or none at all, is `in`). Throws DataError at the
/// first line that is blank, longer than value_line_limit or for which the sink throws DataError,
/// naming the input and the line from 1 ("stdin line 3: ..."); lines before it have been given out.
/// `wanted` says what a line is ("Extended JSON value").
void read_lines(const std::vector<std::string>& inputs, std::istream& in, std::string_view wanted,
                const LineSink& sink);

/// Receives one line as it was read (without line feed) and its value.
using ValueLineSink = std::function<void(std::string&& line, bson::Value&& value)>;

/// read_lines() of values. Throws DataError also at the first line that holds none.
void read_value_lines(const ValueLineOptions& options, std::istream& in, const ValueLineSink& sink);

}  // namespace shardsweep::host
