#include <cub/device/device_radix_sort.cuh>

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/steps.hpp"

namespace shardsweep::kernels::cuda {
namespace {

cudaError_t sort(SortBuffers& buffers, std::uint32_t rows, int bits, Temporary& temporary,
                 cudaStream_t stream) {
  const int other = 1 - buffers.current;
  cub::DoubleBuffer<std::uint32_t> keys(static_cast<std::uint32_t*>(buffers.keys[buffers.current]),
                                        static_cast<std::uint32_t*>(buffers.keys[other]));
  cub::DoubleBuffer<std::uint32_t> numbers(buffers.rows[buffers.current], buffers.rows[other]);
  const cudaError_t status = cub::DeviceRadixSort::SortPairs(temporary.data, temporary.bytes, keys,
                                                             numbers, rows, 0, bits, stream);
  // Keys and row numbers change sides together.
  if (numbers.selector == 1) buffers.current = other;
  return status;
}

}  // namespace

void sort_narrow(SortBuffers& buffers, std::uint32_t rows, int bits, Temporary temporary,
                 cudaStream_t stream) {
  check(sort(buffers, rows, bits, temporary, stream), "cub::DeviceRadixSort::SortPairs");
}

std::size_t sort_narrow_temporary(std::uint32_t rows) {
  SortBuffers none;
  Temporary temporary;
  check(sort(none, rows, 32, temporary, nullptr), "cub::DeviceRadixSort::SortPairs");
  return temporary.bytes;
}

}  // namespace shardsweep::kernels::cuda
