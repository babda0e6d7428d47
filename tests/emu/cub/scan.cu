#include <cub/device/device_scan.cuh>

#include "tests/emu/cub/algorithms.hpp"
#include "tests/emu/cub/device_array.cuh"

namespace shardsweep::emu {

Keys exclusive_sum(const Keys& values) {
  const DeviceArray<std::uint64_t> in(values);
  const DeviceArray<std::uint64_t> out(values.size());
  with_temporary([&](void* memory, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(memory, bytes, in.data(), out.data(),
                                         static_cast<int>(values.size()));
  });
  return out.all();
}

}  // namespace shardsweep::emu
