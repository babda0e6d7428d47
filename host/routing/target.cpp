#include "host/routing/target.hpp"

#include <algorithm>

namespace shardsweep::host::routing {
namespace {

bool spans_all(const KeyRange& range) {
  const auto all = [](const KeyValues& values, bson::Type type) {
    return std::ranges::all_of(values, [&](const bson::Value& v) { return v.type == type; });
  };
  return all(range.low, bson::Type::MinKey) && all(range.high, bson::Type::MaxKey);
}

TargetKind kind_of(const std::vector<KeyRange>& ranges) {
  if (ranges.size() != 1) return TargetKind::multiple_keys;
  if (compare_keys(ranges[0].low, ranges[0].high) == 0) return TargetKind::single_key;
  return spans_all(ranges[0]) ? TargetKind::min_key_to_max_key : TargetKind::multiple_keys;
}

/// Ascending, joined where they overlap or are neighbours.
std::vector<ChunkRun> merged(std::vector<ChunkRun> runs) {
  std::ranges::sort(runs, {}, &ChunkRun::first);
  std::vector<ChunkRun> made;
  for (const ChunkRun& run : runs) {
    if (made.empty() || run.first > made.back().last + 1) {
      made.push_back(run);
    } else {
      made.back().last = std::max(made.back().last, run.last);
    }
  }
  return made;
}

std::vector<std::uint32_t> owners(const std::vector<ChunkRun>& runs, const ChunkMap& map,
                                  const TargetRules& rules) {
  std::vector<bool> seen(map.shards().size());
  std::size_t left = rules.at_cluster_time ? seen.size() : map.owners().size();
  for (const ChunkRun& run : runs) {
    for (std::uint32_t chunk = run.first; chunk <= run.last && left != 0; ++chunk) {
      const std::uint32_t shard = map.owner(chunk, rules.at_cluster_time);
      if (!seen[shard]) --left;
      seen[shard] = true;
    }
  }
  std::vector<std::uint32_t> shards;
  for (std::uint32_t shard = 0; shard < seen.size(); ++shard)
    if (seen[shard]) shards.push_back(shard);
  return shards;
}

}  // namespace

std::string_view to_text(TargetKind kind) {
  if (kind == TargetKind::single_key) return "singleKey";
  return kind == TargetKind::multiple_keys ? "multipleKeys" : "minKeyToMaxKey";
}

std::uint64_t Target::chunk_count() const {
  std::uint64_t count = 0;
  for (const ChunkRun& run : chunks) count += run.last - run.first + 1;
  return count;
}

Target target_ranges(const std::vector<KeyRange>& ranges, const ChunkMap& map,
                     const TargetRules& rules) {
  Target target;
  target.kind = kind_of(ranges);
  target.contradictory = ranges.empty();
  if (ranges.empty()) target.chunks = {{0, 0}};
  for (const KeyRange& range : ranges) target.chunks.push_back(map.chunks_of(range));
  target.chunks = merged(std::move(target.chunks));
  target.shards = owners(target.chunks, map, rules);
  return target;
}

Target target_key(const KeyValues& key, const ChunkMap& map, const TargetRules& rules) {
  return target_ranges({{key, key}}, map, rules);
}

Target target_filter(const CompiledFilter& filter, const ChunkMap& map, const TargetRules& rules) {
  if (const auto key = full_key(filter, map.key(), rules.trusts_hashes)) {
    Target target = target_key(*key, map, rules);
    target.has_full_key = true;
    return target;
  }
  return target_ranges(key_ranges(key_bounds(filter, map.key())), map, rules);
}

}  // namespace shardsweep::host::routing
