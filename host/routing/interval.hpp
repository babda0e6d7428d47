#pragma once

#include <vector>

#include "datasets/bson/builder.hpp"

namespace shardsweep::host::routing {

/// Values from `low` to `high` in BSON order, of any types.
struct Interval {
  bson::Value low, high;
  bool low_inclusive = true;
  bool high_inclusive = true;

  bool is_point() const;
};

/// Ascending, disjoint, none empty, and no two that touch. An empty list holds no value.
using IntervalList = std::vector<Interval>;

bson::Value min_key();
bson::Value max_key();
bson::Value int64_value(std::int64_t number);

/// [MinKey, MaxKey].
IntervalList everything();
bool is_everything(const IntervalList& list);
IntervalList point(const bson::ValueView& value);

/// Sorts, drops what is empty and joins what overlaps or touches ([1, 2) and [2, 3]). n log n.
IntervalList normalized(IntervalList parts);
/// Values of both lists. Linear.
IntervalList intersected(const IntervalList& a, const IntervalList& b);
/// Values between MinKey and MaxKey that the list lacks. Linear.
IntervalList complement(const IntervalList& list);

}  // namespace shardsweep::host::routing
