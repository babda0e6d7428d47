#include <algorithm>

#include "host/routing/compiled_filter.hpp"
#include "host/routing/match_node.hpp"

namespace shardsweep::host::routing {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::ValueView;

/// The value at a dotted path below an object; nullopt where an object ends or an array begins.
std::optional<ValueView> value_below(ValueView value, std::string_view path) {
  while (!path.empty()) {
    if (value.type != Type::Document) return std::nullopt;
    const std::size_t dot = std::min(path.find('.'), path.size());
    const std::string_view name = path.substr(0, dot);
    path.remove_prefix(std::min(dot + 1, path.size()));
    const Element* found = nullptr;
    Element kept;
    for (const Element& element : DocumentView(value)) {
      if (element.name != name) continue;
      kept = element;
      found = &kept;
      break;
    }
    if (found == nullptr) return std::nullopt;
    value = found->value;
  }
  return value;
}

/// $ref, then $id, then perhaps $db.
bool is_reference(DocumentView document) {
  const auto first = document.begin();
  return first != document.end() && first->name == "$ref";
}

/// The server cannot store a field whose name starts with $ unless it is a DBRef's.
bool holds_operators(const ValueView& value) {
  if (value.type != Type::Document && value.type != Type::Array) return false;
  const DocumentView document(value);
  const bool reference = value.type == Type::Document && is_reference(document);
  for (const Element& element : document) {
    const bool reference_name =
        reference && (element.name == "$ref" || element.name == "$id" || element.name == "$db");
    if (element.name.starts_with('$') && !reference_name) return true;
    if (holds_operators(element.value)) return true;
  }
  return false;
}

bool may_be_key(const ValueView& value) {
  return value.type != Type::Array && value.type != Type::Regex && !holds_operators(value);
}

}  // namespace

std::optional<ValueView> CompiledFilter::equality_at(std::string_view path) const {
  const EqualityFact* only = nullptr;
  for (const EqualityFact& fact : equalities) {
    if (!paths_touch(fact.path, path)) continue;
    if (only != nullptr || fact.path.size() > path.size()) return std::nullopt;
    only = &fact;
  }
  if (only == nullptr) return std::nullopt;
  const std::string_view below = path.substr(std::min(only->path.size() + 1, path.size()));
  const std::optional<ValueView> value = value_below(only->value, below);
  if (!value || !may_be_key(*value)) return std::nullopt;
  return value;
}

}  // namespace shardsweep::host::routing
