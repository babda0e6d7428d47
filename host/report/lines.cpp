#include "host/report/lines.hpp"

#include <fmt/format.h>

#include "host/text/printable.hpp"

namespace shardsweep::host {

namespace {

constexpr std::size_t longest_name = 120;

}  // namespace

std::string documents_line(const SweepResult& result) {
  const DocumentsSummary& documents = result.documents;
  std::string line =
      fmt::format("{}, {} (average {})", counted(documents.count, "document"),
                  bytes_text(documents.bytes), counted(documents.avg_doc_size_bytes, "byte"));
  if (!documents.arrival_source.empty()) {
    line += ", arrival by " + printable(documents.arrival_source, longest_name);
  }
  if (documents.skipped > 0) line += ", " + grouped(documents.skipped) + " skipped as bad";
  return line + fmt::format("; placement {}", result.cluster.start == "empty"
                                                  ? "by the initial chunks of an empty collection "
                                                    "(hashed first field), else settled"
                                                  : "settled");
}

std::string settings_line(const SweepResult& result) {
  std::string line = "in force:";
  for (const Setting& setting : result.settings) {
    line += " " + setting.name + " " + printable(setting.value, longest_name);
  }
  return line;
}

std::vector<std::string> left_out_lines(const SweepResult& result) {
  std::vector<std::string> lines;
  for (const RefusedKey& refused : result.refused) {
    lines.push_back(fmt::format(
        "refused {}: {} ({})", printable(to_text(refused.key), longest_name),
        printable(refused.reason, 2 * longest_name), printable(refused.code, longest_name)));
  }
  for (const Omitted& omitted : result.omitted) {
    std::string line = fmt::format("omitted {}: {}", grouped(omitted.count),
                                   printable(omitted.rule, 2 * longest_name));
    if (!omitted.example.empty()) {
      line += ", for example " + printable(omitted.example, longest_name);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string score_text(const std::optional<double>& score) {
  return score ? fmt::format("{:.1f}", *score) : "-";
}

std::string present_mark(const CandidateResult& candidate) {
  return candidate.present ? " (present key)" : "";
}

std::string class_text(const std::string& klass) {
  return klass == "notAdvised" ? "not advised" : klass;
}

}  // namespace shardsweep::host
