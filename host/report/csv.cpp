#include <fmt/format.h>

#include "datasets/extended_json/write.hpp"
#include "host/report/report.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {

namespace {

/// RFC 4180 with quotes around every text. A text that a spreadsheet would take for a formula gets
/// a leading apostrophe (OWASP "CSV injection").
std::string text_cell(std::string_view text) {
  const std::string cell = printable(text);
  std::string quoted(1, '"');
  if (!cell.empty() && std::string_view("=+-@").find(cell[0]) != std::string_view::npos) {
    quoted += '\'';
  }
  for (const char c : cell) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  quoted += '"';
  return quoted;
}

std::string cell(double value) {
  return extended_json::shortest_double(value);
}
std::string cell(std::uint64_t value) {
  return std::to_string(value);
}

template <class T>
std::string cell(const std::optional<T>& value) {
  return value ? cell(*value) : std::string();
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : "; ") + text;
  return all;
}

std::string codes(const std::vector<Condition>& conditions) {
  std::string all;
  for (const Condition& condition : conditions) all += (all.empty() ? "" : " ") + condition.code;
  return all;
}

std::vector<std::string> insertion_cells(const std::optional<Insertion>& insertion) {
  if (!insertion) return {"", "", "", "", ""};
  return {cell(insertion->median.hottest_shard), cell(insertion->worst.hottest_shard),
          cell(insertion->median.hottest_range),
          cell(static_cast<std::uint64_t>(insertion->median.growth_points)),
          cell(insertion->rank_correlation)};
}

std::optional<double> fullest(const std::optional<Skew>& skew) {
  return skew ? std::optional(skew->max_over_mean) : std::nullopt;
}

std::vector<std::string> cells_of(const CandidateResult& candidate) {
  const Frequency& frequency = candidate.frequency;
  std::vector<std::string> cells = {cell(std::uint64_t{candidate.rank}),
                                    cell(std::uint64_t{candidate.band}),
                                    text_cell(candidate.klass),
                                    cell(candidate.score),
                                    text_cell(to_text(candidate.key)),
                                    cell(candidate.scores.cardinality),
                                    cell(candidate.scores.writes),
                                    cell(candidate.scores.growth),
                                    cell(frequency.distinct),
                                    cell(frequency.useful_shards),
                                    cell(frequency.heaviest.documents),
                                    cell(frequency.heaviest.bytes),
                                    cell(frequency.unsplittable_count),
                                    cell(fullest(candidate.placement.documents)),
                                    cell(fullest(candidate.placement.bytes))};
  for (std::string& text : insertion_cells(candidate.insertion)) cells.push_back(std::move(text));
  cells.push_back(text_cell(candidate.index.existing));
  cells.push_back(cell(candidate.index.estimated_bytes));
  cells.push_back(text_cell(codes(candidate.conditions)));
  cells.push_back(text_cell(joined(candidate.reasons)));
  cells.push_back(candidate.present ? "true" : "false");
  return cells;
}

}  // namespace

std::string report_csv(const SweepResult& result) {
  std::string out =
      "rank,band,class,score,key,cardinality,writes,growth,distinct,usefulShards,"
      "heaviestDocuments,heaviestBytes,unsplittable,maxOverMeanDocuments,maxOverMeanBytes,"
      "hottestShard,worstHottestShard,hottestRange,growthPoints,rankCorrelation,existingIndex,"
      "estimatedIndexBytes,conditions,reasons,presentKey\r\n";
  for (const CandidateResult& candidate : result.candidates) {
    std::string line;
    for (const std::string& text : cells_of(candidate)) line += (line.empty() ? "" : ",") + text;
    out += line + "\r\n";
  }
  return out;
}

}  // namespace shardsweep::host
