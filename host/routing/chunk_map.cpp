#include "host/routing/chunk_map.hpp"

#include <algorithm>

#include "datasets/error.hpp"
#include "datasets/extended_json/write.hpp"
#include "host/error.hpp"

namespace shardsweep::host::routing {
namespace {

std::string text_of(const KeyPattern& key, const KeyValues& values) {
  std::string text = "{";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0) text += ", ";
    text += key.fields[i].path + ": ";
    text += extended_json::to_json(values[i], extended_json::Style::report);
  }
  return text + "}";
}

void complete(const KeyPattern& key, KeyValues& bound) {
  bound.resize(key.fields.size(), min_key());
}

bool all_of_type(const KeyValues& values, bson::Type type) {
  return std::ranges::all_of(values, [&](const bson::Value& v) { return v.type == type; });
}

[[noreturn]] void broken(std::size_t chunk, const std::string& why) {
  throw datasets::DataError("chunk " + std::to_string(chunk) + ": " + why +
                            "; chunks must cover all keys from MinKey to MaxKey once");
}

/// Bounds of a hashed field are hashes.
void check_hashes(const KeyPattern& key, std::size_t chunk, const KeyValues& bound) {
  for (std::size_t i = 0; i < bound.size(); ++i) {
    const bson::Type type = bound[i].type;
    if (!key.hashed_at(i) || type == bson::Type::Int64 || type == bson::Type::MinKey ||
        type == bson::Type::MaxKey)
      continue;
    broken(chunk, "the bound " + text_of(key, bound) + " has no hash (NumberLong) for " +
                      key.fields[i].path);
  }
}

}  // namespace

ChunkMap::ChunkMap(KeyPattern key, std::vector<Chunk> chunks, std::vector<std::string> shards)
    : key_(std::move(key)), chunks_(std::move(chunks)), shards_(std::move(shards)) {
  for (Chunk& chunk : chunks_) {
    complete(key_, chunk.min);
    complete(key_, chunk.max);
  }
  std::ranges::stable_sort(
      chunks_, [](const Chunk& a, const Chunk& b) { return compare_keys(a.min, b.min) < 0; });
  check();
  for (const Chunk& chunk : chunks_) owners_.push_back(chunk.shard);
  std::ranges::sort(owners_);
  owners_.erase(std::unique(owners_.begin(), owners_.end()), owners_.end());
}

void ChunkMap::check() const {
  if (chunks_.empty()) throw datasets::DataError("there are no chunks");
  if (!all_of_type(chunks_.front().min, bson::Type::MinKey))
    broken(0, "it begins at " + text_of(key_, chunks_.front().min));
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    check_hashes(key_, i, chunks_[i].min);
    check_hashes(key_, i, chunks_[i].max);
    if (compare_keys(chunks_[i].min, chunks_[i].max) >= 0)
      broken(i, "it ends at " + text_of(key_, chunks_[i].max) + ", not after its begin");
    if (i + 1 < chunks_.size() && compare_keys(chunks_[i].max, chunks_[i + 1].min) != 0)
      broken(i, "it ends at " + text_of(key_, chunks_[i].max) + " but the next begins at " +
                    text_of(key_, chunks_[i + 1].min));
  }
  if (!all_of_type(chunks_.back().max, bson::Type::MaxKey))
    broken(chunks_.size() - 1, "it ends at " + text_of(key_, chunks_.back().max));
}

std::uint32_t ChunkMap::chunk_of(const KeyValues& key) const {
  const auto after = std::ranges::upper_bound(
      chunks_, key, [](const KeyValues& a, const KeyValues& b) { return compare_keys(a, b) < 0; },
      &Chunk::min);
  return static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(after - chunks_.begin(), 1) - 1);
}

ChunkRun ChunkMap::chunks_of(const KeyRange& range) const {
  return {chunk_of(range.low), chunk_of(range.high)};
}

std::uint32_t ChunkMap::owner(std::uint32_t chunk,
                              std::optional<std::uint64_t> at_cluster_time) const {
  const Chunk& asked = chunks_[chunk];
  if (!at_cluster_time || asked.history.empty()) return asked.shard;
  for (const Ownership& ownership : asked.history)
    if (ownership.since <= *at_cluster_time) return ownership.shard;
  throw RefusedError("StaleChunkHistory", "no owner of chunk " + std::to_string(chunk) +
                                              " is known at the time of the snapshot");
}

}  // namespace shardsweep::host::routing
