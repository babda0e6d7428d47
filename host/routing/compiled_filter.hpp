#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/routing/interval.hpp"
#include "host/routing/match_node.hpp"
#include "host/routing/predicate_bounds.hpp"

namespace shardsweep::host::routing {

/// A field as part of some key: its values, or its hashes.
struct KeyField {
  std::string path;
  bool hashed = false;

  auto operator<=>(const KeyField&) const = default;
};

/// What a filter allows of one field: intervals of values, or of hashes (Int64) when hashed.
struct FieldBounds {
  KeyField field;
  IntervalList intervals;
};

/// Bounds that hold together, by field ascending. A field that is not there is unbounded.
struct BoundsTable {
  std::vector<FieldBounds> fields;

  const IntervalList* find(const KeyField& field) const;
};

/// An equality that every matching document fulfils, outside $or: the whole value at the path.
struct EqualityFact {
  std::string path;
  bson::Value value;
};

/// A filter reduced once to what routing needs, independent of any shard key. It is evaluated per
/// key by key_bounds() and full_key(), so that hundreds of keys share one compilation.
///
/// Bounds depend on a key only through its first field: $or helps only where the first field is not
/// bounded outside it. So there is one table for each group of first fields.
class CompiledFilter {
 public:
  /// The table of keys that begin with `first`; null: the filter does not bound that field, and
  /// such keys are unbounded.
  const BoundsTable* bounds_for(const KeyField& first) const;

  /// The value that every key path must have, from an equality on the path or on a parent object
  /// (which then must hold the path); nullopt where there is none, where two equalities meet on the
  /// path, one lies below it, or the value is an array, a regex or an object with $ names.
  std::optional<bson::ValueView> equality_at(std::string_view path) const;

  std::vector<BoundsTable> tables;
  struct Start {
    KeyField first;
    std::size_t table = 0;
  };
  std::vector<Start> starts;  ///< by field ascending
  std::vector<EqualityFact> equalities;
  bool simple_collation = true;
};

/// Compiles a simplified filter. Cost: n log n in its predicates and values; hashes every equality
/// once.
CompiledFilter compile_filter(const MatchNode& filter, const BoundsRules& rules);

}  // namespace shardsweep::host::routing
