#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/candidates/omissions.hpp"
#include "host/options.hpp"
#include "host/profile/field_profile.hpp"

namespace shardsweep::host {

/// A rule that keeps a field out of generated keys, and how the report words it for this field.
struct FieldFault {
  std::string_view rule;
  std::string example;
  std::uint64_t count = 1;
};

/// What keeps a field out of every place of a generated key, from the profile alone: an array, a
/// constant, a sub-document, missing or null in over half of the bytes, long strings, a deep path,
/// a family of dynamic names. Nothing: the field may be used. `own_sizes` false (--size-field):
/// what is missing is left to the columns, since the profile knows the documents' own sizes only.
std::optional<FieldFault> field_fault(const FieldProfile& field, const Profile& profile,
                                      bool own_sizes);

/// The fault of a field that is missing or null in this share of the bytes, if it is over half.
std::optional<FieldFault> missing_fault(std::string_view path, double share);

/// The profile of a path, or nullptr.
const FieldProfile* find_profile(const Profile& profile, std::string_view path);

/// The paths that --key, present key and indexes name and that must be columns whatever the rules
/// say (derived fields and index types that are no key fields excluded), each once.
std::vector<std::string> required_paths(const CandidateOptions& options,
                                        const datasets::CollectionMetadata& metadata);

/// Name of a derived field: the part of "month=month(created)" before '='.
std::string derived_name(std::string_view derive);

/// Whether --fields lets a field into generated keys.
bool in_fields(const CandidateOptions& options, std::string_view path);

}  // namespace shardsweep::host
