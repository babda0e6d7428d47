#include <algorithm>
#include <ostream>

#include "datasets/error.hpp"
#include "host/cli/cli.hpp"
#include "host/commands/value_lines.hpp"
#include "host/values/order.hpp"

namespace shardsweep::host {
namespace {

struct Line {
  std::string text;
  bson::Value value;
};

void write_sorted(std::vector<Line>& lines, std::ostream& out) {
  std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
    return compare_values(a.value, b.value) < 0;
  });
  for (const Line& line : lines) out << line.text << '\n';
  if (!out.flush()) throw datasets::ResourceError("cannot write the ordered values");
}

}  // namespace

int command_order(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                  std::ostream&) {
  const ValueLineOptions options = parse_value_line_options(arguments, "order", out);
  if (options.help) return 0;
  std::vector<Line> lines;
  try {
    read_value_lines(options, in, [&](std::string&& text, bson::Value&& value) {
      lines.push_back({std::move(text), std::move(value)});
    });
  } catch (const datasets::DataError&) {
    // The lines before a bad one are the result so far, as in `hash`.
    write_sorted(lines, out);
    throw;
  }
  write_sorted(lines, out);
  return 0;
}

}  // namespace shardsweep::host
