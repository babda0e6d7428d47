#pragma once

#include <cstdint>

#include "kernels/cuda/column_cache.hpp"
#include "kernels/cuda/key_space.hpp"

namespace shardsweep::kernels::cuda {

/// Which stream a key is evaluated in, and the number by which the column cache knows it.
struct Lane {
  cudaStream_t stream = nullptr;
  std::size_t user = 0;
};

/// Sizes of the documents on the device.
struct DeviceSizes {
  const std::uint32_t* data = nullptr;
  std::uint64_t total = 0;  ///< their sum
};

/// Puts all that is wanted of one key into the lane's stream, which leaves the figures in
/// space.figures; returns at once, but for columns that have to be uploaded.
void evaluate(const KeyTask& task, KeySpace space, ColumnCache& columns, const DeviceSizes& sizes,
              const Lane& lane);

}  // namespace shardsweep::kernels::cuda
