#pragma once

#include <string>
#include <vector>

#include "datasets/metadata.hpp"
#include "host/columns/column_table.hpp"
#include "host/key_pattern.hpp"

namespace shardsweep::host {

/// Whether `index` gives analyzeShardKey its cardinality and frequency: the key's field names, in
/// order, are the index's first, hashed or not; btree or hashed; not multikey, sparse, partial,
/// hidden, nor under a collation (MongoDB src/mongo/db/s/analyze_shard_key_cmd_util.cpp). Pure.
bool serves_characteristics(const KeyPattern& key, const datasets::IndexSpec& index,
                            bool multikey = false);

/// Whether the key's field names, in order, are the index's first, whatever directions and types.
bool starts_with_names(const std::vector<datasets::IndexField>& index, const KeyPattern& key);

/// Whether a unique index may stand beside the shard key: it begins with _id, or the key's field
/// names are its first, in order, and its collation is simple.
bool allows_unique_index(const KeyPattern& key, const datasets::IndexSpec& index);

/// Whether a unique index has exactly the key's fields (the _id index counts: every collection has
/// it and it is unique, whatever its entry says). Order and direction of the names must be the
/// key's. Pure.
bool has_unique_index(const KeyPattern& key, const datasets::CollectionMetadata& metadata);

/// What the existing indexes mean for a key.
struct IndexSupport {
  std::string existing;                  ///< name of the index that serves, "" if none
  std::vector<std::string> near_misses;  ///< "a_1: sparse", why the others do not
  std::vector<std::string> redundant;    ///< indexes that a new index on the key would replace
};

/// Looks at every index; `table` tells which are multikey. Cost: no pass over rows.
IndexSupport index_support(const KeyPattern& key, const datasets::CollectionMetadata& metadata,
                           const ColumnTable& table);

/// Whether some document has an array on one of the index's paths.
bool is_multikey(const datasets::IndexSpec& index, const ColumnTable& table);

}  // namespace shardsweep::host
