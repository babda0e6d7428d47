#pragma once

#include <algorithm>
#include <cstdint>

namespace shardsweep::kernels::cuda {

constexpr unsigned block_threads = 256;  ///< of every kernel here
constexpr unsigned warps_per_block = block_threads / 32;

/// Blocks for a loop over `count` entries: enough to fill any GPU, few enough that what a block
/// does once costs little.
inline unsigned grid_for(std::uint64_t count) {
  constexpr std::uint64_t entries_per_block = 8 * block_threads;
  constexpr std::uint64_t most = 2048;
  return static_cast<unsigned>(
      std::clamp<std::uint64_t>((count + entries_per_block - 1) / entries_per_block, 1, most));
}

/// First entry of the calling thread, and the step to its next one.
__device__ inline std::uint64_t first_entry() {
  return std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
}
__device__ inline std::uint64_t entry_step() {
  return std::uint64_t{gridDim.x} * blockDim.x;
}

}  // namespace shardsweep::kernels::cuda
