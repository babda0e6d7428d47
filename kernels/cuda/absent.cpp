// Built instead of the rest of this folder in builds without CUDA.
#include "kernels/cuda_executor.hpp"
#include "kernels/error.hpp"

namespace shardsweep::kernels {

CudaStatus cuda_status() {
  return {false, false, "", "this build has no CUDA executor"};
}

std::unique_ptr<Executor> make_cuda_executor(std::unique_ptr<Executor>, const CudaOptions&) {
  throw DeviceError(cuda_status().text);
}

}  // namespace shardsweep::kernels
