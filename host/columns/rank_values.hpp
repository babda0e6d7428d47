#pragma once

#include <cstdint>

#include "host/columns/pod_vector.hpp"
#include "host/columns/value_store.hpp"

namespace shardsweep::host {

/// Dense ranks of a list of values in BSON comparison order.
struct Ranking {
  PodVector<std::uint32_t> ranks;  ///< by item: the place of its comparison class
  PodVector<std::uint32_t> first;  ///< by class: its first item
};

/// Ranks at most 2^32 - 2 values. Deterministic. Cost: one pass when they are in order already or
/// lie in a small range, else sorting of 16 bytes a value (vqsort); values are compared one by one
/// only where 64-bit images cannot tell them apart.
Ranking rank_values(const ValueStore& values);

}  // namespace shardsweep::host
