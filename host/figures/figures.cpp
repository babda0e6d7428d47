#include "host/figures/figures.hpp"

#include "host/candidates/refusals.hpp"
#include "host/figures/parts.hpp"

namespace shardsweep::host {

namespace {

std::vector<std::string> application_changes(const FigureInput& input) {
  std::vector<std::string> changes;
  for (const datasets::IndexField& field : input.candidate.key.fields) {
    const FieldColumn& column = column_of(input.table, field.path);
    if (column.derived_from.empty()) continue;
    changes.push_back("every document must carry the field " + field.path + " = " +
                      column.derived_from + ", written by the application");
  }
  return changes;
}

std::vector<Condition> unique_index_conditions(const FigureInput& input) {
  std::vector<Condition> conditions;
  for (const std::string& name : unique_indexes_in_the_way(input.candidate.key, input.metadata)) {
    conditions.push_back({"uniqueIndex", "the unique index " + name +
                                             " would have to go: it does not begin with the key"});
  }
  return conditions;
}

}  // namespace

CandidateResult figures_of(const Candidate& candidate, const kernels::NodeResult& node,
                           ColumnTable& table, const SweepOptions& options,
                           const datasets::CollectionMetadata& metadata) {
  const FigureInput input{candidate,
                          node,
                          table,
                          options,
                          metadata,
                          judged_size(table.rows(), table.total_bytes(), options.cluster),
                          counted_bytes(table)};
  CandidateResult result;
  result.key = candidate.key;
  result.origin = candidate.origin;
  if (candidate.key.hashed_position() >= 0) result.hashed_rises = candidate.hashed_rises;
  result.characteristics = key_characteristics(input);
  result.frequency = frequency_of(input);
  result.placement = placement_of(input);
  result.insertion = insertion_of(input);
  result.index = index_price(input, result.insertion);
  result.application_changes = application_changes(input);
  result.conditions = unique_index_conditions(input);
  return result;
}

}  // namespace shardsweep::host
