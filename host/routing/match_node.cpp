#include "host/routing/match_node.hpp"

#include <algorithm>
#include <iterator>

#include "host/values/order.hpp"

namespace shardsweep::host::routing {
namespace {

using bson::Value;

/// Children of the same kind give their children; `neutral` ones vanish.
std::vector<MatchNode> merged(std::vector<MatchNode> children, MatchKind kind, MatchKind neutral) {
  std::vector<MatchNode> made;
  for (MatchNode& child : children) {
    MatchNode simple = simplified(std::move(child));
    if (simple.kind == kind) {
      std::ranges::move(simple.children, std::back_inserter(made));
    } else if (simple.kind != neutral) {
      made.push_back(std::move(simple));
    }
  }
  return made;
}

bool is_equality(const MatchNode& node) {
  return node.kind == MatchKind::comparison && node.comparison == Comparison::equal &&
         !node.across_types;
}

bool same_equality(const MatchNode& a, const MatchNode& b) {
  return is_equality(a) && is_equality(b) && a.path == b.path &&
         compare_values(a.values[0], b.values[0]) == 0;
}

MatchNode simplified_and(MatchNode node) {
  node.children = merged(std::move(node.children), MatchKind::all_of, MatchKind::always_true);
  if (node.children.empty()) return MatchNode(MatchKind::always_true);
  if (node.children.size() == 1) return std::move(node.children[0]);
  return node;
}

MatchNode simplified_or(MatchNode node) {
  node.children = merged(std::move(node.children), MatchKind::any_of, MatchKind::always_false);
  if (node.children.empty()) return MatchNode(MatchKind::always_false);
  const MatchNode& first = node.children[0];
  const bool one = std::ranges::all_of(node.children.begin() + 1, node.children.end(),
                                       [&](const MatchNode& n) { return same_equality(first, n); });
  if (one) return std::move(node.children[0]);
  return node;
}

MatchNode simplified_in(MatchNode node) {
  const auto less = [](const Value& a, const Value& b) { return compare_values(a, b) < 0; };
  const auto same = [](const Value& a, const Value& b) { return compare_values(a, b) == 0; };
  std::ranges::stable_sort(node.values, less);
  node.values.erase(std::unique(node.values.begin(), node.values.end(), same), node.values.end());
  if (node.values.size() != 1) return node;
  node.kind = node.values[0].type == bson::Type::Regex ? MatchKind::regex : MatchKind::comparison;
  node.comparison = Comparison::equal;
  return node;
}

}  // namespace

MatchNode around(MatchKind kind, MatchNode child) {
  MatchNode node(kind);
  node.children.push_back(std::move(child));
  return node;
}

MatchNode simplified(MatchNode node) {
  if (node.kind == MatchKind::all_of) return simplified_and(std::move(node));
  if (node.kind == MatchKind::any_of) return simplified_or(std::move(node));
  if (node.kind == MatchKind::in) return simplified_in(std::move(node));
  for (MatchNode& child : node.children) child = simplified(std::move(child));
  if (node.kind == MatchKind::negation && node.children[0].kind == MatchKind::negation)
    return std::move(node.children[0].children[0]);
  return node;
}

bool is_path_prefix(std::string_view prefix, std::string_view path) {
  return path.starts_with(prefix) && (path.size() == prefix.size() || path[prefix.size()] == '.');
}

bool paths_touch(std::string_view a, std::string_view b) {
  return is_path_prefix(a, b) || is_path_prefix(b, a);
}

}  // namespace shardsweep::host::routing
