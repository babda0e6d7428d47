#pragma once

#include <optional>
#include <string>

#include "datasets/operations/operation.hpp"
#include "host/routing/chunk_map.hpp"
#include "host/routing/time_series.hpp"

namespace shardsweep::host::routing {

/// Where a collection's documents lie, as a router knows it.
struct RoutingTable {
  /// Of a sharded collection. Without one the whole collection is on `only_shard`: the database's
  /// primary shard, or the shard it was moved to.
  std::optional<ChunkMap> chunks;
  std::string only_shard;
  datasets::OptionalDocument default_collation;
  std::optional<TimeSeries> time_series;
};

/// What the command line says of a table beside the file.
struct TableOptions {
  std::optional<KeyPattern> key;  ///< --key
  std::string ns;                 ///< --ns, picks a collection of a dump of config
  std::string temp_directory;
};

/// Reads the chunks of a collection from
///   {"key": K, "chunks": [{"min", "max", "shard"}, ...], "shards": [all of the cluster]},
///   an array or lines of such chunks (the key is then --key), or
///   a dump of the config database (folder or archive with config.chunks and config.collections, by
///   namespace up to 4.4 and by uuid since 5.0; config.shards and config.databases are read if
///   there), from which it picks `ns` or the only sharded collection.
/// Chunks may carry `history`. Bounds may lack trailing fields. Throws DataError naming file, chunk
/// and field, UsageError where the command line contradicts or must decide.
RoutingTable read_routing_table(const std::string& path, const TableOptions& options);

/// The map of one such object. `name` is used in messages.
ChunkMap chunk_map_of(bson::DocumentView object, const std::optional<KeyPattern>& key,
                      const std::string& name);

/// A pattern given as a document, as {a: 1, b: "hashed"}. Throws DataError.
KeyPattern key_pattern_of(bson::DocumentView pattern, const std::string& name);

}  // namespace shardsweep::host::routing
