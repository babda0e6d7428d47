// The CUDA executor in the emulator, for the tests here.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

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

}  // namespace shardsweep::test
