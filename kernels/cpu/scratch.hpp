#pragma once

#include <hwy/contrib/sort/vqsort.h>
#include <cstddef>
#include <cstdint>

#include "kernels/cpu/buffer.hpp"

namespace shardsweep::kernels::cpu {

/// One worker's storage, kept from key to key.
struct Scratch {
  Buffer<std::byte> entries;    ///< partitioned documents
  Buffer<std::byte> spare;      ///< as many as the largest partition that is split again
  Buffer<std::byte> lines;      ///< write-combining lines, one a partition
  Buffer<std::byte> table;      ///< direct tables
  Buffer<std::uint64_t> order;  ///< sort keys of one leaf
  hwy::Sorter sorter;
};

}  // namespace shardsweep::kernels::cpu
