#include "host/backend.hpp"

#include "kernels/cuda_executor.hpp"
#include "kernels/error.hpp"

namespace shardsweep::host {
namespace {

kernels::DeviceError not_usable(const kernels::CudaStatus& cuda) {
  return kernels::DeviceError("--backend cuda: " + cuda.text + "; use --backend cpu or auto");
}

}  // namespace

void check_backend(const InputOptions& input) {
  if (input.backend != "cuda") return;
  const kernels::CudaStatus cuda = kernels::cuda_status();
  if (!cuda.usable) throw not_usable(cuda);
}

std::unique_ptr<kernels::Executor> make_executor(const InputOptions& input,
                                                 kernels::ThreadPool& pool,
                                                 std::vector<std::string>& notes) {
  auto cpu = kernels::make_cpu_executor(pool);
  if (input.backend == "cpu") return cpu;
  const kernels::CudaStatus cuda = kernels::cuda_status();
  if (cuda.usable) return kernels::make_cuda_executor(std::move(cpu));
  if (input.backend == "cuda") throw not_usable(cuda);
  if (cuda.built) notes.push_back("No GPU is used: " + cuda.text + ".");
  return cpu;
}

}  // namespace shardsweep::host
