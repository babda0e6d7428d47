#include "kernels/cuda/check.hpp"
#include "kernels/cuda_executor.hpp"

namespace shardsweep::kernels {
namespace {

/// Finds out whether the binary has code for the device.
__global__ void nothing() {}

CudaStatus unusable(const std::string& why, cudaError_t error) {
  cuda::forget(error);
  return {false, true, "",
          why + " (" + cudaGetErrorName(error) + ": " + cudaGetErrorString(error) + ")"};
}

}  // namespace

CudaStatus cuda_status() {
  int devices = 0;
  cudaError_t error = cudaGetDeviceCount(&devices);
  if (error == cudaErrorInsufficientDriver) {
    return unusable("no NVIDIA driver, or one older than CUDA 13", error);
  }
  if (error != cudaSuccess) return unusable("no GPU can be used", error);
  if (devices == 0) return {false, true, "", "the NVIDIA driver shows no GPU"};
  cudaDeviceProp properties;
  error = cudaGetDeviceProperties(&properties, 0);
  if (error != cudaSuccess) return unusable("the GPU cannot be asked what it is", error);
  const std::string name = properties.name;
  nothing<<<1, 1>>>();
  error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error == cudaErrorMemoryAllocation) {
    return unusable(name + "'s memory is taken: other programs may be using it", error);
  }
  if (error != cudaSuccess) return unusable(name + " cannot run this build's kernels", error);
  return {true, true, name,
          name + ", compute capability " + std::to_string(properties.major) + "." +
              std::to_string(properties.minor) + ", " +
              std::to_string(properties.totalGlobalMem >> 20) + " MiB"};
}

}  // namespace shardsweep::kernels
