#include "datasets/operations/record_format.hpp"

#include <algorithm>

#include "datasets/bson/validate.hpp"
#include "datasets/error.hpp"
#include "datasets/extended_json/parse.hpp"
#include "datasets/extended_json/stream.hpp"
#include "datasets/input/format.hpp"
#include "datasets/operations/field_values.hpp"

namespace shardsweep::datasets {
namespace {

using bson::DocumentView;
using bson::Type;

bool has(DocumentView document, std::string_view name) {
  return find_field(document, name).has_value();
}

bool has(DocumentView document, std::string_view name, Type type) {
  const auto value = find_field(document, name);
  return value && value->type == type;
}

/// nullopt where the text is no document.
std::optional<bool> is_record(std::string_view text) {
  try {
    std::string document;
    extended_json::parse_document(text, document);
    return record_format(DocumentView(document)).has_value();
  } catch (const DataError&) {
    return std::nullopt;
  }
}

/// A whole line of a server's log among the text, whatever stands before its brace.
bool has_log_line(std::string_view head) {
  for (std::size_t at = 0; at < head.size();) {
    const std::size_t end = std::min(head.find('\n', at), head.size());
    std::string_view line = head.substr(at, end - at);
    at = end + 1;
    const std::size_t brace = line.find('{');
    if (brace == std::string_view::npos || line.find("\"ctx\"") == std::string_view::npos) continue;
    line.remove_prefix(brace);
    try {
      std::string document;
      extended_json::parse_document(line, document);
      if (record_format(DocumentView(document)) == RecordFormat::log_line) return true;
    } catch (const DataError&) {
      // Another line may tell.
    }
  }
  return false;
}

/// Some document is a record, or none can be read: the reading will say why.
bool has_json_record(std::string_view head) {
  extended_json::JsonSplitter splitter;
  splitter.append(head);
  splitter.finish();
  extended_json::Piece piece;
  bool any_document = false;
  try {
    while (splitter.next(piece)) {
      const auto record = piece.problem.empty() ? is_record(piece.text) : std::nullopt;
      if (record == true) return true;
      any_document = any_document || record.has_value();
    }
  } catch (const DataError&) {
    return true;  // UTF-16
  }
  return !any_document;
}

/// Where the first document goes beyond the head, the fields up to there must do.
bool has_bson_record(std::string_view head) {
  const auto length = static_cast<std::size_t>(bson::load<std::int32_t>(head.data()));
  const std::string_view document = head.substr(0, length);
  if (document.size() == length && bson::validate(document)) return false;
  return record_format(DocumentView(document)).has_value();
}

}  // namespace

std::optional<RecordFormat> record_format(DocumentView document) {
  if (has(document, "t", Type::Date) && has(document, "c", Type::String) && has(document, "ctx"))
    return RecordFormat::log_line;
  if (has(document, "cmdName", Type::String) && has(document, "cmd"))
    return RecordFormat::sampled_query;
  if (has(document, "diff", Type::Document) && has(document, "ns", Type::String))
    return RecordFormat::sampled_diff;
  if (!has(document, "op", Type::String)) return std::nullopt;
  const bool profile = has(document, "millis") || has(document, "command");
  return profile ? RecordFormat::profile : RecordFormat::json_line;
}

std::optional<RecordContainer> recognise_records(StoredInput& input) {
  const std::string head = read_head(input);
  if (has_log_line(head)) return RecordContainer::log;
  const auto format = format_of_content(head);
  if (format == Format::archive) return RecordContainer::archive;
  if (format == Format::bson && has_bson_record(head)) return RecordContainer::bson;
  if (format == Format::json && has_json_record(head)) return RecordContainer::json;
  const bool blank = head.find_first_not_of(" \t\r\n") == std::string::npos;
  return blank ? std::optional(RecordContainer::json) : std::nullopt;
}

std::string known_records() {
  return "known are our JSON lines ({\"op\": \"find\", ...}), JSON logs of mongod and mongos 4.4 "
         "and "
         "later, system.profile and config.sampledQueries as BSON or Extended JSON";
}

}  // namespace shardsweep::datasets
