#pragma once

#include <compare>

#include "datasets/bson/view.hpp"

namespace shardsweep::host {

/// BSON comparison order of two values, as shard keys and indexes use it (simple collation; the
/// outermost names do not count). Equivalent values (1 and 1.0) compare equal. Both must come from
/// validated documents. The only place that knows the order.
std::weak_ordering compare_values(const bson::ValueView& a, const bson::ValueView& b);

/// Numbers only (Double, Int32, Int64, Decimal128): exact mathematical comparison; NaN is the least
/// and equal to itself.
std::weak_ordering compare_numbers(const bson::ValueView& a, const bson::ValueView& b);

}  // namespace shardsweep::host
