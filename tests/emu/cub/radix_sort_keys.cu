#include <cub/device/device_radix_sort.cuh>

#include "tests/emu/cub/algorithms.hpp"
#include "tests/emu/cub/device_array.cuh"

namespace shardsweep::emu {

Keys radix_sort_keys(const Keys& keys) {
  const DeviceArray<std::uint64_t> in(keys);
  const DeviceArray<std::uint64_t> out(keys.size());
  with_temporary([&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(memory, bytes, in.data(), out.data(),
                                          static_cast<int>(keys.size()));
  });
  return out.all();
}

}  // namespace shardsweep::emu
