// Kernels that people write, as functions of the host.
#pragma once

#include <cstdint>
#include <vector>

namespace shardsweep::emu {

/// What the kernel `ordinary_math` gives for one thread.
struct MathResult {
  std::uint64_t wide_low = 0;  ///< of (a * b + a) / 7 in 128 bits
  std::uint64_t wide_high = 0;
  double logarithm = 0;
  double power = 0;
  float sine = 0;
  float exponential = 0;
  std::uint64_t called = 0;
  std::uint32_t local = 0;
};
std::vector<MathResult> ordinary_math(const std::vector<std::uint64_t>& a,
                                      const std::vector<std::uint64_t>& b);
/// The same functions on the host; bits of libm, which differ from the device's.
MathResult host_math(std::uint64_t a, std::uint64_t b);

struct Totals {
  std::uint64_t sum = 0;
  std::uint32_t most = 0;
  std::uint32_t odd = 0;
  float floats = 0;
};
/// Sum, maximum, count of odd ones, sum as floats: warp shuffles, shared memory, global atomics.
Totals total(const std::vector<std::uint32_t>& values, unsigned blocks, unsigned threads);

/// The last block to finish sums what all blocks wrote with plain stores before a fence.
std::uint64_t last_block_sum(const std::vector<std::uint32_t>& values, unsigned blocks);

/// Blocks hand a value on, each to the next, with cuda::atomic_ref and release and acquire.
std::uint32_t hand_on(unsigned blocks);

/// Blocks that have waited for the last one of them, which must be under way by then.
std::uint32_t blocks_past_last_one(unsigned blocks);

/// Doubles, adds a hundred or negates, by the thread's number, through a table of functions.
std::vector<int> changed_by_table(const std::vector<int>& in);

/// Adds what __constant__ and __device__ variables hold.
std::vector<int> variables(const std::vector<int>& in, int constant);

}  // namespace shardsweep::emu
