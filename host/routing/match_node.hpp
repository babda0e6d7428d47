#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "datasets/bson/builder.hpp"

namespace shardsweep::host::routing {

enum class MatchKind : std::uint8_t {
  always_true,
  always_false,
  all_of,          ///< children
  any_of,          ///< children
  none_of,         ///< children ($nor)
  negation,        ///< one child ($not, $ne, $nin, $exists: false)
  comparison,      ///< path, comparison, one value
  in,              ///< path, values: equalities, Regex values as patterns
  exists,          ///< path
  type,            ///< path, types
  regex,           ///< path, one Regex value
  modulo,          ///< path, values: divisor and remainder
  element_object,  ///< path of the array, one child whose paths are full paths
  element_value,   ///< path, one child about the elements, whose paths are `path`
  text,            ///< $text
  opaque,          ///< says nothing of key values; reads `paths`, or anything
};

enum class Comparison : std::uint8_t { equal, less, less_equal, greater, greater_equal };

/// A filter as a tree. Every predicate names its full path.
struct MatchNode {
  MatchKind kind = MatchKind::all_of;
  Comparison comparison = Comparison::equal;
  /// comparison: came from $expr, which compares across types (no type bracketing).
  bool across_types = false;
  bool reads_anything = false;  ///< opaque: depends on more than `paths`
  std::string path;
  std::vector<MatchNode> children;
  std::vector<bson::Value> values;
  std::vector<bson::Type> types;
  std::vector<std::string> paths;

  MatchNode() = default;
  explicit MatchNode(MatchKind made) : kind(made) {}
  MatchNode(MatchKind made, std::string of) : kind(made), path(std::move(of)) {}
};

/// The node around one child.
MatchNode around(MatchKind kind, MatchNode child);

/// As the server simplifies before it looks for keys and bounds: nested $and and $or are merged,
/// $or of one branch or of one equality repeated becomes it, a double negation vanishes, $in of one
/// value becomes an equality, $in loses doubles. Linear but for sorting $in.
MatchNode simplified(MatchNode node);

/// Whether the first path is the second or leads to it ("a" to "a.b").
bool is_path_prefix(std::string_view prefix, std::string_view path);
/// Whether one of the two leads to the other.
bool paths_touch(std::string_view a, std::string_view b);

}  // namespace shardsweep::host::routing
