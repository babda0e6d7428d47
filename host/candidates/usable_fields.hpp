#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "datasets/metadata.hpp"
#include "host/candidates/omissions.hpp"
#include "host/columns/column_table.hpp"
#include "host/options.hpp"
#include "host/profile/field_profile.hpp"

namespace shardsweep::host {

/// A column that generated keys may use, and where.
struct UsableField {
  std::uint32_t column = 0;  ///< index into ColumnTable::fields()
  std::string path;
  std::uint64_t distinct = 0;
  bool leads = true;        ///< may be the first field
  bool few = false;         ///< fewer than 2N values: never alone, hashed or last
  bool fractional = false;  ///< doubles with fractions: never hashed
  bool rises = false;       ///< with the arrival (or falls), see RisingFields: hashed when last
};

/// The columns that pass the field rules, by profile order of the table; what else is left out is
/// counted, except what the profile alone has already shown (choose_fields counts that). `rises` is
/// not yet set.
std::vector<UsableField> usable_fields(const Profile& profile, const ColumnTable& table,
                                       const CandidateOptions& options,
                                       const ClusterOptions& cluster,
                                       const datasets::CollectionMetadata& metadata,
                                       Omissions& omissions);

}  // namespace shardsweep::host
