#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "datasets/metadata.hpp"
#include "host/columns/column_table.hpp"
#include "host/key_pattern.hpp"

namespace shardsweep::host {

/// Why the server would not shard this collection by any key: a view, a capped collection.
std::vector<Refusal> check_collection(const datasets::CollectionMetadata& metadata);

/// Why the server would not shard a time-series collection by this key of its buckets, which is
/// what a dump holds: sharded from 5.1 on, by the meta field and fields inside it (meta in the
/// buckets) and, last and ascending, the time field (control.min.FIELD). Source: MongoDB
/// src/mongo/db/global_catalog/README_timeseries.md. Nothing for other collections.
std::optional<Refusal> check_time_series(const KeyPattern& key, ServerVersion server,
                                         const datasets::CollectionMetadata& metadata);

/// Why no key of the server can hold this field at all: a name it does not take ($x), or a field of
/// time-series buckets other than meta and time.
std::optional<Refusal> check_field(const std::string& path, ServerVersion server,
                                   const datasets::CollectionMetadata& metadata);

/// Sentences about the collection that a reader of any result must know: a time-series collection
/// (the documents are buckets or measurements), a default collation that is not simple, a clustered
/// collection.
std::vector<std::string> collection_notes(const datasets::CollectionMetadata& metadata);

/// Names of the unique indexes that the server does not let stand beside the shard key: the index
/// neither starts with _id nor has the key's fields as its first (names in order; direction and
/// hashing do not matter), or is under a collation (MongoDB ShardKeyPattern::
/// isUniqueIndexCompatible). Such a key needs the index gone first; it is not advised for that.
std::vector<std::string> unique_indexes_in_the_way(const KeyPattern& key,
                                                   const datasets::CollectionMetadata& metadata);

/// The documents' part of the refusals (check_key asks all): arrays on the path, values missing
/// before 4.4, key values over 512 bytes before 4.4. Fields without a column are passed over. Cost:
/// before 4.4 one pass over the distinct values, and over the rows only when sizes are near 512.
std::vector<Refusal> check_documents(const KeyPattern& key, ServerVersion server,
                                     const ColumnTable& table);

/// Bytes of the largest BSON element (type, name, value) that the field can put into a key. With 5
/// for the object around them, sums up to 512 need no check before 4.4. Cost: one look at each
/// distinct value.
std::uint64_t largest_key_element(const FieldColumn& column);

}  // namespace shardsweep::host
