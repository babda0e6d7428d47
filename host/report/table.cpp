#include <fmt/format.h>

#include <algorithm>

#include "host/report/lines.hpp"
#include "host/report/report.hpp"
#include "host/text/printable.hpp"

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
      printable(to_text(candidate.key)),
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

std::string line_of(const Row& row, const Widths& widths, bool colour) {
  std::string line;
  for (std::size_t i = 0; i < widths.fixed.size(); ++i) {
    const std::string cell = padded(row.fixed[i], widths.fixed[i]);
    line += (i == 2 && !row.klass.empty() ? coloured(cell, row.klass, colour) : cell) + "  ";
  }
  line += padded(printable(row.key, widths.key), widths.key) + "  ";
  line += printable(row.why, widths.why);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

/// Bytes of the longest beginning of `word` that fits.
std::size_t cut_at(const std::string& word, std::size_t columns) {
  std::size_t bytes = 0;
  while (bytes < word.size()) {
    std::size_t next = bytes + 1;
    while (next < word.size() && (static_cast<unsigned char>(word[next]) & 0xC0) == 0x80) ++next;
    if (display_width(word.substr(0, next)) > columns) break;
    bytes = next;
  }
  return bytes;
}

/// Breaks a sentence at spaces, and words longer than a line anywhere; further lines are indented.
std::string wrapped(const std::string& text, unsigned width) {
  const std::size_t columns = std::max(20U, width);
  std::string out, line;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = std::min(text.find(' ', at), text.size());
    std::size_t next = end + 1;
    if (display_width(text.substr(at, end - at)) > columns - 2) {
      end = at + cut_at(text.substr(at, end - at), columns - 2);
      next = end;
    }
    const std::string word = text.substr(at, end - at);
    at = next;
    if (!line.empty() && display_width(line) + 1 + display_width(word) > columns) {
      out += line + "\n";
      line.assign(1, ' ');
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return out + line + "\n";
}

}  // namespace

std::string report_table(const SweepResult& result, const TableStyle& style) {
  std::string out = wrapped(printable(result.advice.line), style.width);
  for (const std::string& note : result.notes) out += wrapped(printable(note), style.width);
  out += wrapped(documents_line(result), style.width);
  out += wrapped(settings_line(result), style.width) + "\n";
  std::vector<Row> rows;
  const std::size_t shown = std::min<std::size_t>(style.top, result.candidates.size());
  for (std::size_t i = 0; i < shown; ++i) rows.push_back(row_of(result.candidates[i]));
  const Widths widths = widths_of(rows, style.width);
  const Row heading = {{std::begin(headings), std::end(headings)}, "KEY", "WHY", ""};
  out += line_of(heading, widths, false);
  for (const Row& row : rows) out += line_of(row, widths, style.colour);
  if (shown < result.candidates.size()) {
    out += fmt::format("{} more keys; --top shows more, --json all\n",
                       result.candidates.size() - shown);
  }
  for (const std::string& line : left_out_lines(result)) out += wrapped(line, style.width);
  return out;
}

}  // namespace shardsweep::host
