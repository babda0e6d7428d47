#include <thrust/iterator/counting_iterator.h>
#include <cub/device/device_select.cuh>

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/key_head.cuh"

namespace shardsweep::kernels::cuda {
namespace {

cudaError_t select(const SortBuffers& sorted, std::uint32_t rows, std::uint32_t* starts,
                   std::uint32_t* groups, Temporary& temporary, cudaStream_t stream) {
  return cub::DeviceSelect::If(temporary.data, temporary.bytes,
                               thrust::counting_iterator<std::uint32_t>(0), starts, groups,
                               static_cast<std::int64_t>(rows), KeyHead(sorted), stream);
}

__global__ void close_groups(std::uint32_t* starts, const std::uint32_t* groups,
                             std::uint32_t rows) {
  starts[*groups] = rows;
}

}  // namespace

void find_groups(const SortBuffers& sorted, std::uint32_t rows, std::uint32_t* starts,
                 std::uint32_t* groups, Temporary temporary, cudaStream_t stream) {
  check(select(sorted, rows, starts, groups, temporary, stream), "cub::DeviceSelect::If");
  close_groups<<<1, 1, 0, stream>>>(starts, groups, rows);
  check_launch("kernel close_groups");
}

std::size_t find_groups_temporary(std::uint32_t rows) {
  Temporary temporary;
  check(select({}, rows, nullptr, nullptr, temporary, nullptr), "cub::DeviceSelect::If");
  return temporary.bytes;
}

}  // namespace shardsweep::kernels::cuda
