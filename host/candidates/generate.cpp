#include "host/candidates/generate.hpp"

#include "host/candidates/all_orders.hpp"
#include "host/candidates/always_shown.hpp"
#include "host/candidates/field_rules.hpp"
#include "host/candidates/grower.hpp"
#include "host/candidates/refusals.hpp"
#include "host/candidates/rising_fields.hpp"

namespace shardsweep::host {

namespace {

/// Generated keys that put the time of a time-series collection anywhere but last.
void leave_out_refused(std::vector<Candidate>& candidates, const ClusterOptions& cluster,
                       const datasets::CollectionMetadata& metadata, Omissions& omissions) {
  std::erase_if(candidates, [&](const Candidate& candidate) {
    const std::optional<Refusal> refusal =
        check_time_series(candidate.key, cluster.server, metadata);
    if (refusal) omissions.add(rule::refused, to_text(candidate.key) + ": " + refusal->reason);
    return refusal.has_value();
  });
}

/// For --all-orders: every column that the server takes.
std::vector<std::string> acceptable_paths(const ColumnTable& table, const CandidateOptions& options,
                                          const ClusterOptions& cluster,
                                          const datasets::CollectionMetadata& metadata,
                                          Omissions& omissions) {
  std::vector<std::string> paths;
  for (const FieldColumn& column : table.fields()) {
    if (!in_fields(options, column.path)) continue;
    if (check_field(column.path, cluster.server, metadata)) continue;
    const std::vector<Refusal> refusals =
        check_documents({{{column.path, 1, ""}}}, cluster.server, table);
    if (refusals.empty()) {
      paths.push_back(column.path);
    } else if (column.arrays == 0) {  // arrays were counted when the fields were chosen
      omissions.add(rule::refused, column.path + ": " + refusals[0].reason);
    }
  }
  return paths;
}

/// Nothing for a key without a hashed field.
std::optional<std::string> hashed_path(const KeyPattern& key) {
  const int position = key.hashed_position();
  if (position < 0) return std::nullopt;
  return key.fields[static_cast<std::size_t>(position)].path;
}

void mark_rising(std::vector<UsableField>& fields, RisingFields& rising) {
  std::vector<std::string> paths;
  paths.reserve(fields.size());
  for (const UsableField& field : fields) paths.push_back(field.path);
  rising.look_at(paths);
  for (UsableField& field : fields) field.rises = rising.rises(field.path);
}

void mark_rising(std::vector<Candidate>& candidates, RisingFields& rising) {
  std::vector<std::string> paths;
  for (const Candidate& candidate : candidates)
    if (const auto path = hashed_path(candidate.key)) paths.push_back(*path);
  rising.look_at(paths);
  for (Candidate& candidate : candidates)
    if (const auto path = hashed_path(candidate.key)) candidate.hashed_rises = rising.rises(*path);
}

}  // namespace

CandidateSet generate_candidates(const Profile& profile, ColumnTable& table,
                                 const CandidateOptions& options, const ClusterOptions& cluster,
                                 const datasets::CollectionMetadata& metadata,
                                 kernels::Executor& executor,
                                 const kernels::ExecuteOptions& execution) {
  CandidateSet set;
  CandidateList list;
  Omissions omissions;
  RisingFields rising(profile, table, executor, execution);
  add_always_shown(table, options, cluster, metadata, list, set.refused, omissions);
  const bool can_be_sharded = check_collection(metadata).empty();
  if (can_be_sharded && options.all_orders) {
    const std::vector<std::string> paths =
        acceptable_paths(table, options, cluster, metadata, omissions);
    add_all_orders(paths, options, cluster, list, omissions);
  } else if (can_be_sharded && list.size() < options.max_candidates) {
    std::vector<UsableField> fields =
        usable_fields(profile, table, options, cluster, metadata, omissions);
    mark_rising(fields, rising);
    SetEvaluator evaluator(table, executor, execution);
    const GrowthInput input{fields, table, options, cluster, evaluator};
    Grower(input, list, omissions).grow();
  }
  set.candidates = list.take();
  leave_out_refused(set.candidates, cluster, metadata, omissions);
  mark_rising(set.candidates, rising);
  set.omitted = omissions.take();
  return set;
}

}  // namespace shardsweep::host
