#pragma once

#include <string_view>

#include "host/routing/chunk_map.hpp"

namespace shardsweep::host::routing {

enum class TargetKind : std::uint8_t { single_key, multiple_keys, min_key_to_max_key };
/// "singleKey", "multipleKeys", "minKeyToMaxKey".
std::string_view to_text(TargetKind kind);

/// The chunks and shards a filter selects.
struct Target {
  TargetKind kind = TargetKind::single_key;
  bool has_full_key = false;          ///< by equalities, under a collation that lets them be used
  bool contradictory = false;         ///< nothing can match; the first chunk's shard answers
  std::vector<ChunkRun> chunks;       ///< ascending, disjoint
  std::vector<std::uint32_t> shards;  ///< positions in ChunkMap::shards(), ascending

  std::uint64_t chunk_count() const;
};

/// What a target depends on beside filter and map.
struct TargetRules {
  bool trusts_hashes = false;  ///< as full_key
  std::optional<std::uint64_t> at_cluster_time;
};

/// The shards a filter reaches: the full key's chunk if there is one, else the chunks that touch a
/// key range of the bounds; the first chunk alone when nothing can match. Throws RefusedError.
Target target_filter(const CompiledFilter& filter, const ChunkMap& map,
                     const TargetRules& rules = {});
/// The shard of one key.
Target target_key(const KeyValues& key, const ChunkMap& map, const TargetRules& rules = {});
/// Chunks and shards of closed ranges.
Target target_ranges(const std::vector<KeyRange>& ranges, const ChunkMap& map,
                     const TargetRules& rules = {});

}  // namespace shardsweep::host::routing
