#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/bson/builder.hpp"

namespace shardsweep::host {

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

/// Receives one line as it was read (without line feed) and its value.
using ValueLineSink = std::function<void(std::string&& line, bson::Value&& value)>;

/// Reads all inputs in order. Throws DataError at the first line that is blank or holds no value,
/// naming the input and the line from 1 ("stdin line 3: ..."); lines before it have been given out.
void read_value_lines(const ValueLineOptions& options, std::istream& in, const ValueLineSink& sink);

}  // namespace shardsweep::host
