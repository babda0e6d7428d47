// Memory of the device and page-locked memory of the host, as the stand-in for the runtime gives
// it.
#include <cuda_runtime_api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

#include "tests/ptx_emulator/control.hpp"

namespace shardsweep::emu {
namespace {

using testing::ElementsAre;

cudaMemoryType type_of(const void* pointer) {
  cudaPointerAttributes attributes{};
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, pointer), cudaSuccess);
  return attributes.type;
}

TEST(Allocation, PageLockedMemoryIsTheHosts) {
  void* locked = nullptr;
  ASSERT_EQ(cudaMallocHost(&locked, 64), cudaSuccess);
  std::memset(locked, 7, 64);
  EXPECT_EQ(type_of(locked), cudaMemoryTypeHost);
  void* seen_by_device = nullptr;
  EXPECT_EQ(cudaHostGetDevicePointer(&seen_by_device, locked, 0), cudaSuccess);
  EXPECT_NE(seen_by_device, nullptr);
  EXPECT_EQ(cudaFree(locked), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(locked), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(locked), cudaErrorInvalidValue);
  EXPECT_EQ(type_of(locked), cudaMemoryTypeUnregistered);
}

TEST(Allocation, PageLockedMemoryTakesNoneOfTheDevice) {
  std::size_t before = 0;
  std::size_t with_locked = 0;
  std::size_t with_both = 0;
  std::size_t total = 0;
  void* locked = nullptr;
  void* memory = nullptr;
  EXPECT_EQ(cudaMemGetInfo(&before, &total), cudaSuccess);
  ASSERT_EQ(cudaHostAlloc(&locked, 1 << 20, cudaHostAllocDefault), cudaSuccess);
  EXPECT_EQ(cudaMemGetInfo(&with_locked, &total), cudaSuccess);
  ASSERT_EQ(cudaMalloc(&memory, 1 << 20), cudaSuccess);
  EXPECT_EQ(cudaMemGetInfo(&with_both, &total), cudaSuccess);
  EXPECT_EQ(with_locked, before);
  EXPECT_EQ(with_both, before - (1 << 20));
  EXPECT_EQ(cudaFreeHost(memory), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(locked), cudaSuccess);
}

TEST(Allocation, MemoryOfTheProgramIsRegisteredOnce) {
  std::vector<char> bytes(100);
  EXPECT_EQ(type_of(bytes.data()), cudaMemoryTypeUnregistered);
  ASSERT_EQ(cudaHostRegister(bytes.data(), 100, cudaHostRegisterDefault), cudaSuccess);
  EXPECT_EQ(type_of(bytes.data() + 99), cudaMemoryTypeHost);
  EXPECT_EQ(type_of(bytes.data() + 100), cudaMemoryTypeUnregistered);
  EXPECT_EQ(cudaHostRegister(bytes.data() + 50, 10, 0), cudaErrorHostMemoryAlreadyRegistered);
  EXPECT_EQ(cudaHostUnregister(bytes.data() + 50), cudaErrorHostMemoryNotRegistered);
  EXPECT_EQ(cudaHostUnregister(bytes.data()), cudaSuccess);
  EXPECT_EQ(cudaHostUnregister(bytes.data()), cudaErrorHostMemoryNotRegistered);
}

TEST(Allocation, CopiesKnowTheirDirection) {
  std::array<char, 8> bytes{};
  void* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 8), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(bytes.data(), memory, 8, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(memory, bytes.data(), 8, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(memory, bytes.data(), 8, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(memory, bytes.data(), 8, cudaMemcpyHostToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(memory, bytes.data(), 8, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

TEST(Allocation, RowsAreCopiedAndFilledByTheirPitch) {
  void* memory = nullptr;
  std::size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&memory, &pitch, 3, 2), cudaSuccess);
  EXPECT_EQ(pitch % 512, 0u);
  const std::array<char, 6> bytes{1, 2, 3, 4, 5, 6};
  std::array<char, 8> out{};
  EXPECT_EQ(cudaMemset2D(memory, pitch, 9, pitch, 2), cudaSuccess);
  EXPECT_EQ(
      cudaMemcpy2DAsync(memory, pitch, bytes.data(), 3, 3, 2, cudaMemcpyHostToDevice, nullptr),
      cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(out.data(), 4, memory, pitch, 4, 2, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_THAT(out, ElementsAre(1, 2, 3, 9, 4, 5, 6, 9));
  EXPECT_EQ(cudaMemcpy2D(out.data(), 4, memory, 3, 4, 2, cudaMemcpyDeviceToHost),
            cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaMemset2DAsync(memory, pitch, 0, pitch, 3, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

TEST(Allocation, StreamOrderedMemoryIsFreedOnce) {
  cudaStream_t stream = nullptr;
  cudaMemPool_t pool = nullptr;
  void* memory = nullptr;
  void* from_pool = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
  const std::size_t live = ptx::live_allocations();
  ASSERT_EQ(cudaMallocAsync(&memory, 8, stream), cudaSuccess);
  ASSERT_EQ(cudaMallocFromPoolAsync(&from_pool, 8, pool, stream), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(memory, 0, 8, stream), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(memory, stream), cudaSuccess);
  EXPECT_EQ(cudaFreeAsync(from_pool, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(ptx::live_allocations(), live);
  EXPECT_EQ(cudaFree(memory), cudaErrorInvalidValue);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

}  // namespace
}  // namespace shardsweep::emu
