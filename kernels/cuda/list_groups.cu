// The groups with the greatest measures by radix selection: from the top, eight bits at a time, it
// is found which prefix the last listed group has. Ties cannot occur, since what is ordered is the
// measure followed by the group's number from the end.
#include <bit>

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/group_reader.cuh"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/warp_count.cuh"

namespace shardsweep::kernels::cuda {
namespace {

constexpr int digit_bits = 8;
static_assert(1u << digit_bits == block_threads, "a thread for each bin");

/// Groups as unlike integers that are to be listed from the greatest down.
struct Orders {
  GroupReader groups;
  Listing listing;
  int number_bits;

  /// Whether the group may be listed, and its order.
  __device__ bool get(std::uint64_t number, UInt128& order) const {
    const GroupSize size = groups.size(number);
    if (listing.oversized && size.bytes <= listing.most_bytes &&
        size.documents <= listing.most_documents) {
      return false;
    }
    const std::uint64_t from_end = (std::uint64_t{1} << number_bits) - 1 - number;
    order = UInt128{listing.oversized ? size.bytes : size.documents} << number_bits | from_end;
    return true;
  }
};

__device__ void count_digits(const Orders& orders, const Selection& selection, int shift,
                             std::uint32_t* bins) {
  const std::uint64_t count = orders.groups.count();
  // All lanes of a warp go round together.
  for (std::uint64_t begin = first_entry() - threadIdx.x % 32; begin < count;
       begin += entry_step()) {
    const std::uint64_t g = begin + threadIdx.x % 32;
    UInt128 order = 0;
    const bool counts =
        g < count && orders.get(g, order) && order >> (shift + digit_bits) == selection.prefix;
    warp_count(bins, counts, static_cast<unsigned>(order >> shift) % block_threads);
  }
}

/// Whether this block is the last to get here; then all that the others wrote can be read.
__device__ bool is_last_block(Selection* selection) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    last = atomicAdd(&selection->finished_blocks, 1u) == gridDim.x - 1;
    if (last) atomicExch(&selection->finished_blocks, 0u);
  }
  __syncthreads();
  __threadfence();
  return last;
}

/// Entries in the bins above the calling thread's.
__device__ std::uint32_t entries_above(std::uint32_t own) {
  __shared__ std::uint32_t of_warp[warps_per_block];
  const unsigned lane = threadIdx.x % 32;
  std::uint32_t from_here = own;  // this bin and those above, in the warp
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const std::uint32_t further = __shfl_down_sync(0xFFFFFFFFu, from_here, distance);
    if (lane + distance < 32) from_here += further;
  }
  if (lane == 0) of_warp[threadIdx.x / 32] = from_here;
  __syncthreads();
  std::uint32_t above = from_here - own;
  for (unsigned warp = threadIdx.x / 32 + 1; warp < warps_per_block; ++warp) above += of_warp[warp];
  return above;
}

/// Finds the next digit of the prefix. One digit later everything with the prefix may be listed:
/// then it is done.
__global__ void __launch_bounds__(block_threads)
    next_digit(Orders orders, int shift, const std::uint32_t* candidates, Selection* selection) {
  __shared__ std::uint32_t bins[block_threads];
  if (*candidates <= orders.listing.limit || selection->done != 0) return;
  bins[threadIdx.x] = 0;
  __syncthreads();
  count_digits(orders, *selection, shift, bins);
  __syncthreads();
  if (bins[threadIdx.x] != 0) atomicAdd(&selection->bins[threadIdx.x], bins[threadIdx.x]);
  if (!is_last_block(selection)) return;
  const std::uint32_t own = atomicExch(&selection->bins[threadIdx.x], 0u);
  const std::uint32_t above = selection->above + entries_above(own);
  __syncthreads();  // all have read selection->above
  if (above >= orders.listing.limit || above + own < orders.listing.limit) return;
  selection->prefix = selection->prefix << digit_bits | threadIdx.x;
  selection->shift = static_cast<std::uint32_t>(shift);
  selection->above = above;
  selection->done = above + own == orders.listing.limit;
}

__global__ void __launch_bounds__(block_threads)
    collect(Orders orders, const Selection* selection, ListedGroup* list, std::uint32_t* listed) {
  const std::uint64_t count = orders.groups.count();
  for (std::uint64_t g = first_entry(); g < count; g += entry_step()) {
    UInt128 order = 0;
    if (!orders.get(g, order) || order >> selection->shift < selection->prefix) continue;
    list[atomicAdd(listed, 1u)] = orders.groups.listed(static_cast<std::uint32_t>(g));
  }
}

}  // namespace

void list_groups(const Groups& groups, const std::uint64_t* before, const Listing& listing,
                 const std::uint32_t* candidates, Selection* selection, ListedGroup* list,
                 std::uint32_t* listed, cudaStream_t stream) {
  const Orders orders{
      {groups, before}, listing, static_cast<int>(std::bit_width(groups.most - 1u))};
  const unsigned grid = grid_for(groups.most);
  check(cudaMemsetAsync(selection, 0, sizeof *selection, stream), "cudaMemsetAsync");
  const int digits = (listing.measure_bits + orders.number_bits + digit_bits - 1) / digit_bits;
  for (int digit = digits; digit-- > 0;) {
    next_digit<<<grid, block_threads, 0, stream>>>(orders, digit * digit_bits, candidates,
                                                   selection);
    check_launch("kernel next_digit");
  }
  collect<<<grid, block_threads, 0, stream>>>(orders, selection, list, listed);
  check_launch("kernel collect");
}

}  // namespace shardsweep::kernels::cuda
