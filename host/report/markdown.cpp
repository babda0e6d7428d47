#include <fmt/format.h>

#include <algorithm>

#include "host/report/lines.hpp"
#include "host/report/report.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {

namespace {

/// Printable text with everything escaped that Markdown or HTML would read.
std::string escaped(std::string_view text, std::size_t columns = 400) {
  std::string out;
  for (const char c : printable(text, columns)) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      if (std::string_view("\\`*_[]{}|~#$").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string row(const CandidateResult& candidate) {
  const auto& insertion = candidate.insertion;
  const std::string why = candidate.reasons.empty() ? "" : candidate.reasons.front();
  return fmt::format(
      "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", candidate.rank, candidate.band,
      escaped(to_text(candidate.key), 120) + present_mark(candidate), class_text(candidate.klass),
      score_text(candidate.score), score_text(candidate.scores.cardinality),
      score_text(candidate.scores.writes), score_text(candidate.scores.growth),
      insertion ? percent_text(insertion->median.hottest_shard) : "unknown", escaped(why));
}

}  // namespace

std::string report_markdown(const SweepResult& result, std::uint32_t top) {
  std::string out = "# Shard keys\n\n" + escaped(result.advice.line, 1000) + "\n\n";
  for (const std::string& note : result.notes) out += escaped(note, 1000) + "\n\n";
  out += escaped(documents_line(result), 1000) + "\n\n";
  out += escaped(settings_line(result), 2000) + "\n\n";
  out +=
      "| rank | band | key | class | score | cardinality | writes | growth | hottest shard | why "
      "|\n";
  out += "| ---: | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n";
  const std::size_t rows = std::min<std::size_t>(top, result.candidates.size());
  for (std::size_t i = 0; i < rows; ++i) out += row(result.candidates[i]);
  if (rows < result.candidates.size()) {
    out += fmt::format("\n{} more keys are not shown.\n", result.candidates.size() - rows);
  }
  const std::vector<std::string> left_out = left_out_lines(result);
  if (!left_out.empty()) out += "\n";
  for (const std::string& line : left_out) out += "- " + escaped(line, 800) + "\n";
  return out;
}

}  // namespace shardsweep::host
