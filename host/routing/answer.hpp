#pragma once

#include <string>

#include "host/error.hpp"
#include "host/routing/route.hpp"

namespace shardsweep::host::routing {

/// The line that `route` writes: {"shards","chunks","kind","sentTo","protocol","error"}. Names of
/// shards ascend; chunks count from 0 in the order of their keys.
std::string answer_json(const Route& route, const ChunkMap& map);
/// The same of a collection that is on one shard.
std::string answer_json(const std::string& only_shard);
/// The same when the server refuses the operation.
std::string answer_json(const RefusedError& refused);

}  // namespace shardsweep::host::routing
