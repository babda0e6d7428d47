// Faults of order: races, barriers and waiting, and kernels that end themselves. The comments
// "fault: name" mark the lines that faults_test.cpp looks up.
#undef NDEBUG
#include "tests/emu/programs/faults.hpp"

#include <cassert>
#include <cstdio>

#include "tests/emu/programs/launch.cuh"

namespace shardsweep::emu {
namespace {

__global__ void reverse_without_barrier(const int* in, int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = 0;
  __syncthreads();
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[63 - threadIdx.x];  // fault: missing barrier
}

__global__ void reverse_with_barrier(const int* in, int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void count_plainly(unsigned* counter) {
  if (threadIdx.x == 0) *counter = *counter + 1;  // fault: plain counter
}

__global__ void leave_for_next_block(int* values) {
  values[blockIdx.x] = static_cast<int>(threadIdx.x);
  if (blockIdx.x > 0) values[gridDim.x + blockIdx.x] = values[blockIdx.x - 1];  // fault: blocks
}

__global__ void publish_without_fence(int* value, int* flag, int* out) {
  if (blockIdx.x == 0) {
    *value = 5;
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    *out = *value;  // fault: no fence
  }
}

__global__ void never_end(volatile int* flag) {
  while (*flag == 0) {  // fault: endless
  }
}

__global__ void meet_in_part(int* out) {
  if (threadIdx.x < 16) __syncthreads();  // fault: divergent barrier
  out[threadIdx.x] = 1;
}

__global__ void shuffle_in_part(int* out) {
  int value = static_cast<int>(threadIdx.x);
  if (threadIdx.x < 16) value = __shfl_sync(~0U, value, 20);  // fault: divergent shuffle
  out[threadIdx.x] = value;
}

__global__ void count_in_shared(const unsigned char* in, int* out) {
  __shared__ int counts[4];
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncthreads();
  ++counts[in[threadIdx.x]];  // fault: shared counter
  __syncthreads();
  if (threadIdx.x < 4) out[threadIdx.x] = counts[threadIdx.x];
}

__global__ void overlap_bytes(unsigned char* out) {
  out[threadIdx.x + blockIdx.x * (blockDim.x - 1)] = 1;  // fault: one byte twice
}

__global__ void meet_in_named(int* out) {
  if (threadIdx.x < 32) asm volatile("bar.sync 3, 64;" ::: "memory");  // fault: named barrier
  out[threadIdx.x] = 1;
}

__global__ void lock_without_fence(unsigned* lock, int* sum) {
  for (bool done = false; !done;) {
    if (atomicCAS(lock, 0U, 1U) != 0) continue;
    *sum += 1;  // fault: lock
    atomicExch(lock, 0U);
    done = true;
  }
}

__global__ void give_up() {
  if (threadIdx.x == 5) __trap();  // fault: trap
}

__global__ void print() { printf("%d", 1); }  // fault: print

__global__ void wait_for_nobody(volatile int* flag) {
  while (blockIdx.x == 0 && *flag == 0) {  // fault: waits
  }
}

__global__ void insist(const int* in) { assert(in[threadIdx.x] == 1); }  // fault: assertion

}  // namespace

int missing_barrier() {
  const auto in = ones(64);
  const DeviceArray<int> out(64);
  reverse_without_barrier<<<1, 64>>>(in.data(), out.data());
  return finish();
}

int missing_barrier_mended() {
  const auto in = ones(64);
  const DeviceArray<int> out(64);
  reverse_with_barrier<<<1, 64>>>(in.data(), out.data());
  return finish();
}

int plain_global_counter() {
  const DeviceArray<unsigned> counter(std::vector<unsigned>(1));
  count_plainly<<<4, 32>>>(counter.data());
  return finish();
}

int unordered_blocks() {
  const DeviceArray<int> values(16);
  leave_for_next_block<<<8, 1>>>(values.data());
  return finish();
}

int relaxed_without_fence() {
  const DeviceArray<int> value(1);
  const DeviceArray<int> flag(std::vector<int>(1));
  const DeviceArray<int> out(1);
  publish_without_fence<<<2, 1>>>(value.data(), flag.data(), out.data());
  return finish();
}

int endless_loop() {
  const DeviceArray<int> flag(std::vector<int>(1));
  never_end<<<1, 32>>>(flag.data());
  return finish();
}

int divergent_barrier() {
  const DeviceArray<int> out(32);
  meet_in_part<<<1, 32>>>(out.data());
  return finish();
}

int divergent_shuffle() {
  const DeviceArray<int> out(32);
  shuffle_in_part<<<1, 32>>>(out.data());
  return finish();
}

int plain_shared_counter() {
  const DeviceArray<unsigned char> in(std::vector<unsigned char>(64, 2));
  const DeviceArray<int> out(4);
  count_in_shared<<<1, 64>>>(in.data(), out.data());
  return finish();
}

int overlapping_bytes() {
  const DeviceArray<unsigned char> out(100);
  overlap_bytes<<<2, 33>>>(out.data());
  return finish();
}

int short_named_barrier() {
  const DeviceArray<int> out(64);
  meet_in_named<<<1, 64>>>(out.data());
  return finish();
}

int lock_that_orders_nothing() {
  const DeviceArray<unsigned> lock(std::vector<unsigned>(1));
  const DeviceArray<int> sum(std::vector<int>(1));
  lock_without_fence<<<2, 32>>>(lock.data(), sum.data());
  return finish();
}

int trapped() {
  give_up<<<1, 32>>>();
  return finish();
}

int unknown_external() {
  print<<<1, 32>>>();
  return finish();
}

int waiting_block() {
  const DeviceArray<int> flag(std::vector<int>(1));
  wait_for_nobody<<<2, 32>>>(flag.data());
  return finish();
}

int device_assertion() {
  const DeviceArray<int> in(std::vector<int>(32, 2));
  insist<<<1, 32>>>(in.data());
  return finish();
}

}  // namespace shardsweep::emu
