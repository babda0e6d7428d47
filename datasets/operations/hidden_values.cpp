// Values that a server or a tool has put in the place of the client's.
#include <algorithm>
#include <array>

#include "datasets/operations/command_reading.hpp"

namespace shardsweep::datasets {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::ValueView;

/// "?number", "?array<?string>" and the like, as $queryStats writes shapes.
bool is_shape(std::string_view text) {
  constexpr std::array<std::string_view, 17> types = {
      "?string", "?number",     "?date",      "?bool",      "?objectId",           "?binData",
      "?regex",  "?null",       "?object",    "?undefined", "?timestamp",          "?minKey",
      "?maxKey", "?javascript", "?dbPointer", "?symbol",    "?javascriptWithScope"};
  if (!text.starts_with('?')) return false;
  return text.starts_with("?array<") || std::ranges::find(types, text) != types.end();
}

}  // namespace

std::optional<Reason> hidden_values(DocumentView document) {
  for (const Element& element : document) {
    const ValueView& value = element.value;
    if (value.type == Type::String && value.as_string() == redaction) return Reason::redacted;
    if (value.type == Type::String && is_shape(value.as_string())) return Reason::pattern_only;
    if (value.type != Type::Document && value.type != Type::Array) continue;
    if (const auto reason = hidden_values(DocumentView(value))) return reason;
  }
  return std::nullopt;
}

std::optional<Reason> hidden_values(const Operation& operation) {
  for (const OptionalDocument* part : {&operation.filter, &operation.pipeline, &operation.document})
    if (const auto reason = hidden_values(part->view())) return reason;
  if (operation.update.type == Type::Null) return std::nullopt;
  return hidden_values(DocumentView(ValueView(operation.update)));
}

}  // namespace shardsweep::datasets
