#pragma once

#include <string>

#include "host/routing/match_node.hpp"

namespace shardsweep::host::routing {

/// Reads a filter as find, count, $match, update and delete take it. `let` holds the variables that
/// $expr may name. The tree is not simplified. Throws RefusedError with the server's error name
/// (BadValue, FailedToParse) and its reason for what the server refuses; operators that the server
/// knows but that say nothing of key values become `opaque`. Linear; recursion is bounded by the
/// nesting of valid BSON.
MatchNode parse_filter(bson::DocumentView filter, bson::DocumentView let = {});

/// An object whose first field is an operator, as {$gt: 1}; DBRefs are none.
bool is_operator_object(const bson::ValueView& value);

/// The predicates of one field: `{path: value}`. (The parts of parse_filter, in their files.)
MatchNode parse_field(const std::string& path, const bson::ValueView& value);
MatchNode parse_operator(const std::string& path, std::string_view name,
                         const bson::ValueView& argument, bson::DocumentView siblings);
MatchNode parse_conditions(bson::DocumentView filter, const std::string& prefix,
                           bson::DocumentView let);
/// The value of $expr.
MatchNode parse_expression(const bson::ValueView& expression, bson::DocumentView let);
/// Adds the paths that an aggregation expression reads to `node.paths`, or sets reads_anything.
void collect_paths(const bson::ValueView& expression, MatchNode& node);

}  // namespace shardsweep::host::routing
