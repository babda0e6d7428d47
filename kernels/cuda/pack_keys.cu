#include "kernels/cuda/check.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/steps.hpp"

namespace shardsweep::kernels::cuda {
namespace {

template <typename Key>
__global__ void __launch_bounds__(block_threads)
    pack(PackPass pass, std::uint32_t rows, Key* keys, std::uint32_t* numbers) {
  for (std::uint64_t i = first_entry(); i < rows; i += entry_step()) {
    Key key = pass.first ? 0 : keys[i];
#pragma unroll
    for (int k = 0; k < PackPass::most; ++k) {
      if (k < pass.count) {
        key +=
            static_cast<Key>(pass.columns[k].ranks[i]) * static_cast<Key>(pass.columns[k].stride);
      }
    }
    keys[i] = key;
    if (pass.first) numbers[i] = static_cast<std::uint32_t>(i);
  }
}

}  // namespace

void pack_keys(const PackPass& pass, std::uint32_t rows, const SortBuffers& buffers,
               cudaStream_t stream) {
  void* keys = buffers.keys[buffers.current];
  std::uint32_t* numbers = buffers.rows[buffers.current];
  if (buffers.wide) {
    pack<<<grid_for(rows), block_threads, 0, stream>>>(pass, rows,
                                                       static_cast<std::uint64_t*>(keys), numbers);
  } else {
    pack<<<grid_for(rows), block_threads, 0, stream>>>(pass, rows,
                                                       static_cast<std::uint32_t*>(keys), numbers);
  }
  check_launch("kernel pack");
}

}  // namespace shardsweep::kernels::cuda
