#include "host/candidates/field_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace shardsweep::host {

namespace {

constexpr int max_depth = 3;
constexpr double max_string_bytes = 256;

std::uint64_t of_type(const FieldProfile& field, bson::Type type) {
  const auto found = field.types.find(type);
  return found == field.types.end() ? 0 : found->second;
}

bool mostly(const FieldProfile& field, bson::Type type) {
  return field.present > 0 && of_type(field, type) * 2 > field.present;
}

/// The family of dynamic names that a path belongs to, or nullptr. A wide top level is no family:
/// the columns of a wide table are judged one by one, and names of single documents are left out
/// as missing in most.
const std::pair<const std::string, std::uint64_t>* dynamic_family(std::string_view path,
                                                                  const Profile& profile) {
  for (const auto& family : profile.wide_families)
    if (!family.first.empty() && path.size() > family.first.size() &&
        path.starts_with(family.first) && path[family.first.size()] == '.')
      return &family;
  return nullptr;
}

bool is_constant(const FieldProfile& field) {
  const bool has_null = field.missing > 0 || of_type(field, bson::Type::Null) > 0;
  const bool only_null = field.present == of_type(field, bson::Type::Null);
  return only_null || (field.distinct_estimate <= 1 && !has_null);
}

double missing_share(const FieldProfile& field, const Profile& profile) {
  if (profile.bytes == 0) return 0;
  return static_cast<double>(field.missing_or_null_bytes) / static_cast<double>(profile.bytes);
}

}  // namespace

std::optional<FieldFault> missing_fault(std::string_view path, double share) {
  if (share <= 0.5) return std::nullopt;
  return FieldFault{rule::missing_half, fmt::format("{} ({:.1f} %)", path, 100 * share)};
}

std::optional<FieldFault> field_fault(const FieldProfile& field, const Profile& profile,
                                      bool own_sizes) {
  const std::string& path = field.path;
  if (field.arrays > 0) {
    const std::string where =
        field.first_array_row
            ? " (first in " + datasets::describe_row(profile.origins, *field.first_array_row) + ")"
            : "";
    return FieldFault{rule::array, path + where};
  }
  if (const auto* family = dynamic_family(path, profile))
    return FieldFault{rule::dynamic_names,
                      fmt::format("{}.* ({} names)", family->first, family->second)};
  if (field.depth > max_depth) return FieldFault{rule::deep_path, path};
  if (is_constant(field)) return FieldFault{rule::constant, path};
  if (mostly(field, bson::Type::Document)) return FieldFault{rule::sub_document, path};
  if (own_sizes) {
    if (auto fault = missing_fault(path, missing_share(field, profile))) return fault;
  }
  if (mostly(field, bson::Type::String) && field.average_string_bytes > max_string_bytes)
    return FieldFault{rule::long_string, fmt::format("{} ({:.0f} bytes on average)", path,
                                                     field.average_string_bytes)};
  return std::nullopt;
}

const FieldProfile* find_profile(const Profile& profile, std::string_view path) {
  for (const FieldProfile& field : profile.fields)
    if (field.path == path) return &field;
  return nullptr;
}

std::string derived_name(std::string_view derive) {
  std::string_view name = derive.substr(0, derive.find('='));
  while (name.starts_with(' ')) name.remove_prefix(1);
  while (name.ends_with(' ')) name.remove_suffix(1);
  return std::string(name);
}

bool in_fields(const CandidateOptions& options, std::string_view path) {
  return options.fields.empty() ||
         std::find(options.fields.begin(), options.fields.end(), path) != options.fields.end();
}

std::vector<std::string> required_paths(const CandidateOptions& options,
                                        const datasets::CollectionMetadata& metadata) {
  std::vector<std::string> paths;
  const auto known = [&](const std::string& path) {
    const auto is_derived = [&](const std::string& text) { return derived_name(text) == path; };
    return std::find(paths.begin(), paths.end(), path) != paths.end() ||
           std::any_of(options.derive.begin(), options.derive.end(), is_derived);
  };
  const auto add = [&](const datasets::IndexField& field) {
    if (!field.path.empty() && !known(field.path)) paths.push_back(field.path);
  };
  for (const KeyPattern& key : options.keys)
    std::for_each(key.fields.begin(), key.fields.end(), add);
  if (options.present_key)
    std::for_each(options.present_key->fields.begin(), options.present_key->fields.end(), add);
  for (const datasets::IndexSpec& index : metadata.indexes)
    for (const datasets::IndexField& field : index.key)
      if (field.special.empty() || field.special == "hashed") add(field);
  // Wildcard indexes ({"$**": 1}) name no field.
  std::erase_if(paths, [](const std::string& path) { return path.find("$**") != path.npos; });
  return paths;
}

}  // namespace shardsweep::host
