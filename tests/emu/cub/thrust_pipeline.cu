#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

#include "tests/emu/cub/algorithms.hpp"

namespace shardsweep::emu {

namespace {

struct Scramble {
  __host__ __device__ std::uint64_t operator()(std::uint64_t key) const {
    return key * 0x9E3779B97F4A7C15 >> 50;
  }
};

template <class T>
std::vector<T> to_host(const thrust::device_vector<T>& from, std::size_t count) {
  std::vector<T> to(count);
  thrust::copy(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(count), to.begin());
  return to;
}

}  // namespace

PipelineResult thrust_pipeline(const Keys& keys) {
  const auto policy = thrust::cuda::par;
  thrust::device_vector<std::uint64_t> all(keys.begin(), keys.end());
  thrust::device_vector<std::uint64_t> distinct(keys.size());
  thrust::device_vector<std::uint32_t> counts(keys.size());
  thrust::transform(policy, all.begin(), all.end(), all.begin(), Scramble{});
  thrust::sort(policy, all.begin(), all.end());
  const auto ends = thrust::reduce_by_key(policy, all.begin(), all.end(),
                                          thrust::make_constant_iterator(std::uint32_t{1}),
                                          distinct.begin(), counts.begin());
  thrust::inclusive_scan(policy, counts.begin(), ends.second, counts.begin());
  // Not in place: thrust::unique orders the reads of a block before the writes of the next one by
  // relaxed accesses alone, which the emulator rightly calls a race.
  thrust::device_vector<std::uint64_t> unique(keys.size());
  const auto end = thrust::unique_copy(policy, all.begin(), all.end(), unique.begin());
  PipelineResult result;
  result.sum = thrust::reduce(policy, unique.begin(), end);
  const auto count = static_cast<std::size_t>(ends.first - distinct.begin());
  result.keys = to_host(distinct, count);
  result.ends = to_host(counts, count);
  return result;
}

}  // namespace shardsweep::emu
