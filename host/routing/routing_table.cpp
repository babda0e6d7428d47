#include "host/routing/routing_table.hpp"

#include <filesystem>
#include <functional>

#include "datasets/collection.hpp"
#include "datasets/error.hpp"
#include "datasets/extended_json/write.hpp"
#include "datasets/input/message_text.hpp"
#include "host/error.hpp"
#include "host/routing/chunk_documents.hpp"
#include "host/routing/config_dump.hpp"

namespace shardsweep::host::routing {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::ValueView;

KeyPattern key_for(const std::optional<KeyPattern>& asked, const std::optional<ValueView>& stated,
                   const std::string& name) {
  if (!stated) {
    if (asked) return *asked;
    throw UsageError("--key is missing: " + name + " does not say what key its chunks are of");
  }
  if (stated->type != Type::Document)
    throw datasets::DataError(name + ": field key is not an object");
  KeyPattern key = key_pattern_of(DocumentView(*stated), name);
  if (asked && !(*asked == key))
    throw UsageError("--key " + to_text(*asked) + ": the chunks of " + name + " are of " +
                     to_text(key) + "; leave --key out or give their key");
  return key;
}

std::vector<std::string> shard_list(DocumentView object, const std::string& name) {
  std::vector<std::string> shards;
  const auto list = field_of(object, "shards");
  if (!list) return shards;
  if (list->type != Type::Array) throw datasets::DataError(name + ": field shards is no array");
  for (const Element& element : DocumentView(*list)) {
    shards.push_back(text_or_empty(element.value));
    if (shards.back().empty())
      throw datasets::DataError(name + ": field shards: names of shards are wanted");
  }
  return shards;
}

/// Lines or an array of chunks: all documents, in order.
RoutingTable chunks_alone(datasets::Collection& collection, const TableOptions& options,
                          const std::string& name) {
  RoutingTable table;
  ChunkCollector chunks(key_for(options.key, std::nullopt, name), {}, name);
  for_each_document(collection, [&](DocumentView chunk) { chunks.add(chunk); });
  table.chunks = chunks.finish();
  return table;
}

}  // namespace

KeyPattern key_pattern_of(DocumentView pattern, const std::string& name) {
  KeyPattern key;
  for (const Element& element : pattern) {
    datasets::IndexField field{std::string(element.name), 1, ""};
    const ValueView& value = element.value;
    if (value.type == Type::String) {
      field.special = value.as_string();
      field.direction = 0;
    } else if (value.type == Type::Int32) {
      field.direction = value.as_int32();
    } else if (value.type == Type::Int64) {
      field.direction = static_cast<double>(value.as_int64());
    } else if (value.type == Type::Double) {
      field.direction = value.as_double();
    } else {
      throw datasets::DataError(name + ": field key." + std::string(element.name) +
                                " is neither 1 nor \"hashed\"");
    }
    key.fields.push_back(std::move(field));
  }
  if (key.fields.empty()) throw datasets::DataError(name + ": field key is empty");
  return key;
}

ChunkMap chunk_map_of(DocumentView object, const std::optional<KeyPattern>& key,
                      const std::string& name) {
  ChunkCollector chunks(key_for(key, field_of(object, "key"), name), shard_list(object, name),
                        name);
  const auto list = field_of(object, "chunks");
  if (!list || list->type != Type::Array)
    throw datasets::DataError(name + ": field chunks: an array is wanted");
  for (const Element& element : DocumentView(*list)) {
    if (element.value.type != Type::Document)
      throw datasets::DataError(name + ": field chunks." + std::string(element.name) +
                                " is not an object");
    chunks.add(DocumentView(element.value));
  }
  return chunks.finish();
}

RoutingTable read_routing_table(const std::string& path, const TableOptions& options) {
  const std::string name = datasets::shown_name(path);
  if (path == "-")
    throw UsageError("--chunks cannot be -: the operations come from standard input");
  if (is_config_dump(path)) return read_config_dump(path, options);
  datasets::OpenOptions open;
  open.format = "json";
  open.temp_directory = options.temp_directory;
  const auto collection = datasets::open_collection({path}, open);
  std::optional<std::string> first;
  for_each_document(*collection, [&](DocumentView document) {
    if (!first) first = document.bytes();
  });
  if (!first) throw datasets::DataError(name + " holds no chunks");
  const DocumentView object(*first);
  if (!field_of(object, "chunks")) return chunks_alone(*collection, options, name);
  RoutingTable table;
  table.chunks = chunk_map_of(object, options.key, name);
  return table;
}

}  // namespace shardsweep::host::routing
