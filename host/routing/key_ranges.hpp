#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "host/key_pattern.hpp"
#include "host/routing/compiled_filter.hpp"

namespace shardsweep::host::routing {

/// The values of a shard key in the pattern's order; a hashed field's is its hash.
using KeyValues = std::vector<bson::Value>;

/// Keys from `low` to `high`, both included.
struct KeyRange {
  KeyValues low, high;
};

/// More ranges the server refuses with error 17439 (MongoDB src/mongo/s/chunk_manager.cpp).
inline constexpr std::size_t max_key_ranges = 4'000'000;

/// Field by field as BSON compares, the first difference decides.
std::weak_ordering compare_keys(const KeyValues& a, const KeyValues& b);

/// What the filter allows of each field of the key; everything() where it says nothing, and for all
/// fields unless it bounds the first one.
std::vector<IntervalList> key_bounds(const CompiledFilter& filter, const KeyPattern& key);

/// The bounds as closed ranges, ascending by their first difference: fields that are one point are
/// fixed, the first that is not gives a range for each of its intervals, later ones only narrow
/// both ends. None when some field allows nothing. Throws RefusedError (Location17439) over
/// max_key_ranges.
std::vector<KeyRange> key_ranges(const std::vector<IntervalList>& bounds);

/// The whole key where every field has an equality (CompiledFilter::equality_at) and the collation
/// lets it be used: under one that is not simple neither strings nor what may hold them, nor keys
/// with a hashed field (whose values can no longer be told, except by findAndModify, which does not
/// ask: `trusts_hashes`).
std::optional<KeyValues> full_key(const CompiledFilter& filter, const KeyPattern& key,
                                  bool trusts_hashes = false);

}  // namespace shardsweep::host::routing
