#include <gtest/gtest.h>

#include "kernels/cpu/group_stream.hpp"
#include "kernels/error.hpp"
#include "kernels/thread_pool.hpp"
#include "tests/kernels/executor_contract.hpp"

namespace shardsweep::test {
namespace {

template <unsigned threads>
struct Cpu {
  static constexpr const char* name = "cpu";
  static constexpr std::uint32_t most_rows = UINT32_MAX;
  static constexpr std::uint32_t step = 1;
  kernels::ThreadPool pool{threads};
  std::unique_ptr<kernels::Executor> make() { return kernels::make_cpu_executor(pool); }
};

using Backends = testing::Types<Cpu<1>, Cpu<2>, Cpu<3>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, ExecutorContract, Backends);

TEST(CpuExecutor, SaysWhatItNeedsWhenTheBudgetIsTooSmall) {
  kernels::ThreadPool pool(2);
  const auto executor = kernels::make_cpu_executor(pool);
  DataSet data = make_data_set({Shape::zipf, Shape::uniform}, 200'000, first_seed());
  kernels::ExecuteOptions options;
  options.memory_bytes = 1000;
  const auto sink = [](std::size_t, kernels::NodeResult&&) {};
  try {
    executor->execute(chain_plan(2, kernels::want_all), data.columns(), sink, options);
    FAIL() << "no ResourceError";
  } catch (const kernels::ResourceError& error) {
    EXPECT_NE(std::string(error.what()).find("200000 documents"), std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("Raise --memory"), std::string::npos) << error.what();
  }
}

TEST(CpuExecutor, TheBoundHoldsTheLargestTable) {
  // Documents of 2^18 possible keys are counted in a table of 24 bytes a key.
  const std::uint64_t cells = std::uint64_t{1} << 18;
  for (const auto carry : {kernels::cpu::Carry::rows, kernels::cpu::Carry::order}) {
    EXPECT_GE(kernels::cpu::stream_bytes(cells, 1u << 18, carry), cells * 24);
  }
}

TEST(CpuExecutor, CountsFinishedNodes) {
  kernels::ThreadPool pool(2);
  const auto executor = kernels::make_cpu_executor(pool);
  DataSet data = make_data_set({Shape::zipf, Shape::few}, 1000, first_seed());
  std::atomic<std::size_t> most{0};
  kernels::ExecuteOptions options;
  options.progress = [&](std::size_t done) {
    std::size_t seen = most;
    while (seen < done && !most.compare_exchange_weak(seen, done)) {
    }
  };
  const auto sink = [](std::size_t, kernels::NodeResult&&) {};
  executor->execute(chain_plan(2, kernels::want_distinct), data.columns(), sink, options);
  EXPECT_EQ(most, 2u);
}

TEST(CpuExecutor, EstimatesGrowWithRows) {
  kernels::ThreadPool pool(1);
  const auto executor = kernels::make_cpu_executor(pool);
  const kernels::Plan plan = chain_plan(2, kernels::want_all);
  EXPECT_GE(executor->estimate_bytes(plan, 1'000'000), 1'000'000u);
  EXPECT_GT(executor->estimate_bytes(plan, 2'000'000), executor->estimate_bytes(plan, 1'000'000));
}

TEST(CpuExecutor, EstimatesHoldTheWindowTable) {
  kernels::ThreadPool pool(1);
  const auto executor = kernels::make_cpu_executor(pool);
  kernels::Plan plan = chain_plan(2, kernels::want_all);
  plan.parameters.window_buckets = 1000;
  plan.parameters.windows = 100;
  const std::uint64_t few = executor->estimate_bytes(plan, 1'000'000);
  plan.parameters.windows = 10'100;
  EXPECT_EQ(executor->estimate_bytes(plan, 1'000'000) - few, 1000u * 10'000 * 4);
}

}  // namespace
}  // namespace shardsweep::test
