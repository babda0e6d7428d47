#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

#include "kernels/executor.hpp"

namespace shardsweep::kernels {

/// Results wait here until those of all earlier nodes are there.
class OrderedResults {
 public:
  /// Both must outlive this.
  OrderedResults(const Plan& plan, const Sink& sink);

  void put(std::size_t node, NodeResult&& result);

  /// Hands over what is complete. Only on the thread that called execute().
  void flush();

 private:
  const Plan& plan_;
  const Sink& sink_;
  std::mutex mutex_;
  std::vector<std::optional<NodeResult>> results_;
  std::size_t next_ = 0;
};

/// The result of a node of a plan without rows.
NodeResult empty_result(std::uint32_t wants, const PlanParameters& parameters);

}  // namespace shardsweep::kernels
