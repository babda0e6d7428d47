#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "host/routing/parse_filter.hpp"

namespace shardsweep::host::routing {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::Value;
using bson::ValueView;

/// No variable, field path or operator inside.
bool is_plain(const ValueView& value) {
  if (value.type == Type::String) return !value.as_string().starts_with('$');
  if (value.type != Type::Document && value.type != Type::Array) return true;
  for (const Element& element : DocumentView(value))
    if (element.name.starts_with('$') || !is_plain(element.value)) return false;
  return true;
}

std::optional<Value> variable(std::string_view name, DocumentView let) {
  for (const Element& element : let)
    if (element.name == name && is_plain(element.value)) return Value::copy(element.value);
  return std::nullopt;
}

std::optional<Value> constant(const ValueView& value, DocumentView let) {
  if (is_plain(value)) return Value::copy(value);
  if (value.type == Type::String && value.as_string().starts_with("$$"))
    return variable(value.as_string().substr(2), let);
  if (value.type != Type::Document) return std::nullopt;
  const auto first = DocumentView(value).begin();
  if (first->name == "$literal" || first->name == "$const") return Value::copy(first->value);
  return std::nullopt;
}

/// "$a.b", "$$ROOT.a.b" and "$$CURRENT.a.b" name the path a.b.
std::optional<std::string> field_path(const ValueView& value) {
  if (value.type != Type::String) return std::nullopt;
  std::string_view text = value.as_string();
  for (const std::string_view root : {"$$ROOT.", "$$CURRENT."})
    if (text.starts_with(root)) return std::string(text.substr(root.size()));
  if (!text.starts_with('$') || text.starts_with("$$") || text.size() == 1) return std::nullopt;
  return std::string(text.substr(1));
}

Comparison mirrored(Comparison how) {
  switch (how) {
    case Comparison::less:
      return Comparison::greater;
    case Comparison::less_equal:
      return Comparison::greater_equal;
    case Comparison::greater:
      return Comparison::less;
    case Comparison::greater_equal:
      return Comparison::less_equal;
    case Comparison::equal:
      break;
  }
  return how;
}

std::optional<Comparison> comparison_named(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, Comparison>, 5> known = {{
      {"$eq", Comparison::equal},
      {"$lt", Comparison::less},
      {"$lte", Comparison::less_equal},
      {"$gt", Comparison::greater},
      {"$gte", Comparison::greater_equal},
  }};
  for (const auto& [text, how] : known)
    if (text == name) return how;
  return std::nullopt;
}

/// The server leaves comparisons with arrays and undefined to the expression itself.
bool has_bounds(const Value& value) {
  return value.type != Type::Array && value.type != Type::Undefined;
}

/// {$eq: ["$a", 5]} either way round.
std::optional<MatchNode> comparison(const Element& element, DocumentView let) {
  const std::optional<Comparison> how = comparison_named(element.name);
  if (!how || element.value.type != Type::Array) return std::nullopt;
  std::vector<ValueView> sides;
  for (const Element& side : DocumentView(element.value)) sides.push_back(side.value);
  if (sides.size() != 2) return std::nullopt;
  const bool turned = !field_path(sides[0]);
  const std::optional<std::string> path = field_path(sides[turned ? 1 : 0]);
  std::optional<Value> value = constant(sides[turned ? 0 : 1], let);
  if (!path || !value || !has_bounds(*value)) return std::nullopt;
  MatchNode node(MatchKind::comparison, *path);
  node.comparison = turned ? mirrored(*how) : *how;
  node.across_types = true;
  node.values.push_back(std::move(*value));
  return node;
}

}  // namespace

void collect_paths(const ValueView& expression, MatchNode& node) {
  if (const std::optional<std::string> path = field_path(expression)) {
    node.paths.push_back(*path);
  } else if (expression.type == Type::String) {
    // Variables may hold the whole document.
    if (expression.as_string().starts_with("$$")) node.reads_anything = true;
  } else if (expression.type == Type::Document || expression.type == Type::Array) {
    for (const Element& element : DocumentView(expression)) {
      if (element.name == "$literal" || element.name == "$const") continue;
      collect_paths(element.value, node);
    }
  }
}

MatchNode parse_expression(const ValueView& expression, DocumentView let) {
  if (expression.type == Type::Document) {
    const DocumentView document(expression);
    auto element = document.begin();
    if (element != document.end()) {
      const Element first = *element;
      std::optional<MatchNode> made = comparison(first, let);
      if (made && ++element == document.end()) return std::move(*made);
    }
  }
  MatchNode node(MatchKind::opaque);
  collect_paths(expression, node);
  return node;
}

}  // namespace shardsweep::host::routing
