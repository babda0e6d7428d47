// The stand-in for the CUDA runtime, and calls made to fail.
#include <cuda_runtime_api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <stdexcept>

#include "tests/emu/cub/algorithms.hpp"
#include "tests/ptx_emulator/control.hpp"

namespace shardsweep::emu {
namespace {

using testing::HasSubstr;

TEST(Runtime, EveryCallCanFailAndNothingIsLost) {
  const Keys keys{5, 3, 9, 1, 7};
  const Values values{0, 1, 2, 3, 4};
  ptx::fail_call(0, cudaSuccess);
  radix_sort_pairs(keys, values);
  const std::uint64_t calls = ptx::calls_made();
  ASSERT_GT(calls, 10u);
  const std::size_t live = ptx::live_allocations();
  for (std::uint64_t n = 1; n <= calls; ++n) {
    ptx::fail_call(n, cudaErrorMemoryAllocation);
    std::string error;
    try {
      radix_sort_pairs(keys, values);
    } catch (const std::runtime_error& caught) {
      error = caught.what();
    }
    const std::string failed = ptx::failed_call();
    ASSERT_FALSE(failed.empty()) << "call " << n << " of " << calls << " was not reached";
    if (failed == "cudaFree") {
      EXPECT_EQ(ptx::live_allocations(), live + 1);
      return;  // the frees are the last calls
    }
    // CUB turns the failure of some calls into another error.
    EXPECT_THAT(error, HasSubstr("CUDA error")) << "call " << n << ", " << failed;
    EXPECT_EQ(ptx::live_allocations(), live) << failed;
  }
}

TEST(Runtime, CallsFailByName) {
  ptx::fail_call(2, cudaErrorInvalidValue, "Memcpy");
  std::array<int, 4> numbers{1, 2, 3, 4};
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, sizeof numbers), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(memory, numbers.data(), 16, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(numbers.data(), memory, 16, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(ptx::failed_call(), "cudaMemcpy");
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

TEST(Runtime, ChecksBoundsOfCopiesAndFills) {
  std::array<char, 32> bytes{};
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 16), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(memory, bytes.data(), 17, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(memory, 1, 17), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(memory, 1, 16), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(bytes.data(), memory, 16, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(std::accumulate(bytes.begin(), bytes.end(), 0), 16);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  EXPECT_EQ(cudaFree(memory), cudaErrorInvalidValue);
}

TEST(Runtime, RunsOutOfMemoryAtItsCapacity) {
  ptx::set_device_capacity(1 << 20);
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, 2 << 20), cudaErrorMemoryAllocation);
  EXPECT_EQ(memory, nullptr);
  std::size_t free_bytes = 0;
  std::size_t total = 0;
  EXPECT_EQ(cudaMemGetInfo(&free_bytes, &total), cudaSuccess);
  EXPECT_EQ(total, std::size_t{1} << 20);
  ptx::set_device_capacity(std::uint64_t{8} << 30);
}

TEST(Runtime, HasStreamsAndEventsInOneOrder) {
  cudaStream_t stream = nullptr;
  cudaEvent_t begin = nullptr;
  cudaEvent_t end = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&begin), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&end), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(begin, stream), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(end, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamWaitEvent(stream, end, 0), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  float milliseconds = -1;
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, begin, end), cudaSuccess);
  EXPECT_GE(milliseconds, 0);
  EXPECT_EQ(cudaEventDestroy(begin), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(end), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
}

TEST(Runtime, StreamsHaveFlagsAndPriorities) {
  int least = 1;
  int greatest = 1;
  ASSERT_EQ(cudaDeviceGetStreamPriorityRange(&least, &greatest), cudaSuccess);
  EXPECT_EQ(least, 0);
  EXPECT_LT(greatest, 0);
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest - 1),
            cudaSuccess);
  int priority = 0;
  unsigned flags = 0;
  EXPECT_EQ(cudaStreamGetPriority(stream, &priority), cudaSuccess);
  EXPECT_EQ(cudaStreamGetFlags(stream, &flags), cudaSuccess);
  EXPECT_EQ(priority, greatest);
  EXPECT_EQ(flags, unsigned{cudaStreamNonBlocking});
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaStreamGetFlags(stream, &flags), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaStreamCreateWithFlags(&stream, 64), cudaErrorInvalidValue);
}

TEST(Runtime, CallsTheHostInAStream) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  int calls = 0;
  const cudaHostFn_t count = [](void* counter) { ++*static_cast<int*>(counter); };
  EXPECT_EQ(cudaLaunchHostFunc(stream, count, &calls), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
  EXPECT_EQ(cudaLaunchHostFunc(stream, count, &calls), cudaErrorInvalidResourceHandle);
}

TEST(Runtime, NamesErrors) {
  EXPECT_STREQ(cudaGetErrorName(cudaErrorMemoryAllocation), "cudaErrorMemoryAllocation");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory");
  EXPECT_STREQ(cudaGetErrorName(cudaErrorNotReady), "cudaErrorNotReady");
  EXPECT_STREQ(cudaGetErrorName(static_cast<cudaError_t>(12345)), "unrecognized error code");
}

TEST(Runtime, DescribesTheDevice) {
  int count = 0;
  EXPECT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  EXPECT_EQ(count, 1);
  cudaDeviceProp properties{};
  EXPECT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  EXPECT_EQ(std::to_string(properties.major) + std::to_string(properties.minor),
            EMULATED_ARCHITECTURE);
  int asynchronous_engines = 0;
  EXPECT_EQ(cudaDeviceGetAttribute(&asynchronous_engines, cudaDevAttrAsyncEngineCount, 0),
            cudaSuccess);
  EXPECT_EQ(asynchronous_engines, properties.asyncEngineCount);
  EXPECT_EQ(cudaSetDevice(1), cudaErrorInvalidDevice);
  EXPECT_EQ(ptx::architecture(), "sm_" EMULATED_ARCHITECTURE);
}

TEST(RuntimeDeathTest, HostCodeMayNotFollowDevicePointers) {
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 16), cudaSuccess);
  EXPECT_DEATH(*static_cast<volatile int*>(memory) = 1, "");
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

}  // namespace
}  // namespace shardsweep::emu
