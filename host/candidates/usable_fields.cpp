#include "host/candidates/usable_fields.hpp"

#include <algorithm>

#include "host/candidates/field_rules.hpp"
#include "host/candidates/refusals.hpp"
#include "host/figures/figures.hpp"

namespace shardsweep::host {

namespace {

/// Share of the bytes in documents where the field is missing or null: of the null rank, which has
/// at most MinKey and undefined before it.
double empty_share(const FieldColumn& column, const ColumnTable& table) {
  const std::uint64_t whole = counted_bytes(table);
  if (whole == 0) return 0;
  for (std::uint32_t rank = 0; rank < std::min<std::uint32_t>(column.distinct, 3); ++rank)
    if (column.dictionary->value(rank).type == bson::Type::Null)
      return static_cast<double>(column.dictionary->bytes(rank)) / static_cast<double>(whole);
  return 0;
}

/// What the exact columns say against a field that the profile lets pass (or knows nothing of).
std::optional<FieldFault> column_fault(const FieldColumn& column, const ClusterOptions& cluster,
                                       const ColumnTable& table) {
  if (column.arrays > 0) return FieldFault{rule::array, column.path};
  if (column.distinct <= 1) return FieldFault{rule::constant, column.path};
  if (auto fault = missing_fault(column.path, empty_share(column, table))) return fault;
  const std::vector<Refusal> refusals =
      check_documents({{{column.path, 1, ""}}}, cluster.server, table);
  if (!refusals.empty()) return FieldFault{rule::refused, column.path + ": " + refusals[0].reason};
  return std::nullopt;
}

UsableField describe(const FieldColumn& column, const FieldProfile* profile,
                     const ClusterOptions& cluster, const ColumnTable& table) {
  UsableField field;
  field.path = column.path;
  field.distinct = column.distinct;
  field.few = column.distinct < 2ull * cluster.shards;
  field.fractional = profile != nullptr && profile->fractional_doubles > 0;
  field.leads = empty_share(column, table) <= 1.0 / (2.0 * cluster.shards);
  return field;
}

}  // namespace

std::vector<UsableField> usable_fields(const Profile& profile, const ColumnTable& table,
                                       const CandidateOptions& options,
                                       const ClusterOptions& cluster,
                                       const datasets::CollectionMetadata& metadata,
                                       Omissions& omissions) {
  std::vector<UsableField> usable;
  for (std::uint32_t i = 0; i < table.fields().size(); ++i) {
    const FieldColumn& column = table.fields()[i];
    const FieldProfile* known = find_profile(profile, column.path);
    if (!in_fields(options, column.path)) continue;
    if (check_field(column.path, cluster.server, metadata)) continue;
    if (known != nullptr && field_fault(*known, profile, cluster.size_field.empty())) continue;
    if (const std::optional<FieldFault> fault = column_fault(column, cluster, table)) {
      if (known == nullptr || fault->rule != rule::array)
        omissions.add(fault->rule, fault->example);
      continue;
    }
    UsableField field = describe(column, known, cluster, table);
    field.column = i;
    if (!field.leads) omissions.add(rule::missing_first, column.path);
    usable.push_back(std::move(field));
  }
  return usable;
}

}  // namespace shardsweep::host
