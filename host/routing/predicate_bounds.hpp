#pragma once

#include <optional>

#include "host/routing/interval.hpp"
#include "host/routing/match_node.hpp"

namespace shardsweep::host::routing {

/// What the bounds of a predicate depend on beside the predicate.
struct BoundsRules {
  bool simple_collation = true;
  /// Before 8.0 an equality with null also matches undefined.
  bool null_matches_undefined = false;
};

/// Whether a collation changes how the value compares: strings, and what may hold them.
bool is_collatable(bson::Type type);

/// The values of its field that the predicate allows, as the server's query planner bounds an index
/// that is neither multikey nor sparse and has the simple collation
/// (MongoDB src/mongo/db/query/.../index_bounds_builder.cpp, planner_ixselect.cpp). nullopt: the
/// planner cannot use the predicate. A superset of the matching values in any case.
std::optional<IntervalList> ranged_bounds(const MatchNode& leaf, const BoundsRules& rules);

/// The same for a hashed field, over hashes (Int64): points, everything, or nullopt.
std::optional<IntervalList> hashed_bounds(const MatchNode& leaf, const BoundsRules& rules);

/// MongoDB's hash of a value as an Int64 value.
bson::Value hash_of(const bson::ValueView& value);

}  // namespace shardsweep::host::routing
