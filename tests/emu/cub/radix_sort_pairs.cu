#include <cub/device/device_radix_sort.cuh>

#include "tests/emu/cub/algorithms.hpp"
#include "tests/emu/cub/device_array.cuh"

namespace shardsweep::emu {

std::pair<Keys, Values> radix_sort_pairs(const Keys& keys, const Values& values) {
  const DeviceArray<std::uint64_t> in(keys);
  const DeviceArray<std::uint64_t> out(keys.size());
  const DeviceArray<std::uint32_t> values_in(values);
  const DeviceArray<std::uint32_t> values_out(values.size());
  with_temporary([&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, in.data(), out.data(), values_in.data(),
                                           values_out.data(), static_cast<int>(keys.size()));
  });
  return {out.all(), values_out.all()};
}

}  // namespace shardsweep::emu
