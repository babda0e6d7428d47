#include "kernels/cuda/check.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/steps.hpp"

namespace shardsweep::kernels::cuda {
namespace {

__global__ void __launch_bounds__(block_threads)
    mark_ranks(const std::uint32_t* ranks, std::uint32_t rows, std::uint32_t* seen,
               std::uint32_t* repeated) {
  bool twice = false;
  for (std::uint64_t i = first_entry(); i < rows; i += entry_step()) {
    const std::uint32_t rank = ranks[i];
    const std::uint32_t bit = 1u << (rank % 32);
    twice = twice || (atomicOr(&seen[rank / 32], bit) & bit) != 0;
  }
  if (__any_sync(0xFFFFFFFFu, twice) && threadIdx.x % 32 == 0) atomicOr(repeated, 1u);
}

__global__ void __launch_bounds__(block_threads)
    place_by_rank(const std::uint32_t* ranks, std::uint32_t rows, std::uint32_t* sorted_rows,
                  std::uint32_t* starts, std::uint32_t* groups) {
  for (std::uint64_t i = first_entry(); i < rows; i += entry_step()) {
    sorted_rows[ranks[i]] = static_cast<std::uint32_t>(i);
    starts[i] = static_cast<std::uint32_t>(i);
  }
  if (first_entry() != 0) return;
  starts[rows] = rows;
  *groups = rows;
}

}  // namespace

void find_repeated(const std::uint32_t* ranks, std::uint32_t rows, std::uint32_t* seen,
                   std::uint32_t* repeated, cudaStream_t stream) {
  const std::size_t bytes = (std::size_t{rows} / 32 + 1) * sizeof(std::uint32_t);
  check(cudaMemsetAsync(seen, 0, bytes, stream), "cudaMemsetAsync");
  mark_ranks<<<grid_for(rows), block_threads, 0, stream>>>(ranks, rows, seen, repeated);
  check_launch("kernel mark_ranks");
}

void place_unique(const std::uint32_t* ranks, std::uint32_t rows, std::uint32_t* sorted_rows,
                  std::uint32_t* starts, std::uint32_t* groups, cudaStream_t stream) {
  place_by_rank<<<grid_for(rows), block_threads, 0, stream>>>(ranks, rows, sorted_rows, starts,
                                                              groups);
  check_launch("kernel place_by_rank");
}

}  // namespace shardsweep::kernels::cuda
