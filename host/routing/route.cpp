#include "host/routing/route.hpp"

#include <array>
#include <numeric>

#include "host/error.hpp"
#include "host/routing/shard_key.hpp"
#include "host/routing/write_rules.hpp"

namespace shardsweep::host::routing {
namespace {

using datasets::OperationKind;

std::vector<std::uint32_t> all_shards(const ChunkMap& map) {
  std::vector<std::uint32_t> shards(map.shards().size());
  std::iota(shards.begin(), shards.end(), 0);
  return shards;
}

KeyValues document_key(const CompiledOperation& operation, const ChunkMap& map) {
  const bool insert = operation.kind == OperationKind::insert;
  const DocumentRules rules{!insert || operation.server >= ServerVersion::v4_4, insert};
  return key_of_document(map.key(), bson::DocumentView(operation.document), rules);
}

Route route_insert(const CompiledOperation& operation, const ChunkMap& map) {
  Route made;
  made.selected = target_key(document_key(operation, map), map);
  made.selected.has_full_key = true;
  made.sent_to = made.selected.shards;
  return made;
}

Route route_read(const CompiledOperation& operation, Target selected, const ChunkMap& map) {
  Route made;
  made.selected = std::move(selected);
  made.sent_to = operation.whole_cluster ? all_shards(map) : made.selected.shards;
  if (made.sent_to.size() > 1) made.protocol = Protocol::many_shards;
  if (operation.whole_cluster) made.protocol = Protocol::whole_cluster;
  return made;
}

}  // namespace

std::string_view to_text(Protocol protocol) {
  constexpr std::array<std::string_view, 6> names = {
      "oneShard", "manyShards", "broadcast", "retryableWithId", "twoPhase", "wholeCluster"};
  return names[static_cast<std::size_t>(protocol)];
}

Route route(const CompiledOperation& operation, const ChunkMap& map,
            const RoutingOptions& options) {
  if (operation.kind == OperationKind::insert) return route_insert(operation, map);
  const TargetRules rules{operation.kind == OperationKind::find_and_modify,
                          operation.at_cluster_time};
  Target selected = target_filter(operation.filter, map, rules);
  if (!datasets::is_write(operation.kind)) return route_read(operation, std::move(selected), map);
  Route made;
  made.selected = std::move(selected);
  const WriteFacts facts{operation, made.selected.shards.size(), made.selected.has_full_key};
  const WritePlan plan = plan_write(facts, options);
  if (plan.by_replacement) {
    made.selected = target_key(document_key(operation, map), map);
    made.by_replacement = true;
  }
  made.protocol = plan.protocol;
  const bool everywhere =
      plan.protocol == Protocol::broadcast || plan.protocol == Protocol::retryable_with_id;
  made.sent_to = everywhere ? all_shards(map) : made.selected.shards;
  return made;
}

}  // namespace shardsweep::host::routing
