#include "host/candidates/index_support.hpp"

#include <algorithm>

namespace shardsweep::host {

namespace {

using datasets::IndexField;
using datasets::IndexSpec;

bool is_btree_or_hashed(const IndexSpec& index) {
  return std::all_of(index.key.begin(), index.key.end(), [](const IndexField& field) {
    return field.special.empty() || field.special == "hashed";
  });
}

/// Why an index on the right names cannot be used at all, "" if it can.
std::string exclusion(const IndexSpec& index, bool multikey) {
  std::string reasons;
  const auto add = [&](bool applies, const char* reason) {
    if (applies) reasons += (reasons.empty() ? "" : ", ") + std::string(reason);
  };
  add(index.sparse, "sparse");
  add(index.partial, "partial");
  add(multikey, "multikey");
  add(!index.simple_collation, "collation");
  add(index.hidden, "hidden");
  add(!is_btree_or_hashed(index), "other type");
  return reasons;
}

/// How the index's leading fields differ from the key's, "" if they are the same.
std::string pattern_difference(const KeyPattern& key, const IndexSpec& index) {
  for (std::size_t i = 0; i < key.fields.size(); ++i) {
    const IndexField& have = index.key[i];
    if (have.special != key.fields[i].special) return "other type";
    if (have.special.empty() && have.direction < 0) return "other direction";
  }
  return "";
}

/// Every collection has this index; dumps without metadata do not say so.
IndexSpec id_index() {
  IndexSpec index;
  index.name = "_id_";
  index.key = {{"_id", 1, ""}};
  index.unique = true;
  return index;
}

std::vector<IndexSpec> known_indexes(const datasets::CollectionMetadata& metadata) {
  return metadata.indexes.empty() ? std::vector<IndexSpec>{id_index()} : metadata.indexes;
}

bool is_plain_btree(const IndexSpec& index) {
  return std::all_of(index.key.begin(), index.key.end(),
                     [](const IndexField& field) { return field.special.empty(); });
}

/// An index does nothing that a new index on the key does not do: its fields are the key's first,
/// all in the key's directions or all reversed, and it has no task of its own.
bool made_redundant(const IndexSpec& index, const KeyPattern& key) {
  if (index.key.empty() || index.key.size() > key.fields.size()) return false;
  if (index.unique || index.sparse || index.partial || !index.simple_collation) return false;
  if (index.expire_after_seconds || index.key[0].path == "_id" || !is_plain_btree(index))
    return false;
  const bool reversed = index.key[0].direction < 0;
  for (std::size_t i = 0; i < index.key.size(); ++i) {
    const IndexField& field = index.key[i];
    const bool same = field.path == key.fields[i].path && !key.hashed_at(i);
    if (!same || (field.direction < 0) != reversed) return false;
  }
  return true;
}

}  // namespace

bool starts_with_names(const std::vector<IndexField>& index, const KeyPattern& key) {
  const auto same_name = [](const IndexField& a, const IndexField& b) { return a.path == b.path; };
  return index.size() >= key.fields.size() &&
         std::equal(key.fields.begin(), key.fields.end(), index.begin(), same_name);
}

bool allows_unique_index(const KeyPattern& key, const IndexSpec& index) {
  if (!index.key.empty() && index.key[0].path == "_id") return true;
  return index.simple_collation && starts_with_names(index.key, key);
}

bool serves_characteristics(const KeyPattern& key, const IndexSpec& index, bool multikey) {
  return starts_with_names(index.key, key) && exclusion(index, multikey).empty();
}

bool has_unique_index(const KeyPattern& key, const datasets::CollectionMetadata& metadata) {
  for (const IndexSpec& index : known_indexes(metadata)) {
    const bool is_id = index.key.size() == 1 && index.key[0].path == "_id" && is_plain_btree(index);
    if ((index.unique || is_id) && index.key.size() == key.fields.size() &&
        serves_characteristics(key, index))
      return true;
  }
  return false;
}

bool is_multikey(const IndexSpec& index, const ColumnTable& table) {
  return std::any_of(index.key.begin(), index.key.end(), [&](const IndexField& field) {
    const FieldColumn* column = table.find(field.path);
    return column != nullptr && column->arrays > 0;
  });
}

IndexSupport index_support(const KeyPattern& key, const datasets::CollectionMetadata& metadata,
                           const ColumnTable& table) {
  IndexSupport support;
  std::size_t fields_of_existing = 0;
  const std::vector<IndexSpec> indexes = known_indexes(metadata);
  for (const IndexSpec& index : indexes) {
    if (!starts_with_names(index.key, key)) continue;
    std::string reasons = exclusion(index, is_multikey(index, table));
    if (reasons.empty()) reasons = pattern_difference(key, index);
    if (!reasons.empty()) {
      support.near_misses.push_back(index.name + ": " + reasons);
    } else if (support.existing.empty() || index.key.size() < fields_of_existing) {
      support.existing = index.name;
      fields_of_existing = index.key.size();
    }
  }
  if (!support.existing.empty()) return support;
  for (const IndexSpec& index : indexes)
    if (made_redundant(index, key)) support.redundant.push_back(index.name);
  return support;
}

}  // namespace shardsweep::host
