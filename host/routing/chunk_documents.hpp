#pragma once

#include <functional>
#include <string>
#include <vector>

#include "host/routing/chunk_map.hpp"

namespace shardsweep::host::routing {

/// Collects the chunks of one collection out of documents {min, max, shard, history}.
class ChunkCollector {
 public:
  /// `shards` are the cluster's as far as known; chunks may name more.
  ChunkCollector(KeyPattern key, std::vector<std::string> shards, std::string name);

  /// Throws DataError naming the chunk (from 0 in order of the file) and its field.
  void add(bson::DocumentView chunk);
  /// The map. Throws DataError as ChunkMap does.
  ChunkMap finish();

 private:
  [[noreturn]] void fail(const std::string& what) const;
  KeyValues bound(const char* field, const bson::ValueView& value) const;
  std::uint32_t shard(const bson::ValueView& value);
  std::vector<Ownership> history(const bson::ValueView& value);

  KeyPattern key_;
  std::vector<std::string> shards_;
  std::string name_;
  std::vector<Chunk> chunks_;
};

/// The field of that name; nullptr type Null view when there is none.
std::optional<bson::ValueView> field_of(bson::DocumentView document, std::string_view name);
/// A String's text; "" for anything else.
std::string text_or_empty(const std::optional<bson::ValueView>& value);

}  // namespace shardsweep::host::routing
