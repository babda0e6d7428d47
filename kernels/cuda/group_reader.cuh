#pragma once

#include <cstdint>

#include "kernels/cuda/steps.hpp"

namespace shardsweep::kernels::cuda {

struct GroupSize {
  std::uint64_t documents;
  std::uint64_t bytes;
};

/// Groups with the running sums of their sizes.
struct GroupReader {
  Groups groups;
  const std::uint64_t* before;

  __device__ std::uint32_t count() const { return *groups.count; }

  __device__ GroupSize size(std::uint64_t number) const {
    const std::uint32_t begin = groups.starts[number];
    const std::uint32_t end = groups.starts[number + 1];
    return {std::uint64_t{end} - begin, before[end] - before[begin]};
  }

  __device__ ListedGroup listed(std::uint32_t number) const {
    const GroupSize found = size(number);
    // Rows of equal keys ascend.
    return {found.documents, found.bytes, number, groups.rows[groups.starts[number]]};
  }
};

}  // namespace shardsweep::kernels::cuda
