#include "kernels/cuda/block_sum.cuh"
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/steps.hpp"

namespace shardsweep::kernels::cuda {
namespace {

__global__ void __launch_bounds__(block_threads)
    place_by_row(const std::uint32_t* sorted_rows, std::uint32_t rows, Figures* figures) {
  UInt128 sum = 0;
  for (std::uint64_t i = first_entry(); i < rows; i += entry_step()) {
    sum += (i + 1) * (std::uint64_t{sorted_rows[i]} + 1);  // both at most 2^32 - 2
  }
  add_to(figures->monotonicity, sum);
}

__global__ void __launch_bounds__(block_threads)
    rank_sums(Groups groups, const std::uint64_t* before, Figures* figures) {
  UInt128 r_y = 0;
  UInt128 r_r = 0;
  const std::uint32_t count = *groups.count;
  for (std::uint64_t g = first_entry(); g < count; g += entry_step()) {
    const std::uint32_t begin = groups.starts[g];
    const std::uint32_t end = groups.starts[g + 1];
    const std::uint64_t r = std::uint64_t{begin} + end + 1;
    r_y += UInt128{r} * (before[end] - before[begin]);
    r_r += UInt128{r * (end - begin)} * r;  // r * documents <= n (n + 1) < 2^64
  }
  add_to(figures->sum_r_y, r_y);
  add_to(figures->sum_r_r, r_r);
}

}  // namespace

void sum_places(const Groups& groups, Figures* figures, cudaStream_t stream) {
  place_by_row<<<grid_for(groups.most), block_threads, 0, stream>>>(groups.rows, groups.most,
                                                                    figures);
  check_launch("kernel place_by_row");
}

void sum_ranks(const Groups& groups, const std::uint64_t* before, Figures* figures,
               cudaStream_t stream) {
  rank_sums<<<grid_for(groups.most), block_threads, 0, stream>>>(groups, before, figures);
  check_launch("kernel rank_sums");
}

}  // namespace shardsweep::kernels::cuda
