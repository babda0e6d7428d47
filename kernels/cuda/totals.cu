#include "kernels/cuda/block_sum.cuh"
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/group_reader.cuh"

namespace shardsweep::kernels::cuda {
namespace {

__global__ void __launch_bounds__(block_threads)
    group_totals(GroupReader groups, std::uint64_t most_bytes, std::uint64_t most_documents,
                 Figures* figures) {
  std::uint64_t most = 0;
  std::uint64_t count = 0;
  std::uint64_t documents = 0;
  std::uint64_t bytes = 0;
  const std::uint32_t end = groups.count();
  for (std::uint64_t g = first_entry(); g < end; g += entry_step()) {
    const GroupSize size = groups.size(g);
    if (size.bytes > most) most = size.bytes;
    if (size.bytes <= most_bytes && size.documents <= most_documents) continue;
    ++count;
    documents += size.documents;
    bytes += size.bytes;
  }
  const std::uint64_t most_of_block = block_reduce(most, Most{});
  if (threadIdx.x == 0) {
    atomicMax(reinterpret_cast<unsigned long long*>(&figures->most_bytes),
              static_cast<unsigned long long>(most_of_block));
  }
  const std::uint64_t count_of_block = block_reduce(count, Plus{});
  if (threadIdx.x == 0 && count_of_block != 0) {
    atomicAdd(&figures->oversized_groups, static_cast<std::uint32_t>(count_of_block));
  }
  add_to(figures->oversized_documents, documents);
  add_to(figures->oversized_bytes, bytes);
}

__global__ void __launch_bounds__(block_threads)
    find_heaviest(GroupReader groups, Figures* figures) {
  std::uint64_t found = 0;
  const std::uint32_t end = groups.count();
  for (std::uint64_t g = first_entry(); g < end; g += entry_step()) {
    if (groups.size(g).bytes != figures->most_bytes) continue;
    found = UINT32_MAX - g;  // the first of this thread is the lowest
    break;
  }
  const std::uint64_t of_block = block_reduce(found, Most{});
  if (threadIdx.x == 0)
    atomicMax(&figures->heaviest_from_end, static_cast<std::uint32_t>(of_block));
}

__global__ void describe_heaviest(GroupReader groups, Figures* figures) {
  figures->heaviest = groups.listed(UINT32_MAX - figures->heaviest_from_end);
}

}  // namespace

void total_groups(const Groups& groups, const std::uint64_t* before, const PlanParameters& p,
                  Figures* figures, cudaStream_t stream) {
  const GroupReader reader{groups, before};
  const unsigned grid = grid_for(groups.most);
  group_totals<<<grid, block_threads, 0, stream>>>(reader, p.oversized_bytes, p.oversized_documents,
                                                   figures);
  check_launch("kernel group_totals");
  find_heaviest<<<grid, block_threads, 0, stream>>>(reader, figures);
  check_launch("kernel find_heaviest");
  describe_heaviest<<<1, 1, 0, stream>>>(reader, figures);
  check_launch("kernel describe_heaviest");
}

}  // namespace shardsweep::kernels::cuda
