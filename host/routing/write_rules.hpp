#pragma once

#include <cstddef>

#include "host/routing/route.hpp"

namespace shardsweep::host::routing {

/// What the rules of a write depend on.
struct WriteFacts {
  const CompiledOperation& operation;
  std::size_t shards_selected = 1;
  bool has_full_key = false;
};

struct WritePlan {
  Protocol protocol = Protocol::one_shard;
  bool by_replacement = false;  ///< the replacement document's key selects the one shard
};

/// How update, replace, delete and findAndModify are carried out, by release: MongoDB
/// src/mongo/s/write_ops/{write_op,chunk_manager_targeter}.cpp up to 7.0,
/// db/router_role/collection_routing_info_targeter.cpp and s/write_ops/unified_write_executor from
/// 7.1 on. Throws RefusedError with the server's error name.
WritePlan plan_write(const WriteFacts& facts, const RoutingOptions& options);

}  // namespace shardsweep::host::routing
