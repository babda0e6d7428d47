#pragma once

#include <cstdint>

#include "kernels/cuda/figures.hpp"
#include "kernels/cuda/launch.cuh"

namespace shardsweep::kernels::cuda {

__device__ inline std::uint64_t from_lane_below(std::uint64_t value, unsigned distance) {
  return __shfl_down_sync(0xFFFFFFFFu, static_cast<unsigned long long>(value), distance);
}
__device__ inline UInt128 from_lane_below(UInt128 value, unsigned distance) {
  const std::uint64_t high = from_lane_below(static_cast<std::uint64_t>(value >> 64), distance);
  return UInt128{high} << 64 | from_lane_below(static_cast<std::uint64_t>(value), distance);
}

struct Plus {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return a + b;
  }
};
struct Most {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};

/// Combines one value of each thread of the block; thread 0 gets the result. All threads call.
template <typename T, typename Op>
__device__ T block_reduce(T value, Op op) {
  __shared__ T of_warp[warps_per_block];
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    value = op(value, from_lane_below(value, distance));
  }
  __syncthreads();  // of_warp may be in use by the call before
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x != 0) return value;
  for (unsigned warp = 1; warp < warps_per_block; ++warp) value = op(value, of_warp[warp]);
  return value;
}

__device__ inline void atomic_add(std::uint64_t* target, std::uint64_t value) {
  atomicAdd(reinterpret_cast<unsigned long long*>(target), static_cast<unsigned long long>(value));
}

/// Adds the block's terms to a sum. All threads call.
__device__ inline void add_to(WideSum& sum, UInt128 term) {
  const UInt128 of_block = block_reduce(term, Plus{});
  if (threadIdx.x != 0) return;
  for (int i = 0; i < 4; ++i) {
    atomic_add(&sum.limbs[i], static_cast<std::uint32_t>(of_block >> (32 * i)));
  }
}
__device__ inline void add_to(std::uint64_t& sum, std::uint64_t term) {
  const std::uint64_t of_block = block_reduce(term, Plus{});
  if (threadIdx.x == 0 && of_block != 0) atomic_add(&sum, of_block);
}

}  // namespace shardsweep::kernels::cuda
