// Every call of the CUDA runtime may fail. Then the result is the same, with a sentence that says
// what was done instead, or there is a DeviceError; never a wrong number, and no memory is kept.
#include <driver_types.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/error.hpp"
#include "tests/emu/executor/backend.hpp"
#include "tests/ptx_emulator/control.hpp"

namespace shardsweep::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class CudaFaults : public testing::Test {
 protected:
  std::unique_ptr<kernels::Executor> make(const kernels::CudaOptions& options = {}) {
    return kernels::make_cuda_executor(kernels::make_cpu_executor(pool_), options);
  }

  /// Two columns, one of them unique, and keys of one and two of them.
  static kernels::Plan plan() {
    kernels::Plan plan;
    plan.nodes = {
        {-1, 0, kernels::want_all}, {0, 1, kernels::want_all}, {-1, 1, kernels::want_all}};
    plan.parameters.oversized_documents = 3;
    plan.parameters.window_buckets = 100;
    return plan;
  }

  kernels::ThreadPool pool_{1};
  DataSet data_ = make_data_set({Shape::zipf, Shape::unique}, 300, first_seed());
};

bool frees(const std::string& call) {
  return call.find("Free") != std::string::npos;
}

TEST_F(CudaFaults, TheNthCallFailsForAllN) {
  const NotedRun expected = run_with_notes(*make(), plan(), data_.columns());
  ASSERT_EQ(expected.outcomes.size(), 3u);
  ASSERT_THAT(expected.notes, IsEmpty());
  for (const int error : {cudaErrorMemoryAllocation, cudaErrorUnknown}) {
    SCOPED_TRACE(error);
    const auto executor = make();
    std::size_t same = 0, noted = 0, thrown = 0;
    std::uint64_t n = 1;
    for (;; ++n) {
      SCOPED_TRACE("call " + std::to_string(n));
      const std::size_t live = ptx::live_allocations();
      ptx::fail_call(n, error);
      bool failed = false;
      try {
        const NotedRun run = run_with_notes(*executor, plan(), data_.columns());
        expect_equal(expected.outcomes, run.outcomes);
        noted += run.notes.size();
        ++same;
      } catch (const kernels::DeviceError& device_error) {
        EXPECT_THAT(device_error.what(), HasSubstr("--backend cpu"));
        failed = true;
        ++thrown;
      }
      const std::string call = ptx::failed_call();
      ptx::fail_call(0, 0);
      if (call.empty()) {
        EXPECT_FALSE(failed) << "nothing was made to fail";
        break;
      }
      // A call that should have freed something and did not leaves it.
      EXPECT_LE(ptx::live_allocations(), live + (frees(call) ? 1 : 0)) << call;
      if (HasFailure()) FAIL() << "after the failure of " << call;
    }
    EXPECT_GT(n, 100u) << "calls";
    if (error == cudaErrorMemoryAllocation) {
      EXPECT_GT(noted, 10u) << "runs that said that memory ran out";
    } else {
      EXPECT_GT(thrown, 100u);
    }
    EXPECT_GT(same, 1u);
  }
}

TEST_F(CudaFaults, AnErrorNamesCallPlaceAndWhatToDo) {
  const auto executor = make();
  ptx::fail_call(1, cudaErrorUnknown, "cudaMemsetAsync");
  try {
    run_with_notes(*executor, plan(), data_.columns());
    FAIL() << "no DeviceError";
  } catch (const kernels::DeviceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cudaMemsetAsync failed at kernels/cuda/"));
    EXPECT_THAT(error.what(), HasSubstr("run again with --backend cpu"));
  }
}

TEST_F(CudaFaults, ALaunchThatFailsIsADeviceError) {
  const auto executor = make();
  ptx::fail_call(1, cudaErrorUnknown, "cudaLaunchKernel");
  EXPECT_THROW(run_with_notes(*executor, plan(), data_.columns()), kernels::DeviceError);
}

TEST_F(CudaFaults, WithoutADeviceThereIsNoExecutor) {
  ptx::fail_call(1, cudaErrorInsufficientDriver, "cudaGetDeviceCount");
  const kernels::CudaStatus status = kernels::cuda_status();
  EXPECT_FALSE(status.usable);
  EXPECT_TRUE(status.built);
  EXPECT_THAT(status.text, HasSubstr("no NVIDIA driver"));
  ptx::fail_call(1, cudaErrorInsufficientDriver, "cudaGetDeviceCount");
  EXPECT_THROW(make(), kernels::DeviceError);
  EXPECT_TRUE(kernels::cuda_status().usable) << "the error is forgotten";
}

TEST_F(CudaFaults, CodeForAnotherCardIsFoundOutBeforeTheRun) {
  ptx::fail_call(1, cudaErrorNoKernelImageForDevice, "cudaLaunchKernel");
  const kernels::CudaStatus status = kernels::cuda_status();
  EXPECT_FALSE(status.usable);
  EXPECT_THAT(status.text, HasSubstr("cannot run this build's kernels"));
}

class CudaMemory : public CudaFaults {
 protected:
  static constexpr std::uint32_t rows = 2000;

  CudaMemory() {
    data_ = make_data_set({Shape::zipf, Shape::few, Shape::uniform, Shape::wide, Shape::blocks},
                          rows, first_seed());
    for (std::uint32_t a = 0; a < 5; ++a) {
      plan_.nodes.push_back({-1, a, kernels::want_all});
      const auto parent = static_cast<std::int32_t>(plan_.nodes.size()) - 1;
      for (std::uint32_t b = 0; b < 5; ++b) {
        if (b != a) plan_.nodes.push_back({parent, b, kernels::want_all});
      }
    }
    plan_.parameters.window_buckets = 50;
  }

  NotedRun run(std::uint64_t device_bytes) {
    kernels::CudaOptions options;
    options.device_bytes = device_bytes;
    return run_with_notes(*make(options), plan_, data_.columns());
  }

  kernels::Plan plan_;
};

TEST_F(CudaMemory, AnyBudgetGivesTheSameResults) {
  const NotedRun expected =
      run_with_notes(*kernels::make_cpu_executor(pool_), plan_, data_.columns());
  bool mixed = false;
  for (const std::uint64_t kilobytes : {1, 50, 90, 110, 120, 130, 150, 200, 300, 600, 3000}) {
    SCOPED_TRACE(kilobytes);
    ptx::reset_counters();
    const NotedRun got = run(kilobytes << 10);
    expect_equal(expected.outcomes, got.outcomes);
    const bool on_device = ptx::counters_of("close_groups").launches > 0;
    mixed = mixed || (on_device && !got.notes.empty());
    if (kilobytes == 1) {
      EXPECT_FALSE(on_device);
      EXPECT_THAT(got.notes, ElementsAre("The GPU's memory is too small for 25 of 25 keys: they "
                                         "were evaluated on the CPU."));
    }
    if (kilobytes >= 600) {
      EXPECT_TRUE(on_device);
      EXPECT_THAT(got.notes, IsEmpty());
    }
  }
  EXPECT_TRUE(mixed) << "no budget let some keys in and kept others out";
}

TEST_F(CudaMemory, ADeviceThatHasLessThanItSaysGetsLessToDo) {
  const NotedRun expected = run(UINT64_MAX);
  EXPECT_THAT(expected.notes, IsEmpty());
  // The memory of the first key is refused: with less at once, the rest goes well.
  const auto executor = make();
  ptx::fail_call(4, cudaErrorMemoryAllocation, "cudaMalloc");
  const NotedRun got = run_with_notes(*executor, plan_, data_.columns());
  EXPECT_EQ(ptx::failed_call(), "cudaMalloc");
  expect_equal(expected.outcomes, got.outcomes);
  EXPECT_THAT(got.notes,
              ElementsAre("The GPU's memory ran out: fewer keys were evaluated at a time."));
}

}  // namespace
}  // namespace shardsweep::test
