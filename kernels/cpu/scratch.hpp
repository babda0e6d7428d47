#pragma once

#include <hwy/contrib/sort/vqsort.h>
#include <cstddef>
#include <cstdint>

#include "kernels/cpu/buffer.hpp"

namespace shardsweep::kernels::cpu {

/// One worker's storage, kept from key to key.
struct Scratch {
  Pages entries;  ///< partitioned documents
  Pages spare;    ///< as many as the largest partition that is split again
  Pages lines;    ///< write-combining lines, one a partition
  Pages table;    ///< direct tables
  Pages windows;  ///< counters of the window table
  Pages order;    ///< sort keys of one leaf
  hwy::Sorter sorter;
};

}  // namespace shardsweep::kernels::cpu
