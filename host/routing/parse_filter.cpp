#include "host/routing/parse_filter.hpp"

#include <algorithm>
#include <array>

#include "datasets/bson/printable.hpp"
#include "host/error.hpp"

namespace shardsweep::host::routing {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::ValueView;

MatchNode opaque_everything() {
  MatchNode node(MatchKind::opaque);
  node.reads_anything = true;
  return node;
}

MatchNode parse_list(MatchKind kind, std::string_view name, const ValueView& list,
                     const std::string& prefix, DocumentView let) {
  const std::string operation(name);
  if (list.type != Type::Array) throw RefusedError("BadValue", operation + " must be an array");
  MatchNode node(kind);
  for (const Element& branch : DocumentView(list)) {
    if (branch.value.type != Type::Document)
      throw RefusedError("BadValue", operation + " takes objects");
    node.children.push_back(parse_conditions(DocumentView(branch.value), prefix, let));
  }
  if (node.children.empty())
    throw RefusedError("BadValue", operation + " must be a nonempty array");
  return node;
}

/// Operators of the top level that no bounds come from.
bool is_opaque_operator(std::string_view name) {
  constexpr std::array<std::string_view, 3> known = {"$where", "$jsonSchema", "$sampleRate"};
  return std::ranges::find(known, name) != known.end() || name.starts_with("$_");
}

MatchNode parse_top_operator(const Element& element, const std::string& prefix, DocumentView let) {
  const std::string_view name = element.name;
  if (name == "$and") return parse_list(MatchKind::all_of, name, element.value, prefix, let);
  if (name == "$or") return parse_list(MatchKind::any_of, name, element.value, prefix, let);
  if (name == "$nor") return parse_list(MatchKind::none_of, name, element.value, prefix, let);
  if (name == "$expr") return parse_expression(element.value, let);
  if (name == "$text") return MatchNode(MatchKind::text);
  if (name == "$comment" || name == "$alwaysTrue") return MatchNode(MatchKind::always_true);
  if (name == "$alwaysFalse") return MatchNode(MatchKind::always_false);
  if (is_opaque_operator(name)) return opaque_everything();
  throw RefusedError("BadValue", "unknown top level operator: " + bson::printable(name));
}

bool is_reference_name(std::string_view name) {
  return name == "$ref" || name == "$id" || name == "$db";
}

}  // namespace

bool is_operator_object(const ValueView& value) {
  if (value.type != Type::Document) return false;
  const DocumentView document(value);
  const auto first = document.begin();
  return first != document.end() && first->name.starts_with('$') && !is_reference_name(first->name);
}

MatchNode parse_conditions(DocumentView filter, const std::string& prefix, DocumentView let) {
  MatchNode node(MatchKind::all_of);
  for (const Element& element : filter) {
    if (element.name.starts_with('$') && !is_reference_name(element.name)) {
      node.children.push_back(parse_top_operator(element, prefix, let));
    } else {
      node.children.push_back(parse_field(prefix + std::string(element.name), element.value));
    }
  }
  return node;
}

MatchNode parse_filter(DocumentView filter, DocumentView let) {
  return parse_conditions(filter, "", let);
}

}  // namespace shardsweep::host::routing
