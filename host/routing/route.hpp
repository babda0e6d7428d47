#pragma once

#include <string_view>

#include "host/routing/compiled_operation.hpp"
#include "host/routing/target.hpp"

namespace shardsweep::host::routing {

/// How the router works with the shards it has selected.
enum class Protocol : std::uint8_t {
  one_shard,          ///< one shard does it all
  many_shards,        ///< the selected shards, each with its chunk version checked
  broadcast,          ///< every shard of the cluster, versions not checked
  retryable_with_id,  ///< every shard of the cluster, a retryable write by _id
  two_phase,          ///< selected shards look for a candidate, the chosen one writes
  whole_cluster,      ///< every shard of the cluster by nature of the stage
};
/// "oneShard", "manyShards", "broadcast", "retryableWithId", "twoPhase", "wholeCluster".
std::string_view to_text(Protocol protocol);

/// Where an operation goes.
struct Route {
  Target selected;                     ///< what the filter or the document selects
  std::vector<std::uint32_t> sent_to;  ///< shards that get it, positions ascending
  Protocol protocol = Protocol::one_shard;
  bool by_replacement = false;  ///< selected by the replacement document instead of the filter
};

/// Routes one compiled operation on a sharded collection by the rules of its release. Reads and
/// writes select shards alike; what they are sent to follows from kind, release and session. Throws
/// RefusedError with the name of the error the server answers (ShardKeyNotFound, InvalidOptions,
/// InvalidIdField, StaleChunkHistory, Location17439).
Route route(const CompiledOperation& operation, const ChunkMap& map, const RoutingOptions& options);

}  // namespace shardsweep::host::routing
