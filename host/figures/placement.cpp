#include <algorithm>
#include <numeric>

#include "hashing/presplit.hpp"
#include "host/figures/parts.hpp"

namespace shardsweep::host {

namespace {

void add(ShardLoad& shard, std::uint64_t documents, std::uint64_t bytes) {
  shard.documents += documents;
  shard.bytes += bytes;
}

bool starts_presplit(const FigureInput& input) {
  return input.options.cluster.start == "empty" && input.candidate.key.hashed_position() == 0;
}

std::vector<ShardLoad> loads_at(const FigureInput& input, std::uint32_t shards) {
  if (starts_presplit(input)) {
    const HashedColumn& column = input.table.hashed(input.candidate.key.fields[0].path);
    return presplit_loads(column, input.options.cluster.server, shards);
  }
  return settled_loads(input.node.range_documents, input.node.range_bytes, shards);
}

struct LoadSkew {
  std::optional<Skew> documents;
  std::optional<Skew> bytes;
};

LoadSkew skew_of_shards(const std::vector<ShardLoad>& shards) {
  std::vector<std::uint64_t> documents, bytes;
  for (const ShardLoad& shard : shards) {
    documents.push_back(shard.documents);
    bytes.push_back(shard.bytes);
  }
  return {skew_of(documents), skew_of(bytes)};
}

PlacementAt evenness(const std::vector<ShardLoad>& shards) {
  const LoadSkew skew = skew_of_shards(shards);
  PlacementAt at;
  at.shards = static_cast<std::uint32_t>(shards.size());
  if (skew.documents) at.documents = skew.documents->max_over_mean;
  if (skew.bytes) at.bytes = skew.bytes->max_over_mean;
  return at;
}

}  // namespace

std::vector<ShardLoad> settled_loads(const std::vector<std::uint64_t>& documents,
                                     const std::vector<std::uint64_t>& bytes,
                                     std::uint32_t shards) {
  std::vector<ShardLoad> loads(shards);
  const std::uint64_t total = std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
  if (total == 0 && documents != bytes) {  // unknown sizes: every document counts 1
    loads = settled_loads(documents, documents, shards);
    for (ShardLoad& load : loads) load.bytes = 0;
    return loads;
  }
  std::uint64_t below = 0;
  for (std::size_t range = 0; range < documents.size(); ++range) {
    // An empty range at the very end has all bytes below it, hence the bound.
    const std::uint64_t shard =
        total == 0 ? 0 : std::min<std::uint64_t>(scaled_down(below, shards, total), shards - 1);
    add(loads[shard], documents[range], bytes[range]);
    below += bytes[range];
  }
  return loads;
}

std::vector<ShardLoad> presplit_loads(const HashedColumn& column, ServerVersion server,
                                      std::uint32_t shards) {
  const std::uint32_t per_shard = server >= ServerVersion::v8_0 ? 1 : 2;
  const std::vector<std::int64_t> points = hashing::presplit_points(shards * per_shard);
  std::vector<ShardLoad> loads(shards);
  std::size_t chunk = 0;
  for (std::size_t rank = 0; rank < column.hashes.size(); ++rank) {
    // A chunk holds its lower bound.
    while (chunk < points.size() && column.hashes[rank] >= points[chunk]) ++chunk;
    add(loads[chunk / per_shard % shards], column.documents[rank], column.bytes[rank]);
  }
  return loads;
}

Placement placement_of(const FigureInput& input) {
  const std::uint32_t shards = input.options.cluster.shards;
  Placement placement;
  placement.kind = starts_presplit(input) ? "presplit" : "settled";
  placement.shards = loads_at(input, shards);
  const LoadSkew skew = skew_of_shards(placement.shards);
  placement.documents = skew.documents;
  placement.bytes = skew.bytes;
  for (const std::uint32_t times : {1U, 2U, 4U}) {
    placement.at.push_back(evenness(loads_at(input, shards * times)));
  }
  return placement;
}

}  // namespace shardsweep::host
