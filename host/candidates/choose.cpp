#include <algorithm>

#include "host/candidates/field_rules.hpp"
#include "host/candidates/generate.hpp"
#include "host/candidates/refusals.hpp"

namespace shardsweep::host {

namespace {

constexpr std::string_view paths_at_least =
    "paths beyond --max-paths (at least: what lies below some of them is not counted)";
constexpr std::string_view paths_about =
    "paths beyond --max-paths (about: an estimate with a standard error of 0.8 %)";

bool contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// Whether the rules let the field into generated keys; what they leave out is counted.
bool may_be_used(const FieldProfile& field, const Profile& profile, const CandidateOptions& options,
                 const ClusterOptions& cluster, const datasets::CollectionMetadata& metadata,
                 bool always, Omissions& omissions) {
  if (!in_fields(options, field.path)) {
    if (!always) omissions.add(rule::not_in_fields, field.path);
    return false;
  }
  if (const auto refusal = check_field(field.path, cluster.server, metadata)) {
    omissions.add(rule::refused, field.path + ": " + refusal->reason);
    return false;
  }
  const std::optional<FieldFault> fault = field_fault(field, profile, cluster.size_field.empty());
  if (!fault) return true;
  if (options.all_orders && fault->rule != rule::array) return true;
  omissions.add(fault->rule, fault->example);
  return false;
}

}  // namespace

FieldChoice choose_fields(const Profile& profile, const CandidateOptions& options,
                          const ClusterOptions& cluster,
                          const datasets::CollectionMetadata& metadata) {
  FieldChoice choice;
  Omissions omissions;
  std::vector<std::string> required = required_paths(options, metadata);
  for (const FieldProfile& field : profile.fields) {
    const bool always = field.path == "_id" || contains(required, field.path);
    const bool used = may_be_used(field, profile, options, cluster, metadata, always, omissions);
    if (used || always) choice.paths.push_back(field.path);
  }
  required.insert(required.end(), options.fields.begin(), options.fields.end());
  for (const std::string& path : required) {
    const auto names_it = [&](const std::string& text) { return derived_name(text) == path; };
    if (!contains(choice.paths, path) && find_profile(profile, path) == nullptr &&
        std::none_of(options.derive.begin(), options.derive.end(), names_it))
      choice.paths.push_back(path);
  }
  if (profile.other_paths > 0)
    omissions.add(profile.other_paths_error > 0  ? paths_about
                  : profile.other_paths_at_least ? paths_at_least
                                                 : rule::other_paths,
                  profile.other_path_examples.empty() ? "" : profile.other_path_examples[0],
                  profile.other_paths);
  choice.omitted = omissions.take();
  return choice;
}

}  // namespace shardsweep::host
