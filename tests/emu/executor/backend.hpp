// The CUDA executor in the emulator, for the tests here.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/cuda/device_run.hpp"
#include "kernels/cuda_executor.hpp"
#include "kernels/thread_pool.hpp"
#include "tests/kernels/plans.hpp"

namespace shardsweep::test {

/// Stands behind the CUDA executor where it must not be needed.
class NoFallback final : public kernels::Executor {
 public:
  std::string_view name() const noexcept override { return "none"; }
  void execute(const kernels::Plan&, const kernels::Columns&, const kernels::Sink&,
               const kernels::ExecuteOptions&) override {
    ADD_FAILURE() << "the fallback was used";
  }
  std::uint64_t estimate_bytes(const kernels::Plan&, std::uint32_t) const override { return 0; }
};

/// What a run gave, and what it said.
struct NotedRun {
  std::vector<NodeOutcome> outcomes;
  std::vector<std::string> notes;
};

inline NotedRun run_with_notes(kernels::Executor& executor, const kernels::Plan& plan,
                               const kernels::Columns& columns) {
  NotedRun run;
  kernels::ExecuteOptions options;
  options.note = [&](const std::string& note) { run.notes.push_back(note); };
  executor.execute(
      plan, columns,
      [&](std::size_t node, kernels::NodeResult&& result) {
        run.outcomes.push_back({node, std::move(result)});
      },
      options);
  return run;
}

/// Each of the columns alone and before each other one.
inline kernels::Plan pairs_plan(std::uint32_t columns) {
  kernels::Plan plan;
  for (std::uint32_t a = 0; a < columns; ++a) {
    plan.nodes.push_back({-1, a, kernels::want_all});
    const auto parent = static_cast<std::int32_t>(plan.nodes.size()) - 1;
    for (std::uint32_t b = 0; b < columns; ++b) {
      if (b != a) plan.nodes.push_back({parent, b, kernels::want_all});
    }
  }
  plan.parameters.oversized_documents = 3;
  plan.parameters.window_buckets = 50;
  return plan;
}

/// The budget in which every key of a plan that uses all columns fits one at a time, with one
/// column on the device.
inline std::uint64_t one_place_bytes(const kernels::Plan& plan, const kernels::Columns& columns) {
  kernels::CudaOptions options;
  options.in_flight = 1;
  kernels::cuda::DeviceRun run(plan, columns, options, {});
  std::vector<std::size_t> nodes(plan.nodes.size());
  std::iota(nodes.begin(), nodes.end(), std::size_t{0});
  run.run(nodes, UINT64_MAX, [](std::size_t, kernels::NodeResult&&) {});
  return run.planned_bytes() - (columns.columns.size() - 1) * columns.rows * sizeof(std::uint32_t);
}

}  // namespace shardsweep::test
