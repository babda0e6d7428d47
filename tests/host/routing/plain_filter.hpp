#pragma once

#include <vector>

#include "tests/host/routing/random_filter.hpp"

namespace shardsweep::test {

/// The members of nested $and (Test::all) as one list, or those of nested $or (Test::any).
std::vector<Filter> members(const Filter& filter, Test list);

/// What the server makes of a filter before it looks at it: lists of one member, $or of one
/// equality repeated, $in of one value and double negations vanish.
Filter plain(Filter filter);

}  // namespace shardsweep::test
