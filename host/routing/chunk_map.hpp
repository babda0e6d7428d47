#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/routing/key_ranges.hpp"

namespace shardsweep::host::routing {

/// From when on a chunk belonged to a shard, in cluster time.
struct Ownership {
  std::uint64_t since = 0;
  std::uint32_t shard = 0;
};

/// The documents with min <= key < max; the last chunk also owns the greatest key.
struct Chunk {
  KeyValues min, max;
  std::uint32_t shard = 0;
  std::vector<Ownership> history;  ///< newest first; empty: always this shard
};

/// Chunks first..last, both included.
struct ChunkRun {
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  bool operator==(const ChunkRun&) const = default;
};

/// A collection's chunks over the whole key space, and the shards of its cluster.
class ChunkMap {
 public:
  /// `shards` names all shards of the cluster; chunks refer to them by position. Bounds that lack
  /// trailing fields get MinKey there. Throws DataError naming the chunk (from 0, ascending) unless
  /// the chunks, in any order, cover everything without gaps or overlaps.
  ChunkMap(KeyPattern key, std::vector<Chunk> chunks, std::vector<std::string> shards);

  const KeyPattern& key() const { return key_; }
  const std::vector<Chunk>& chunks() const { return chunks_; }
  const std::vector<std::string>& shards() const { return shards_; }

  /// The chunk that owns a key. log n.
  std::uint32_t chunk_of(const KeyValues& key) const;
  /// The chunks that hold some key of the closed range; low <= high. log n.
  ChunkRun chunks_of(const KeyRange& range) const;
  /// The chunk's shard, now or at a cluster time. Throws RefusedError (StaleChunkHistory) when its
  /// history begins later.
  std::uint32_t owner(std::uint32_t chunk, std::optional<std::uint64_t> at_cluster_time) const;
  /// Positions of the shards that own some chunk now, ascending.
  const std::vector<std::uint32_t>& owners() const { return owners_; }

 private:
  void check() const;

  KeyPattern key_;
  std::vector<Chunk> chunks_;
  std::vector<std::string> shards_;
  std::vector<std::uint32_t> owners_;
};

}  // namespace shardsweep::host::routing
