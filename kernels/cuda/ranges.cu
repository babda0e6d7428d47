#include "kernels/cuda/check.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/steps.hpp"
#include "kernels/rules/range.hpp"

namespace shardsweep::kernels::cuda {
namespace {

/// The first group start that is not below `place`; the number of rows where there is none.
__device__ std::uint32_t start_from(const Groups& groups, std::uint64_t place) {
  std::uint32_t low = 0;
  std::uint32_t high = *groups.count;  // starts[high] = rows
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (groups.starts[middle] < place) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return groups.starts[low];
}

/// Range r holds the groups that start in [part_begin(r), part_begin(r + 1)).
__global__ void __launch_bounds__(block_threads)
    range_totals(Groups groups, const std::uint64_t* before, std::uint32_t ranges,
                 std::uint64_t* range_documents, std::uint64_t* range_bytes) {
  const std::uint64_t rows = groups.most;
  for (std::uint64_t r = first_entry(); r < ranges; r += entry_step()) {
    const std::uint32_t begin = start_from(groups, rules::part_begin(r, ranges, rows));
    const std::uint32_t end = start_from(groups, rules::part_begin(r + 1, ranges, rows));
    range_documents[r] = end - begin;
    range_bytes[r] = before[end] - before[begin];
  }
}

}  // namespace

void fill_ranges(const Groups& groups, const std::uint64_t* before, std::uint32_t ranges,
                 std::uint64_t* range_documents, std::uint64_t* range_bytes, cudaStream_t stream) {
  const unsigned grid = (ranges + block_threads - 1) / block_threads;
  range_totals<<<grid, block_threads, 0, stream>>>(groups, before, ranges, range_documents,
                                                   range_bytes);
  check_launch("kernel range_totals");
}

}  // namespace shardsweep::kernels::cuda
