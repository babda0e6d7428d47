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
using testing::Not;

class CudaFaults : public testing::Test {
 protected:
  std::unique_ptr<kernels::Executor> make(const kernels::CudaOptions& options = {}) {
    return kernels::make_cuda_executor(kernels::make_cpu_executor(pool_), options);
  }

  /// Keys of one and two columns, of which one is unique.
  static kernels::Plan plan() { return pairs_plan(3); }

  /// One key after another, columns in pieces and each in the other's place.
  kernels::CudaOptions tight() { return {one_place_bytes(plan(), data_.columns()), 1, 512}; }

  kernels::ThreadPool pool_{1};
  DataSet data_ = make_data_set({Shape::zipf, Shape::unique, Shape::few}, 300, first_seed());
};

bool contains(const std::string& call, const char* part) {
  return call.find(part) != std::string::npos;
}

bool frees(const std::string& call) {
  return contains(call, "Free");
}

/// Calls of destructors, after which there is nothing that could go wrong.
bool ends(const std::string& call) {
  return frees(call) || contains(call, "Destroy") || contains(call, "StreamSynchronize");
}

TEST_F(CudaFaults, AnyCallMayFail) {
  const kernels::CudaOptions options = tight();
  const auto unharmed = make(options);
  ptx::fail_call(0, 0);
  const NotedRun expected = run_with_notes(*unharmed, plan(), data_.columns());
  const std::uint64_t calls = ptx::calls_made();
  EXPECT_GT(calls, 300u);
  ASSERT_EQ(expected.outcomes.size(), 9u);
  ASSERT_THAT(expected.notes, IsEmpty());
  Rng rng(first_seed());
  const std::uint64_t stride = calls / 60 + 1;  // some of the calls, others by another seed
  for (const int error : {cudaErrorMemoryAllocation, cudaErrorUnknown}) {
    SCOPED_TRACE(error);
    std::size_t same = 0, noted = 0, thrown = 0;
    for (std::uint64_t n = 1 + rng() % stride;; n += stride) {
      SCOPED_TRACE("call " + std::to_string(n) + ", seed " + std::to_string(first_seed()));
      const std::size_t live = ptx::live_allocations();
      const auto executor = make(options);  // a new one, which said nothing yet
      ptx::fail_call(n, error);
      bool failed = false;
      std::size_t said = 0;
      try {
        const NotedRun run = run_with_notes(*executor, plan(), data_.columns());
        expect_equal(expected.outcomes, run.outcomes);
        said = run.notes.size();
        noted += said;
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
      if (ends(call)) {
        EXPECT_TRUE(!failed && said == 0) << call;
      } else {
        EXPECT_TRUE(failed || said == 1) << call << ", notes: " << said;
      }
      // A call that should have freed something and did not leaves it.
      EXPECT_LE(ptx::live_allocations(), live + (frees(call) ? 1 : 0)) << call;
      if (HasFailure()) FAIL() << "after the failure of " << call;
    }
    if (error == cudaErrorMemoryAllocation) {
      EXPECT_GT(noted, 10u) << "runs that said that memory ran out";
    } else {
      EXPECT_GT(thrown, 10u);
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

TEST_F(CudaFaults, AFullGpuIsNotSaidToLackTheKernels) {
  ptx::fail_call(1, cudaErrorMemoryAllocation, "cudaLaunchKernel");
  const kernels::CudaStatus status = kernels::cuda_status();
  EXPECT_FALSE(status.usable);
  EXPECT_THAT(status.text, HasSubstr("memory is taken"));
  EXPECT_THAT(status.text, Not(HasSubstr("cannot run")));
}

TEST_F(CudaFaults, PageLockedMemoryIsTheHosts) {
  const NotedRun expected = run_with_notes(*make(), plan(), data_.columns());
  const auto executor = make();
  ptx::fail_call(2, cudaErrorMemoryAllocation, "cudaMallocHost");
  const NotedRun got = run_with_notes(*executor, plan(), data_.columns());
  EXPECT_EQ(ptx::calls_made(), 2u) << "tried again with less device memory";
  expect_equal(expected.outcomes, got.outcomes);
  EXPECT_THAT(got.notes, ElementsAre("The host has no page-locked memory left for the GPU's "
                                     "copies: 9 of 9 keys are evaluated on the CPU."));
}

TEST_F(CudaFaults, EachSentenceComesOnce) {
  kernels::CudaOptions options;
  options.device_bytes = 1;
  const auto executor = make(options);
  EXPECT_THAT(run_with_notes(*executor, plan(), data_.columns()).notes,
              ElementsAre("The GPU's memory is too small for 9 of 9 keys: they are evaluated on "
                          "the CPU."));
  EXPECT_THAT(run_with_notes(*executor, plan(), data_.columns()).notes, IsEmpty());
}

class CudaMemory : public CudaFaults {
 protected:
  static constexpr std::uint32_t rows = 2000;

  CudaMemory() {
    data_ = make_data_set({Shape::zipf, Shape::few, Shape::uniform, Shape::wide, Shape::blocks},
                          rows, first_seed());
    plan_ = pairs_plan(5);
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
                                         "are evaluated on the CPU."));
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
              ElementsAre("The GPU's memory ran out: fewer keys are evaluated at a time."));
}

}  // namespace
}  // namespace shardsweep::test
