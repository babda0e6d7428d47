#pragma once

#include <cstdint>

#include "kernels/cuda/steps.hpp"

namespace shardsweep::kernels::cuda {

/// Whether a group begins at a place of the sorted keys.
struct KeyHead {
  explicit KeyHead(const SortBuffers& sorted) {
    const void* keys = sorted.keys[sorted.current];
    if (sorted.wide) {
      wide = static_cast<const std::uint64_t*>(keys);
    } else {
      narrow = static_cast<const std::uint32_t*>(keys);
    }
  }

  __device__ bool operator()(std::uint32_t place) const {
    if (place == 0) return true;
    return wide != nullptr ? wide[place] != wide[place - 1] : narrow[place] != narrow[place - 1];
  }

  const std::uint64_t* wide = nullptr;
  const std::uint32_t* narrow = nullptr;
};

}  // namespace shardsweep::kernels::cuda
