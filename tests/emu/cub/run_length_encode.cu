#include <cub/device/device_run_length_encode.cuh>

#include "tests/emu/cub/algorithms.hpp"
#include "tests/emu/cub/device_array.cuh"

namespace shardsweep::emu {

std::pair<Values, Values> run_length_encode(const Values& keys) {
  const DeviceArray<std::uint32_t> in(keys);
  const DeviceArray<std::uint32_t> unique(keys.size());
  const DeviceArray<std::uint32_t> lengths(keys.size());
  const DeviceArray<int> runs(1);
  with_temporary([&](void* memory, std::size_t& bytes) {
    return cub::DeviceRunLengthEncode::Encode(memory, bytes, in.data(), unique.data(),
                                              lengths.data(), runs.data(),
                                              static_cast<int>(keys.size()));
  });
  const std::size_t count = keys.empty() ? 0 : static_cast<std::size_t>(runs.all().front());
  return {unique.first(count), lengths.first(count)};
}

}  // namespace shardsweep::emu
