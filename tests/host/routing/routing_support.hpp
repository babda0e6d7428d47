#pragma once

#include <string>

#include "host/routing/route.hpp"

namespace shardsweep::test {

/// The map that the JSON of {"key", "chunks", "shards"} describes.
host::routing::ChunkMap map_of(const std::string& json);

/// {x: 1} in three chunks at 0 and 100 on shards s0, s1, s2; the cluster also has the shard
/// "empty".
host::routing::ChunkMap three_chunks();

host::routing::RoutingOptions rules_of(const std::string& release);

/// The answer line to one operation line.
std::string answer(const std::string& operation, const host::routing::ChunkMap& map,
                   const host::routing::RoutingOptions& options = {});

/// "s0 s1 -> s0 s1 empty broadcast", or "error NAME": selected shards, those sent to, protocol.
std::string sent(const std::string& operation, const host::routing::ChunkMap& map,
                 const host::routing::RoutingOptions& options = {});

/// The bounds of a key, as "a: [1, 1] (5, inf]; b: all".
std::string bounds_text(const std::string& filter, const std::string& key,
                        const std::string& release = "8.0", const std::string& collation = "");

}  // namespace shardsweep::test
