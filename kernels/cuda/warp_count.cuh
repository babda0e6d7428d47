#pragma once

#include <cstdint>

namespace shardsweep::kernels::cuda {

/// Adds 1 to counters[entry] for each lane with `counts`. Lanes that agree with the first of them
/// do it at once: neighbours in key order mostly agree, and would queue at one counter. All lanes
/// of the warp call.
__device__ inline void warp_count(std::uint32_t* counters, bool counts, std::uint64_t entry) {
  const unsigned counting = __ballot_sync(0xFFFFFFFFu, counts);
  if (counting == 0) return;
  const unsigned leader = __ffs(static_cast<int>(counting)) - 1;
  const unsigned long long of_leader =
      __shfl_sync(0xFFFFFFFFu, static_cast<unsigned long long>(entry), leader);
  const bool same = counts && entry == of_leader;
  const unsigned agreeing = __ballot_sync(0xFFFFFFFFu, same);
  if (threadIdx.x % 32 == leader) {
    atomicAdd(&counters[entry], static_cast<std::uint32_t>(__popc(agreeing)));
  } else if (counts && !same) {
    atomicAdd(&counters[entry], 1u);
  }
}

}  // namespace shardsweep::kernels::cuda
