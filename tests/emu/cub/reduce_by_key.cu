#include <cub/device/device_reduce.cuh>

#include "tests/emu/cub/algorithms.hpp"
#include "tests/emu/cub/device_array.cuh"

namespace shardsweep::emu {

std::pair<Values, Keys> reduce_by_key(const Values& keys, const Keys& values) {
  const DeviceArray<std::uint32_t> in(keys);
  const DeviceArray<std::uint64_t> values_in(values);
  const DeviceArray<std::uint32_t> unique(keys.size());
  const DeviceArray<std::uint64_t> sums(keys.size());
  const DeviceArray<int> runs(1);
  with_temporary([&](void* memory, std::size_t& bytes) {
    return cub::DeviceReduce::ReduceByKey(memory, bytes, in.data(), unique.data(),
                                          values_in.data(), sums.data(), runs.data(),
                                          cuda::std::plus<>{}, static_cast<int>(keys.size()));
  });
  const std::size_t count = keys.empty() ? 0 : static_cast<std::size_t>(runs.all().front());
  return {unique.first(count), sums.first(count)};
}

}  // namespace shardsweep::emu
