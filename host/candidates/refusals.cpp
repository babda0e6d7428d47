#include "host/candidates/refusals.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/candidates/generate.hpp"
#include "host/candidates/index_support.hpp"

namespace shardsweep::host {

namespace {

/// kMaxShardKeySizeBytes of MongoDB src/mongo/s/shard_key_pattern.cpp up to 4.2: the whole key as
/// one BSON object, names included.
constexpr std::uint64_t max_key_bytes = 512;

/// CannotCreateIndex: MongoDB's limit of fields in a compound index.
constexpr std::size_t max_index_fields = 32;

std::optional<Refusal> check_arrays(const KeyPattern& key, const ColumnTable& table) {
  for (const datasets::IndexField& field : key.fields) {
    const FieldColumn* column = table.find(field.path);
    if (column == nullptr || column->arrays == 0) continue;
    const std::string where = column->first_array_row
                                  ? ", the first in " + table.describe_row(*column->first_array_row)
                                  : "";
    return Refusal{
        "ShardKeyNotFound",
        fmt::format("a shard key value cannot hold an array, and {} {} an array on the "
                    "path {}{}",
                    column->arrays, column->arrays == 1 ? "document has" : "documents have",
                    field.path, where)};
  }
  return std::nullopt;
}

std::optional<Refusal> check_missing(const KeyPattern& key, ServerVersion server,
                                     const ColumnTable& table) {
  if (server >= ServerVersion::v4_4) return std::nullopt;
  for (const datasets::IndexField& field : key.fields) {
    const FieldColumn* column = table.find(field.path);
    if (column == nullptr || column->missing == 0) continue;
    return Refusal{
        "OperationFailed",
        fmt::format("server {} shards a collection only if every document has the key's "
                    "fields, and {} {} {}; 4.4 and later take a missing field as null",
                    to_text(server), column->missing,
                    column->missing == 1 ? "document lacks" : "documents lack", field.path)};
  }
  return std::nullopt;
}

/// BSON bytes of the element a key field makes, by rank; one entry when all are the same.
std::vector<std::uint32_t> element_sizes(const datasets::IndexField& field,
                                         const FieldColumn& column) {
  const auto head = static_cast<std::uint32_t>(2 + field.path.size());
  if (field.special == "hashed") return {head + 8};
  std::vector<std::uint32_t> sizes(column.distinct);
  for (std::uint32_t rank = 0; rank < column.distinct; ++rank)
    sizes[rank] = head + static_cast<std::uint32_t>(column.dictionary->value(rank).bytes.size());
  return sizes;
}

std::optional<Refusal> check_key_size(const KeyPattern& key, ServerVersion server,
                                      const ColumnTable& table) {
  if (server >= ServerVersion::v4_4 || table.rows() == 0) return std::nullopt;
  std::vector<const FieldColumn*> columns;
  std::vector<std::vector<std::uint32_t>> sizes;
  std::uint64_t bound = 5;
  for (const datasets::IndexField& field : key.fields) {
    columns.push_back(table.find(field.path));
    if (columns.back() == nullptr || columns.back()->dictionary == nullptr) return std::nullopt;
    sizes.push_back(element_sizes(field, *columns.back()));
    bound += *std::max_element(sizes.back().begin(), sizes.back().end());
  }
  if (bound <= max_key_bytes) return std::nullopt;
  for (std::uint32_t row = 0; row < table.rows(); ++row) {
    std::uint64_t bytes = 5;
    for (std::size_t i = 0; i < columns.size(); ++i)
      bytes += sizes[i].size() == 1 ? sizes[i][0] : sizes[i][columns[i]->ranks[row]];
    if (bytes > max_key_bytes)
      return Refusal{
          "ShardKeyTooBig",
          fmt::format("server {} takes key values up to {} bytes, and arrival {} has one "
                      "of {}; 4.4 and later have no such limit",
                      to_text(server), max_key_bytes, row, bytes)};
  }
  return std::nullopt;
}

/// Where the buckets of a time-series collection hold the time that a shard key can take.
std::string bucket_time_path(const datasets::CollectionMetadata& metadata) {
  return "control.min." + (metadata.time_field.empty() ? "FIELD" : metadata.time_field);
}

bool is_bucket_time(const std::string& path, const datasets::CollectionMetadata& metadata) {
  if (metadata.time_field.empty()) return path.starts_with("control.min.");
  return path == bucket_time_path(metadata);
}

}  // namespace

std::vector<Refusal> check_collection(const datasets::CollectionMetadata& metadata) {
  std::vector<Refusal> refusals;
  if (metadata.type == "view")
    refusals.push_back({"CommandNotSupportedOnView",
                        "a view has no shard key; look at the collection it reads from"});
  if (metadata.capped)
    refusals.push_back({"InvalidOptions",
                        "a capped collection cannot be sharded; copy the documents into an "
                        "ordinary collection first"});
  return refusals;
}

std::optional<Refusal> check_time_series(const KeyPattern& key, ServerVersion server,
                                         const datasets::CollectionMetadata& metadata) {
  if (metadata.type != "timeseries") return std::nullopt;
  if (server < ServerVersion::v6_0)
    return Refusal{"IllegalOperation", fmt::format("server {} does not shard time-series "
                                                   "collections; 5.1 and later do",
                                                   to_text(server))};
  for (const datasets::IndexField& field : key.fields) {
    if (field.path == "meta" || field.path.starts_with("meta.")) continue;
    if (!is_bucket_time(field.path, metadata))
      return Refusal{"5914001",
                     fmt::format("the shard key of a time-series collection holds the meta field "
                                 "(meta) and the time field ({}) only, not {}",
                                 bucket_time_path(metadata), field.path)};
    if (&field != &key.fields.back())
      return Refusal{"5914000", "the time field can only be the last field of the shard key"};
    if (!field.special.empty())
      return Refusal{"BadValue", "the time field can only be ascending in the shard key"};
  }
  return std::nullopt;
}

std::optional<Refusal> check_field(const std::string& path, ServerVersion server,
                                   const datasets::CollectionMetadata& metadata) {
  const KeyPattern alone{{{path, 1, ""}}};
  if (std::optional<Refusal> refusal = check_pattern(alone, server)) return refusal;
  return check_time_series(alone, server, metadata);
}

std::vector<std::string> collection_notes(const datasets::CollectionMetadata& metadata) {
  std::vector<std::string> notes;
  if (metadata.type == "timeseries")
    notes.push_back(fmt::format(
        "The dump is of a time-series collection: the documents are its buckets, and its shard key "
        "can hold only the meta field ({}) and, last, the time field (here {}).",
        metadata.meta_field.empty() ? "here meta" : "here meta for " + metadata.meta_field,
        bucket_time_path(metadata)));
  if (!metadata.collation.empty())
    notes.push_back(
        "The collection's default collation is " + metadata.collation +
        ": shard keys compare bytes, so sharding needs an index of the key created with "
        "{collation: {locale: \"simple\"}} and the same in shardCollection, and queries under the "
        "default collation on text fields are not targeted.");
  if (metadata.clustered)
    notes.push_back(
        "The collection is clustered by _id: analyzeShardKey says nothing of monotonicity there.");
  return notes;
}

std::vector<std::string> unique_indexes_in_the_way(const KeyPattern& key,
                                                   const datasets::CollectionMetadata& metadata) {
  std::vector<std::string> names;
  for (const datasets::IndexSpec& index : metadata.indexes) {
    if (!index.unique || index.key.empty()) continue;
    if (!allows_unique_index(key, index)) names.push_back(index.name);
  }
  return names;
}

std::uint64_t largest_key_element(const FieldColumn& column) {
  const std::vector<std::uint32_t> sizes = element_sizes({column.path, 1, ""}, column);
  return sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
}

std::vector<Refusal> check_documents(const KeyPattern& key, ServerVersion server,
                                     const ColumnTable& table) {
  std::vector<Refusal> refusals;
  const auto add = [&](std::optional<Refusal> refusal) {
    if (refusal) refusals.push_back(std::move(*refusal));
  };
  add(check_arrays(key, table));
  add(check_missing(key, server, table));
  add(check_key_size(key, server, table));
  return refusals;
}

std::vector<Refusal> check_key(const KeyPattern& key, const ClusterOptions& cluster,
                               const datasets::CollectionMetadata& metadata,
                               const ColumnTable& table) {
  std::vector<Refusal> refusals = check_collection(metadata);
  if (const std::optional<Refusal> pattern = check_pattern(key, cluster.server))
    refusals.push_back(*pattern);
  if (const std::optional<Refusal> buckets = check_time_series(key, cluster.server, metadata))
    refusals.push_back(*buckets);
  if (key.fields.size() > max_index_fields)
    refusals.push_back({"CannotCreateIndex",
                        fmt::format("a key needs an index of its fields, and an index has at most "
                                    "{} of them, not {}",
                                    max_index_fields, key.fields.size())});
  const std::vector<Refusal> documents = check_documents(key, cluster.server, table);
  refusals.insert(refusals.end(), documents.begin(), documents.end());
  return refusals;
}

}  // namespace shardsweep::host
