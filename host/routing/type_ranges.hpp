#pragma once

#include "datasets/bson/type.hpp"
#include "host/routing/interval.hpp"

namespace shardsweep::host::routing {

/// The least value of a type's comparison class (for numbers NaN), as the server's
/// BSONObjBuilder::appendMinForType has it.
bson::Value smallest_of(bson::Type type);

/// The end of a type's class: its greatest value where the type has a fixed width, else the first
/// value of the next class, which is left out (the server's appendMaxForType).
struct TypeEnd {
  bson::Value value;
  bool inclusive = true;
};
TypeEnd end_of(bson::Type type);

/// From smallest_of to end_of.
Interval range_of(bson::Type type);

bson::Value infinity(bool negative);
bool is_number(bson::Type type);

}  // namespace shardsweep::host::routing
