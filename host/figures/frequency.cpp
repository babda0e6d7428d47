#include <algorithm>

#include "host/figures/parts.hpp"

namespace shardsweep::host {

namespace {

ValueCount counted(const FigureInput& input, const kernels::Group& group) {
  return {key_value_of(input.candidate.key, input.table, group.first_row), group.documents,
          group.bytes};
}

/// At the judged size, rounded up.
std::uint64_t judged_documents(const FigureInput& input, std::uint64_t documents) {
  return scaled_up(documents, input.size.documents, input.table.rows());
}
std::uint64_t judged_bytes(const FigureInput& input, std::uint64_t bytes) {
  return scaled_up(bytes, input.size.bytes, input.bytes);
}

/// Values over the limits that set_oversized_limits put into the plan.
void add_unsplittable(const FigureInput& input, Frequency& frequency) {
  const kernels::NodeResult& node = input.node;
  frequency.unsplittable_count = node.oversized_count;
  frequency.unsplittable_documents = judged_documents(input, node.oversized_documents);
  frequency.unsplittable_bytes = judged_bytes(input, node.oversized_bytes);
  for (const kernels::Group& group : node.oversized) {
    ValueCount count = counted(input, group);
    count.documents = judged_documents(input, count.documents);
    count.bytes = judged_bytes(input, count.bytes);
    frequency.unsplittable.push_back(std::move(count));
  }
}

std::uint64_t useful_shards(const FigureInput& input) {
  const std::uint64_t heaviest = input.node.heaviest.bytes;
  if (heaviest == 0) return 0;
  const std::uint64_t by_weight = input.bytes / heaviest + (input.bytes % heaviest != 0);
  return std::min(input.node.distinct, by_weight);
}

/// Values that share a hash with another one (fractions are cut off before hashing).
std::uint64_t lost_to_hash(const FigureInput& input) {
  const int position = input.candidate.key.hashed_position();
  if (position < 0) return 0;
  const std::string& path = input.candidate.key.fields[static_cast<std::size_t>(position)].path;
  const std::uint64_t values = column_of(input.table, path).distinct;
  const std::uint64_t hashes = input.table.hashed(path).hashes.size();
  return values > hashes ? values - hashes : 0;
}

}  // namespace

Frequency frequency_of(const FigureInput& input) {
  const kernels::NodeResult& node = input.node;
  Frequency frequency;
  frequency.distinct = node.distinct;
  frequency.distinct_is_lower_bound = input.size.sample;
  frequency.useful_shards = useful_shards(input);
  frequency.scaled = input.size.documents != input.table.rows() ||
                     (input.size.bytes > 0 && input.size.bytes != input.bytes);
  for (const kernels::Group& group : node.top) frequency.top.push_back(counted(input, group));
  if (node.heaviest.documents > 0) frequency.heaviest = counted(input, node.heaviest);
  if (input.size.bytes > 0) add_unsplittable(input, frequency);
  frequency.lost_to_hash = lost_to_hash(input);
  return frequency;
}

}  // namespace shardsweep::host
