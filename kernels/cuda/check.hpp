#pragma once

#include <cuda_runtime_api.h>

#include <source_location>
#include <stdexcept>

namespace shardsweep::kernels::cuda {

/// Memory of the device ran out. Never leaves the executor.
struct OutOfDeviceMemory : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Every call of the CUDA runtime goes through here. Throws OutOfDeviceMemory where memory is what
/// failed, else DeviceError naming the call, its place and what to do next.
void check(cudaError_t status, const char* call,
           std::source_location place = std::source_location::current());

/// The same for the launch just made, which returns nothing.
void check_launch(const char* kernel, std::source_location place = std::source_location::current());

/// For destructors: the error is forgotten, so that no later check takes it for its own.
void forget(cudaError_t status) noexcept;

}  // namespace shardsweep::kernels::cuda
