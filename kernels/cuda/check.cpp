#include "kernels/cuda/check.hpp"

#include <string>

#include "kernels/error.hpp"

namespace shardsweep::kernels::cuda {
namespace {

std::string place_text(const std::source_location& place) {
  const std::string file = place.file_name();
  const std::size_t root = file.rfind("kernels/cuda/");
  return (root == std::string::npos ? file : file.substr(root)) + ":" +
         std::to_string(place.line());
}

}  // namespace

void check(cudaError_t status, const char* call, std::source_location place) {
  if (status == cudaSuccess) return;
  forget(status);
  const std::string what = std::string(call) + " failed at " + place_text(place) + " with " +
                           cudaGetErrorName(status) + " (" + cudaGetErrorString(status) + ")";
  if (status == cudaErrorMemoryAllocation) throw OutOfDeviceMemory(what);
  throw DeviceError("The GPU failed: " + what +
                    ". No result of this run can be trusted; run again with --backend cpu, and "
                    "check the GPU and its driver (nvidia-smi, dmesg).");
}

void check_launch(const char* kernel, std::source_location place) {
  check(cudaGetLastError(), kernel, place);
}

void forget(cudaError_t status) noexcept {
  if (status != cudaSuccess) static_cast<void>(cudaGetLastError());
}

}  // namespace shardsweep::kernels::cuda
