// What is said of every executor, said of the CUDA executor in the emulator.
#include <gtest/gtest.h>

#include "tests/emu/executor/backend.hpp"
#include "tests/kernels/executor_contract.hpp"
#include "tests/ptx_emulator/control.hpp"

namespace shardsweep::test {
namespace {

struct Cuda {
  static constexpr const char* name = "cuda";
  static constexpr std::uint32_t most_rows = 10'000;
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
  for (const char* kernel :
       {"pack", "RadixSort", "close_groups", "range_totals", "group_totals", "next_digit",
        "collect", "count_arrivals", "place_arrivals", "place_by_row", "rank_sums"}) {
    EXPECT_GT(ptx::counters_of(kernel).launches, 0u) << kernel;
  }
}

}  // namespace
}  // namespace shardsweep::test
