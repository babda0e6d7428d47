#pragma once

#include <cub/device/device_radix_sort.cuh>

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/steps.hpp"

namespace shardsweep::kernels::cuda {

/// Sorts keys of one width with their row numbers; with temporary.data null only
/// temporary.bytes is set.
template <typename Key>
void sort_step(SortBuffers& buffers, std::uint32_t rows, int bits, Temporary& temporary,
               cudaStream_t stream) {
  const int other = 1 - buffers.current;
  cub::DoubleBuffer<Key> keys(static_cast<Key*>(buffers.keys[buffers.current]),
                              static_cast<Key*>(buffers.keys[other]));
  cub::DoubleBuffer<std::uint32_t> numbers(buffers.rows[buffers.current], buffers.rows[other]);
  check(cub::DeviceRadixSort::SortPairs(temporary.data, temporary.bytes, keys, numbers, rows, 0,
                                        bits, stream),
        "cub::DeviceRadixSort::SortPairs");
  // Keys and row numbers change sides together.
  if (numbers.selector == 1) buffers.current = other;
}

template <typename Key>
std::size_t sort_step_temporary(std::uint32_t rows) {
  SortBuffers none;
  Temporary temporary;
  sort_step<Key>(none, rows, 8 * sizeof(Key), temporary, nullptr);
  return temporary.bytes;
}

}  // namespace shardsweep::kernels::cuda
