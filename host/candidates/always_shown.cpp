#include "host/candidates/always_shown.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/candidates/index_support.hpp"
#include "host/error.hpp"

namespace shardsweep::host {

namespace {

class AlwaysShown {
 public:
  AlwaysShown(const ColumnTable& table, const ClusterOptions& cluster,
              const datasets::CollectionMetadata& metadata, CandidateList& list,
              std::vector<RefusedKey>& refused)
      : table_(table), cluster_(cluster), metadata_(metadata), list_(list), refused_(refused) {}

  void add(const KeyPattern& key, const std::string& origin) {
    const std::vector<Refusal> refusals = check_key(key, cluster_, metadata_, table_);
    if (!refusals.empty()) return refuse(key, refusals);
    for (const datasets::IndexField& field : key.fields)
      if (table_.find(field.path) == nullptr)
        throw UsageError(fmt::format(
            "key {}: the field {} is neither in the documents nor a derived field (--derive)",
            to_text(key), field.path));
    list_.add(key, origin);
  }

 private:
  void refuse(const KeyPattern& key, const std::vector<Refusal>& refusals) {
    const auto same = [&](const RefusedKey& entry) { return entry.key == key; };
    if (std::any_of(refused_.begin(), refused_.end(), same)) return;
    for (const Refusal& refusal : refusals) refused_.push_back({key, refusal.code, refusal.reason});
  }

  const ColumnTable& table_;
  const ClusterOptions& cluster_;
  const datasets::CollectionMetadata& metadata_;
  CandidateList& list_;
  std::vector<RefusedKey>& refused_;
};

void add_ids(const ColumnTable& table, AlwaysShown& shown, Omissions& omissions) {
  const FieldColumn* id = table.find("_id");
  if (id == nullptr || (table.rows() > 0 && id->missing == table.rows())) {
    omissions.add(rule::no_id, "");
    return;
  }
  shown.add({{{"_id", 1, ""}}}, "_id");
  shown.add({{{"_id", 0, "hashed"}}}, "_id");
}

/// The index's fields as a key: ascending, whatever the index's directions.
void add_index(const datasets::IndexSpec& index, const ColumnTable& table, AlwaysShown& shown,
               Omissions& omissions) {
  KeyPattern key;
  for (datasets::IndexField field : index.key) {
    const bool wildcard = field.path.find("$**") != std::string::npos;
    if (wildcard || (!field.special.empty() && field.special != "hashed"))
      return omissions.add(rule::index_type, index.name);
    if (field.special.empty()) field.direction = 1;
    key.fields.push_back(std::move(field));
  }
  if (key.fields.empty()) return;
  if (is_multikey(index, table)) return omissions.add(rule::multikey_index, index.name);
  shown.add(key, "index");
}

}  // namespace

void add_always_shown(const ColumnTable& table, const CandidateOptions& options,
                      const ClusterOptions& cluster, const datasets::CollectionMetadata& metadata,
                      CandidateList& list, std::vector<RefusedKey>& refused, Omissions& omissions) {
  AlwaysShown shown(table, cluster, metadata, list, refused);
  add_ids(table, shown, omissions);
  if (options.present_key) shown.add(*options.present_key, "present");
  for (const datasets::IndexSpec& index : metadata.indexes)
    add_index(index, table, shown, omissions);
  for (const KeyPattern& key : options.keys) shown.add(key, "--key");
}

}  // namespace shardsweep::host
