#include "host/candidates/set_evaluator.hpp"

#include <algorithm>

#include "host/planner/planner.hpp"

namespace shardsweep::host {

namespace {

/// Work limit: documents times sets, so that choosing keys costs about as much as judging fifty
/// of them. Depends on the number of rows alone: the same on every machine.
constexpr std::uint64_t documents_times_sets = 1'200'000'000;
constexpr std::uint64_t least_sets = 16;
constexpr std::uint64_t most_sets = 2'000;

}  // namespace

SetEvaluator::SetEvaluator(ColumnTable& table, kernels::Executor& executor,
                           const kernels::ExecuteOptions& execution)
    : table_(table), executor_(executor), execution_(execution) {
  const std::uint64_t rows = std::max<std::uint64_t>(table.rows(), 1);
  passes_left_ = std::clamp(documents_times_sets / rows, least_sets, most_sets);
  for (const std::uint32_t size : table.sizes())
    largest_document_ = std::max(largest_document_, size);
}

const SetFigures* SetEvaluator::find(const FieldSet& set) const {
  const auto found = figures_.find(set);
  return found == figures_.end() ? nullptr : &found->second;
}

SetFigures SetEvaluator::of_one_field(const FieldColumn& field) const {
  SetFigures figures{field.distinct, 0, 0};
  for (std::uint32_t rank = 0; rank < field.distinct; ++rank) {
    figures.heaviest_documents =
        std::max(figures.heaviest_documents, field.dictionary->documents(rank));
    figures.heaviest_bytes = std::max(figures.heaviest_bytes, field.dictionary->bytes(rank));
  }
  return figures;
}

bool SetEvaluator::evaluate_without_executor(const FieldSet& set) {
  const std::vector<FieldColumn>& fields = table_.fields();
  for (const std::uint32_t field : set)
    if (fields[field].unique(table_.rows())) {
      figures_[set] = {table_.rows(), 1, largest_document_};
      return true;
    }
  if (set.size() > 1) return false;
  figures_[set] = of_one_field(fields[set[0]]);
  return true;
}

void SetEvaluator::evaluate(const std::vector<FieldSet>& sets) {
  std::vector<FieldSet> passes;
  for (const FieldSet& set : sets) {
    if (find(set) != nullptr || std::find(passes.begin(), passes.end(), set) != passes.end())
      continue;
    if (evaluate_without_executor(set)) continue;
    if (passes_left_ == 0) continue;
    --passes_left_;
    passes.push_back(set);
  }
  if (!passes.empty()) run(passes);
}

void SetEvaluator::run(const std::vector<FieldSet>& sets) {
  std::vector<KeyPattern> keys;
  for (const FieldSet& set : sets) {
    KeyPattern& key = keys.emplace_back();
    for (const std::uint32_t field : set)
      key.fields.push_back({table_.fields()[field].path, 1, ""});
  }
  kernels::PlanParameters parameters;
  parameters.top = 1;
  const PlannedKeys planned =
      plan_keys(keys, table_, kernels::want_distinct | kernels::want_top | kernels::want_heaviest,
                parameters);
  std::map<std::size_t, const FieldSet*> set_of_node;
  for (std::size_t i = 0; i < sets.size(); ++i) set_of_node[planned.node_of_key[i]] = &sets[i];
  const kernels::Columns columns{table_.rows(), planned.columns, table_.sizes()};
  const auto sink = [&](std::size_t node, kernels::NodeResult&& result) {
    const std::uint64_t documents = result.top.empty() ? 0 : result.top[0].documents;
    figures_[*set_of_node.at(node)] = {result.distinct, documents, result.heaviest.bytes};
  };
  executor_.execute(planned.plan, columns, sink, execution_);
}

}  // namespace shardsweep::host
