#pragma once

#include <cuda_runtime_api.h>

#include <vector>

#include "tests/emu/cub/device_array.cuh"

namespace shardsweep::emu {

/// What the launch just made came to.
inline int finish() {
  const cudaError_t launched = cudaGetLastError();
  return launched != cudaSuccess ? launched : cudaDeviceSynchronize();
}

inline DeviceArray<int> ones(std::size_t size) {
  return DeviceArray<int>(std::vector<int>(size, 1));
}

}  // namespace shardsweep::emu
