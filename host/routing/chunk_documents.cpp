#include "host/routing/chunk_documents.hpp"

#include <algorithm>

#include "datasets/bson/printable.hpp"
#include "datasets/error.hpp"
#include "datasets/extended_json/write.hpp"

namespace shardsweep::host::routing {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::ValueView;

std::string shown(const ValueView& value) {
  return bson::printable(extended_json::to_json(value, extended_json::Style::relaxed));
}

}  // namespace

std::optional<ValueView> field_of(DocumentView document, std::string_view name) {
  for (const Element& element : document)
    if (element.name == name) return element.value;
  return std::nullopt;
}

std::string text_or_empty(const std::optional<ValueView>& value) {
  return value && value->type == Type::String ? std::string(value->as_string()) : std::string();
}

ChunkCollector::ChunkCollector(KeyPattern key, std::vector<std::string> shards, std::string name)
    : key_(std::move(key)), shards_(std::move(shards)), name_(std::move(name)) {}

void ChunkCollector::fail(const std::string& what) const {
  throw datasets::DataError(name_ + ": chunk " + std::to_string(chunks_.size()) +
                            " of the file: " + what);
}

void ChunkCollector::add(DocumentView chunk) {
  Chunk made;
  const auto min = field_of(chunk, "min");
  const auto max = field_of(chunk, "max");
  const auto shard_name = field_of(chunk, "shard");
  if (!min) fail("field min is missing");
  if (!max) fail("field max is missing");
  if (!shard_name) fail("field shard is missing");
  made.min = bound("min", *min);
  made.max = bound("max", *max);
  made.shard = shard(*shard_name);
  if (const auto owners = field_of(chunk, "history")) made.history = history(*owners);
  chunks_.push_back(std::move(made));
}

KeyValues ChunkCollector::bound(const char* field, const ValueView& value) const {
  if (value.type != Type::Document)
    fail("field " + std::string(field) + ": " + shown(value) + " is not an object");
  KeyValues values;
  for (const Element& element : DocumentView(value)) {
    const std::size_t i = values.size();
    if (i == key_.fields.size() || element.name != key_.fields[i].path)
      fail("field " + std::string(field) + ": " + shown(value) +
           " does not have the fields of the key " + to_text(key_) + " in its order");
    values.push_back(bson::Value::copy(element.value));
  }
  if (values.empty()) fail("field " + std::string(field) + " is empty");
  return values;
}

std::uint32_t ChunkCollector::shard(const ValueView& value) {
  if (value.type != Type::String || value.as_string().empty())
    fail("field shard: " + shown(value) + " is not the name of a shard");
  const std::string_view name = value.as_string();
  const auto found = std::ranges::find(shards_, name);
  if (found == shards_.end()) shards_.emplace_back(name);
  return static_cast<std::uint32_t>(std::ranges::find(shards_, name) - shards_.begin());
}

std::vector<Ownership> ChunkCollector::history(const ValueView& value) {
  std::vector<Ownership> owners;
  if (value.type != Type::Array) fail("field history: " + shown(value) + " is not an array");
  for (const Element& element : DocumentView(value)) {
    if (element.value.type != Type::Document) fail("field history: an entry is not an object");
    const DocumentView entry(element.value);
    const auto since = field_of(entry, "validAfter");
    const auto owner = field_of(entry, "shard");
    if (!since || !owner) fail("field history: an entry lacks validAfter or shard");
    Ownership made;
    if (since->type == Type::Timestamp || since->type == Type::Int64) {
      made.since = static_cast<std::uint64_t>(since->as_int64());
    } else if (since->type == Type::Int32) {
      made.since = static_cast<std::uint64_t>(since->as_int32());
    } else {
      fail("field history: validAfter is not a timestamp");
    }
    made.shard = shard(*owner);
    owners.push_back(made);
  }
  std::ranges::stable_sort(owners, std::greater<>(), &Ownership::since);
  return owners;
}

ChunkMap ChunkCollector::finish() {
  try {
    return ChunkMap(key_, std::move(chunks_), std::move(shards_));
  } catch (const datasets::DataError& error) {
    throw datasets::DataError(name_ + ": " + error.what());
  }
}

}  // namespace shardsweep::host::routing
