#include <algorithm>
#include <cmath>

#include "host/candidates/index_support.hpp"
#include "host/figures/parts.hpp"

namespace shardsweep::host {

namespace {

void set_monotonicity(const FigureInput& input, KeyCharacteristics& characteristics) {
  const int hashed = input.candidate.key.hashed_position();
  characteristics.monotonicity_type = "unknown";
  if (input.metadata.clustered || hashed > 0) return;
  if (hashed < 0 && !input.table.arrival().known) return;
  double coefficient = 0;
  if (hashed < 0 && input.node.distinct > 1) {
    coefficient = server_coefficient(input.table.rows(), input.node.monotonicity).value_or(0);
  }
  characteristics.record_id_correlation = coefficient;
  const bool monotonic = std::abs(coefficient) >= monotonic_from;
  characteristics.monotonicity_type = monotonic ? "monotonic" : "not monotonic";
}

}  // namespace

KeyCharacteristics key_characteristics(const FigureInput& input) {
  const std::uint64_t rows = input.table.rows();
  KeyCharacteristics characteristics;
  characteristics.num_docs_sampled = rows;
  characteristics.num_docs_total = std::max(rows, input.options.cluster.total_docs.value_or(rows));
  characteristics.avg_doc_size_bytes = rows == 0 ? 0 : input.table.total_bytes() / rows;
  characteristics.is_unique = has_unique_index(input.candidate.key, input.metadata);
  characteristics.num_distinct_values = input.node.distinct;
  for (const kernels::Group& group : input.node.top) {
    if (characteristics.most_common_values.size() == input.options.most_common) break;
    characteristics.most_common_values.push_back(
        {key_value_of(input.candidate.key, input.table, group.first_row), group.documents,
         group.bytes});
  }
  set_monotonicity(input, characteristics);
  return characteristics;
}

}  // namespace shardsweep::host
