#include "kernels/shared/ordered_results.hpp"

#include <utility>

namespace shardsweep::kernels {

OrderedResults::OrderedResults(const Plan& plan, const Sink& sink)
    : plan_(plan), sink_(sink), results_(plan.nodes.size()) {}

void OrderedResults::put(std::size_t node, NodeResult&& result) {
  const std::lock_guard lock(mutex_);
  results_[node] = std::move(result);
}

void OrderedResults::flush() {
  for (; next_ < results_.size(); ++next_) {
    std::optional<NodeResult> ready;
    if (plan_.nodes[next_].wants != 0) {
      const std::lock_guard lock(mutex_);
      if (!results_[next_]) return;
      ready = std::exchange(results_[next_], std::nullopt);
    }
    if (ready) sink_(next_, std::move(*ready));
  }
}

NodeResult empty_result(std::uint32_t wants, const PlanParameters& parameters) {
  NodeResult result;
  if (wants & want_ranges) {
    result.range_documents.resize(parameters.ranges);
    result.range_bytes.resize(parameters.ranges);
  }
  return result;
}

}  // namespace shardsweep::kernels
