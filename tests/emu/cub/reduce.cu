#include <cub/device/device_reduce.cuh>

#include "tests/emu/cub/algorithms.hpp"
#include "tests/emu/cub/device_array.cuh"

namespace shardsweep::emu {

std::uint64_t reduce_max(const Keys& keys) {
  const DeviceArray<std::uint64_t> in(keys);
  const DeviceArray<std::uint64_t> out(1);
  with_temporary([&](void* memory, std::size_t& bytes) {
    return cub::DeviceReduce::Max(memory, bytes, in.data(), out.data(),
                                  static_cast<int>(keys.size()));
  });
  return out.all().front();
}

}  // namespace shardsweep::emu
