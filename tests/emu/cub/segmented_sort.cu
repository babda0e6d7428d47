#include <cub/device/device_segmented_sort.cuh>

#include "tests/emu/cub/algorithms.hpp"
#include "tests/emu/cub/device_array.cuh"

namespace shardsweep::emu {

Keys segmented_sort(const Keys& keys, const std::vector<int>& offsets) {
  const DeviceArray<std::uint64_t> in(keys);
  const DeviceArray<std::uint64_t> out(keys.size());
  const DeviceArray<int> bounds(offsets);
  with_temporary([&](void* memory, std::size_t& bytes) {
    return cub::DeviceSegmentedSort::SortKeys(
        memory, bytes, in.data(), out.data(), static_cast<int>(keys.size()),
        static_cast<int>(offsets.size()) - 1, bounds.data(), bounds.data() + 1);
  });
  return out.all();
}

}  // namespace shardsweep::emu
