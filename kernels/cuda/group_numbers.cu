#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_scan.cuh>

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/key_head.cuh"
#include "kernels/cuda/launch.cuh"

namespace shardsweep::kernels::cuda {
namespace {

/// 1 where a group begins.
struct HeadFlag {
  KeyHead head;
  __device__ std::uint32_t operator()(std::uint32_t place) const { return head(place) ? 1 : 0; }
};

cudaError_t count_heads(const SortBuffers& sorted, std::uint32_t rows, std::uint32_t* places,
                        Temporary& temporary, cudaStream_t stream) {
  const auto flags = thrust::make_transform_iterator(thrust::counting_iterator<std::uint32_t>(0),
                                                     HeadFlag{KeyHead(sorted)});
  return cub::DeviceScan::InclusiveSum(temporary.data, temporary.bytes, flags, places, rows,
                                       stream);
}

__global__ void __launch_bounds__(block_threads)
    number_rows(const std::uint32_t* places, const std::uint32_t* sorted_rows, std::uint32_t rows,
                std::uint32_t* numbers) {
  for (std::uint64_t i = first_entry(); i < rows; i += entry_step()) {
    numbers[sorted_rows[i]] = places[i] - 1;
  }
}

}  // namespace

void number_groups(const SortBuffers& sorted, std::uint32_t rows, std::uint32_t* places,
                   std::uint32_t* numbers, Temporary temporary, cudaStream_t stream) {
  check(count_heads(sorted, rows, places, temporary, stream), "cub::DeviceScan::InclusiveSum");
  number_rows<<<grid_for(rows), block_threads, 0, stream>>>(places, sorted.rows[sorted.current],
                                                            rows, numbers);
  check_launch("kernel number_rows");
}

std::size_t number_groups_temporary(std::uint32_t rows) {
  Temporary temporary;
  check(count_heads({}, rows, nullptr, temporary, nullptr), "cub::DeviceScan::InclusiveSum");
  return temporary.bytes;
}

}  // namespace shardsweep::kernels::cuda
