// What is said of every executor, said of the CUDA executor in the emulator.
#include <gtest/gtest.h>

#include "kernels/cuda_executor.hpp"
#include "kernels/error.hpp"
#include "kernels/thread_pool.hpp"
#include "tests/kernels/executor_contract.hpp"
#include "tests/ptx_emulator/control.hpp"

namespace shardsweep::test {
namespace {

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

struct Cuda {
  static constexpr const char* name = "cuda";
  static constexpr std::uint32_t most_rows = 20'000;
  static constexpr std::uint32_t step = 7;
  std::unique_ptr<kernels::Executor> make() {
    return kernels::make_cuda_executor(std::make_unique<NoFallback>());
  }
};

using Backends = testing::Types<Cuda>;
INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, ExecutorContract, Backends);

TEST(CudaExecutor, RunsOnTheArchitectureItWasBuiltFor) {
  const std::string architecture = std::string("sm_") + EMULATED_ARCHITECTURE;
  EXPECT_EQ(ptx::architecture(), architecture);
  EXPECT_EQ(Cuda().make()->device(), "PTX emulator " + architecture);
}

TEST(CudaExecutor, TheKernelsReallyRan) {
  ptx::reset_counters();
  DataSet data = make_data_set({Shape::zipf}, 1000, first_seed());
  run_plan(*Cuda().make(), single_node_plan(kernels::want_all), data.columns());
  for (const char* kernel : {"pack", "RadixSort", "close_groups", "range_totals", "group_totals",
                             "next_digit", "collect", "count_arrivals", "place_arrivals",
                             "place_by_row", "rank_sums"}) {
    EXPECT_GT(ptx::counters_of(kernel).launches, 0u) << kernel;
  }
}

}  // namespace
}  // namespace shardsweep::test
