#include "host/candidates/usable_fields.hpp"

#include <cmath>

#include "host/candidates/field_rules.hpp"
#include "host/candidates/refusals.hpp"
#include "host/candidates/same_order.hpp"

namespace shardsweep::host {

namespace {

/// The server calls a key monotonic from this correlation on.
constexpr double rising_from = 0.7;

bool rises_by_type(const FieldProfile* profile) {
  if (profile == nullptr) return false;
  std::uint64_t rising = 0;
  for (const bson::Type type : {bson::Type::ObjectId, bson::Type::Date, bson::Type::Timestamp}) {
    const auto found = profile->types.find(type);
    if (found != profile->types.end()) rising += found->second;
  }
  return rising * 2 > profile->present;
}

/// Where the arrival is unknown, times and ids made from times count as rising.
bool rises(const FieldColumn& column, const FieldProfile* profile, const Arrival& arrival) {
  if (!arrival.known) return rises_by_type(profile);
  return std::abs(arrival_correlation(column.ranks)) >= rising_from;
}

/// What the exact columns say against a field that the profile lets pass (or knows nothing of).
std::optional<FieldFault> column_fault(const FieldColumn& column, const ClusterOptions& cluster,
                                       const ColumnTable& table) {
  if (column.arrays > 0) return FieldFault{rule::array, column.path};
  if (column.distinct <= 1) return FieldFault{rule::constant, column.path};
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
  field.unique = column.unique(table.rows());
  field.few = column.distinct < 2ull * cluster.shards;
  field.fractional = profile != nullptr && profile->fractional_doubles > 0;
  field.rises = rises(column, profile, table.arrival());
  return field;
}

}  // namespace

std::vector<UsableField> usable_fields(const Profile& profile, const ColumnTable& table,
                                       const CandidateOptions& options,
                                       const ClusterOptions& cluster, Omissions& omissions) {
  std::vector<UsableField> usable;
  for (std::uint32_t i = 0; i < table.fields().size(); ++i) {
    const FieldColumn& column = table.fields()[i];
    const FieldProfile* known = find_profile(profile, column.path);
    const bool is_id = column.path == "_id";
    if (!in_fields(options, column.path)) continue;
    if (known != nullptr && !is_id && field_fault(*known, profile)) continue;
    if (const std::optional<FieldFault> fault = column_fault(column, cluster, table)) {
      if (known == nullptr || fault->rule == rule::refused || fault->rule == rule::constant)
        omissions.add(fault->rule, fault->example);
      continue;
    }
    UsableField field = describe(column, known, cluster, table);
    field.column = i;
    if (known != nullptr && too_sparse_to_lead(*known, profile, cluster.shards)) {
      field.leads = false;
      omissions.add(rule::missing_first, column.path);
    }
    usable.push_back(std::move(field));
  }
  return usable;
}

}  // namespace shardsweep::host
