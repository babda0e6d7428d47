#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "host/columns/column_table.hpp"
#include "kernels/executor.hpp"

namespace shardsweep::host {

/// Ascending indexes into ColumnTable::fields(). The groups of a set of fields are the same in
/// every order and, but for doubles with fractions, with any of them hashed.
using FieldSet = std::vector<std::uint32_t>;

struct SetFigures {
  std::uint64_t distinct = 0;
  std::uint64_t heaviest_documents = 0;  ///< of the group with most documents
  std::uint64_t heaviest_bytes = 0;      ///< of the group with most bytes
};

/// Distinct values and heaviest value of field sets: from the dictionary for one field, at once for
/// a set with a unique field, else through the executor, many sets in one plan; each set once.
class SetEvaluator {
 public:
  SetEvaluator(ColumnTable& table, kernels::Executor& executor,
               const kernels::ExecuteOptions& execution);

  /// Makes figures for as many of the sets, in their order, as the work limit allows. Blocks.
  void evaluate(const std::vector<FieldSet>& sets);
  /// nullptr when the set was not evaluated.
  const SetFigures* find(const FieldSet& set) const;

 private:
  bool evaluate_without_executor(const FieldSet& set);
  SetFigures of_one_field(const FieldColumn& field) const;
  void run(const std::vector<FieldSet>& sets);

  ColumnTable& table_;
  kernels::Executor& executor_;
  const kernels::ExecuteOptions& execution_;
  std::uint64_t passes_left_;  ///< runs of the executor over all rows
  std::uint32_t largest_document_ = 0;
  std::map<FieldSet, SetFigures> figures_;
};

}  // namespace shardsweep::host
