#include <fmt/format.h>

#include <algorithm>

#include "host/report/lines.hpp"
#include "host/report/report.hpp"
#include "host/text/printable.hpp"
#include "host/text/wrap.hpp"

namespace shardsweep::host {

namespace {

constexpr const char* headings[] = {"RANK", "BAND", "CLASS", "SCORE", "CARD", "WRITES", "GROWTH"};
/// Narrow terminals get the first columns only, so that KEY and WHY keep their room.
constexpr std::size_t narrow_columns = 4;
constexpr unsigned wide_from = 120;

struct Row {
  std::vector<std::string> fixed;
  std::string key, why, klass;
};

struct Widths {
  std::vector<std::size_t> fixed;
  std::size_t key = 3, why = 3;
};

Row row_of(const CandidateResult& candidate) {
  return {
      {std::to_string(candidate.rank), std::to_string(candidate.band), class_text(candidate.klass),
       score_text(candidate.score), score_text(candidate.scores.cardinality),
       score_text(candidate.scores.writes), score_text(candidate.scores.growth)},
      printable(to_text(candidate.key)) + present_mark(candidate),
      candidate.reasons.empty() ? "" : printable(candidate.reasons.front()),
      candidate.klass};
}

/// The key gets what it needs up to half of the room, WHY the rest, both at least 12 columns.
Widths widths_of(const std::vector<Row>& rows, unsigned width) {
  constexpr std::size_t least = 12;
  Widths widths;
  std::size_t used = 0;
  const std::size_t columns = width >= wide_from ? std::size(headings) : narrow_columns;
  for (std::size_t i = 0; i < columns; ++i) {
    std::size_t most = std::string_view(headings[i]).size();
    for (const Row& row : rows) most = std::max(most, row.fixed[i].size());
    widths.fixed.push_back(most);
    used += most + 2;
  }
  for (const Row& row : rows) widths.key = std::max(widths.key, display_width(row.key));
  const std::size_t room = std::max<std::size_t>(width, used + 2 * least + 2) - used - 2;
  widths.key = std::min(widths.key, std::max(least, room / 2));
  widths.why = std::max(least, room - widths.key);
  return widths;
}

std::string padded(const std::string& text, std::size_t columns) {
  const std::size_t used = display_width(text);
  return text + std::string(columns > used ? columns - used : 0, ' ');
}

std::string coloured(const std::string& text, const std::string& klass, bool colour) {
  if (!colour) return text;
  const char* code = klass == "sound" ? "32" : klass == "conditions" ? "33" : "31";
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

/// One line of the table, or more where the key or the reason needs them.
std::string lines_of(const Row& row, const Widths& widths, bool colour) {
  constexpr std::size_t most_lines = 12;  // of a hostile name; the JSON has all of it
  std::string start;
  for (std::size_t i = 0; i < widths.fixed.size(); ++i) {
    const std::string cell = padded(row.fixed[i], widths.fixed[i]);
    start += (i == 2 && !row.klass.empty() ? coloured(cell, row.klass, colour) : cell) + "  ";
  }
  std::size_t indent = 0;
  for (const std::size_t width : widths.fixed) indent += width + 2;
  const auto key = wrap(printable(row.key, most_lines * (widths.key - 1)), widths.key);
  const auto why = wrap(printable(row.why, most_lines * (widths.why - 1)), widths.why);
  std::string lines;
  for (std::size_t i = 0; i < std::max(key.size(), why.size()); ++i) {
    std::string line = i == 0 ? start : std::string(indent, ' ');
    line += padded(i < key.size() ? key[i] : "", widths.key) + "  ";
    line += i < why.size() ? why[i] : "";
    line.erase(line.find_last_not_of(' ') + 1);
    lines += line + "\n";
  }
  return lines;
}

std::string sentence(const std::string& text, unsigned width) {
  std::string lines;
  for (const std::string& line : wrap(text, std::max(20U, width))) lines += line + "\n";
  return lines;
}

}  // namespace

std::string report_table(const SweepResult& result, const TableStyle& style) {
  std::string out = sentence(printable(result.advice.line), style.width);
  for (const std::string& note : result.notes) out += sentence(printable(note), style.width);
  out += sentence(documents_line(result), style.width);
  out += sentence(settings_line(result), style.width) + "\n";
  std::vector<Row> rows;
  const std::size_t shown = std::min<std::size_t>(style.top, result.candidates.size());
  for (std::size_t i = 0; i < shown; ++i) rows.push_back(row_of(result.candidates[i]));
  const Widths widths = widths_of(rows, style.width);
  const Row heading = {{std::begin(headings), std::end(headings)}, "KEY", "WHY", ""};
  if (!rows.empty()) out += lines_of(heading, widths, false);
  for (const Row& row : rows) out += lines_of(row, widths, style.colour);
  if (shown < result.candidates.size()) {
    out +=
        counted(result.candidates.size() - shown, "more key") + "; --top shows more, --json all\n";
  }
  for (const std::string& line : left_out_lines(result)) out += sentence(line, style.width);
  return out;
}

}  // namespace shardsweep::host
