#include "kernels/cuda/sort_step.cuh"

namespace shardsweep::kernels::cuda {

void sort_wide(SortBuffers& buffers, std::uint32_t rows, int bits, Temporary temporary,
               cudaStream_t stream) {
  sort_step<std::uint64_t>(buffers, rows, bits, temporary, stream);
}

std::size_t sort_wide_temporary(std::uint32_t rows) {
  return sort_step_temporary<std::uint64_t>(rows);
}

}  // namespace shardsweep::kernels::cuda
