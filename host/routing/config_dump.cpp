#include "host/routing/config_dump.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "datasets/error.hpp"
#include "datasets/input/format.hpp"
#include "datasets/input/message_text.hpp"
#include "datasets/input/namespaces.hpp"
#include "datasets/input/stored_input.hpp"
#include "host/error.hpp"
#include "host/routing/chunk_documents.hpp"

namespace shardsweep::host::routing {
namespace {

using bson::DocumentView;
using bson::Type;

/// An entry of config.collections.
struct CollectionEntry {
  std::string ns;
  std::string document;  ///< its bytes
};

class ConfigDump {
 public:
  ConfigDump(const std::string& path, const TableOptions& options)
      : path_(path), name_(datasets::shown_name(path)), options_(options) {}

  RoutingTable read() {
    read_collections();
    const CollectionEntry* const entry = choose();
    return entry == nullptr ? unsharded() : sharded(*entry);
  }

 private:
  std::unique_ptr<datasets::Collection> open(const std::string& ns) const {
    datasets::OpenOptions open;
    open.ns = ns;
    open.temp_directory = options_.temp_directory;
    return datasets::open_collection({path_}, open);
  }

  /// A dump need not hold it.
  std::unique_ptr<datasets::Collection> open_if_there(const std::string& ns) const {
    try {
      return open(ns);
    } catch (const datasets::DataError&) {
      return nullptr;
    }
  }

  void read_collections() {
    for_each_document(*open("config.collections"), [&](DocumentView document) {
      const auto dropped = field_of(document, "dropped");
      if (dropped && dropped->type == Type::Bool && dropped->as_bool()) return;
      const std::string ns = text_or_empty(field_of(document, "_id"));
      if (ns != "config.system.sessions") entries_.push_back({ns, std::string(document.bytes())});
    });
  }

  const CollectionEntry* choose() const {
    if (options_.ns.empty() && entries_.size() == 1) return &entries_[0];
    if (options_.ns.empty())
      throw UsageError(name_ + " holds " + std::to_string(entries_.size()) +
                       " sharded collections; pick one with --ns" + list());
    // The entry of a time-series collection is that of its buckets.
    const std::size_t dot = options_.ns.find('.');
    const std::string buckets = dot == std::string::npos
                                    ? std::string()
                                    : options_.ns.substr(0, dot + 1) +
                                          std::string(datasets::bucket_prefix) +
                                          options_.ns.substr(dot + 1);
    const auto found = std::ranges::find_if(entries_, [&](const CollectionEntry& entry) {
      return entry.ns == options_.ns || entry.ns == buckets;
    });
    return found == entries_.end() ? nullptr : &*found;
  }

  std::string list() const {
    std::string names;
    for (const CollectionEntry& entry : entries_)
      names += (names.empty() ? ": " : ", ") + datasets::shown_name(entry.ns);
    return names;
  }

  /// The database's primary has all of a collection that config.collections does not name.
  RoutingTable unsharded() const {
    RoutingTable table;
    const std::string database = options_.ns.substr(0, options_.ns.find('.'));
    if (const auto databases = open_if_there("config.databases"))
      for_each_document(*databases, [&](DocumentView document) {
        if (text_or_empty(field_of(document, "_id")) == database)
          table.only_shard = text_or_empty(field_of(document, "primary"));
      });
    if (!table.only_shard.empty()) return table;
    throw UsageError("--ns " + options_.ns + ": " + name_ +
                     " knows neither this collection nor its database's primary shard" + list());
  }

  std::vector<std::string> cluster_shards() const {
    std::vector<std::string> shards;
    if (const auto collection = open_if_there("config.shards"))
      for_each_document(*collection, [&](DocumentView document) {
        const std::string shard = text_or_empty(field_of(document, "_id"));
        if (!shard.empty()) shards.push_back(shard);
      });
    std::ranges::sort(shards);
    return shards;
  }

  RoutingTable sharded(const CollectionEntry& entry) const {
    RoutingTable table;
    const DocumentView document(entry.document);
    const auto key = field_of(document, "key");
    if (!key || key->type != Type::Document)
      throw datasets::DataError(name_ + ": config.collections: " + entry.ns + " has no key");
    const auto collation = field_of(document, "defaultCollation");
    if (collation && collation->type == Type::Document)
      table.default_collation = {std::string(collation->bytes)};
    const auto series = field_of(document, "timeseriesFields");
    if (series && series->type == Type::Document)
      table.time_series = read_time_series(DocumentView(*series));
    ChunkMap map = chunks_of(entry, key_pattern_of(DocumentView(*key), name_));
    const auto unsplittable = field_of(document, "unsplittable");
    if (unsplittable && unsplittable->type == Type::Bool && unsplittable->as_bool()) {
      table.only_shard = map.shards()[map.chunks()[0].shard];
    } else {
      check_key(map.key());
      table.chunks = std::move(map);
    }
    return table;
  }

  void check_key(const KeyPattern& key) const {
    if (options_.key && !(*options_.key == key))
      throw UsageError("--key " + to_text(*options_.key) + ": the collection is sharded by " +
                       to_text(key) + "; leave --key out");
  }

  ChunkMap chunks_of(const CollectionEntry& entry, KeyPattern key) const {
    const auto uuid = field_of(DocumentView(entry.document), "uuid");
    ChunkCollector chunks(std::move(key), cluster_shards(), name_ + ": chunks of " + entry.ns);
    for_each_document(*open("config.chunks"), [&](DocumentView chunk) {
      const auto by_uuid = field_of(chunk, "uuid");
      const bool same_uuid = by_uuid && uuid && by_uuid->bytes == uuid->bytes;
      if (same_uuid || text_or_empty(field_of(chunk, "ns")) == entry.ns) chunks.add(chunk);
    });
    return chunks.finish();
  }

  std::string path_, name_;
  const TableOptions& options_;
  std::vector<CollectionEntry> entries_;
};

}  // namespace

bool is_config_dump(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return true;
  const auto stored = datasets::open_file(path);
  return datasets::recognise(*stored, path, std::nullopt) == datasets::Format::archive;
}

RoutingTable read_config_dump(const std::string& path, const TableOptions& options) {
  return ConfigDump(path, options).read();
}

void for_each_document(datasets::Collection& collection,
                       const std::function<void(DocumentView)>& take) {
  const auto source = collection.read();
  datasets::DocumentBatch batch;
  while (source->next(batch))
    for (std::size_t i = 0; i < batch.size(); ++i) take(DocumentView(batch.document(i)));
}

}  // namespace shardsweep::host::routing
