#include "host/candidates/rising_fields.hpp"

#include <cmath>

#include "host/candidates/field_rules.hpp"
#include "host/figures/figures.hpp"
#include "host/planner/planner.hpp"

namespace shardsweep::host {

namespace {

bool rises_by_type(const FieldProfile* profile) {
  if (profile == nullptr) return false;
  std::uint64_t rising = 0;
  for (const bson::Type type : {bson::Type::ObjectId, bson::Type::Date, bson::Type::Timestamp}) {
    const auto found = profile->types.find(type);
    if (found != profile->types.end()) rising += found->second;
  }
  return rising * 2 > profile->present;
}

}  // namespace

void RisingFields::look_at(const std::vector<std::string>& paths) {
  std::vector<std::string> unknown;
  for (const std::string& path : paths)
    if (known_.insert(path).second) unknown.push_back(path);
  if (unknown.empty()) return;
  if (table_.arrival().known) return correlate(unknown);
  for (const std::string& path : unknown)
    if (rises_by_type(find_profile(profile_, path))) rising_.insert(path);
}

void RisingFields::correlate(const std::vector<std::string>& paths) {
  std::vector<KeyPattern> keys;
  keys.reserve(paths.size());
  for (const std::string& path : paths) keys.push_back({{{path, 1, ""}}});
  const PlannedKeys planned = plan_keys(keys, table_, kernels::want_correlation, {});
  std::vector<double> correlation(planned.plan.nodes.size(), 0);
  const auto sink = [&](std::size_t node, kernels::NodeResult&& result) {
    correlation[node] = rank_correlation(table_.rows(), result.correlation).value_or(0);
  };
  executor_.execute(planned.plan, {table_.rows(), planned.columns, table_.sizes()}, sink,
                    execution_);
  for (std::size_t i = 0; i < paths.size(); ++i)
    if (std::abs(correlation[planned.node_of_key[i]]) >= monotonic_from) rising_.insert(paths[i]);
}

}  // namespace shardsweep::host
