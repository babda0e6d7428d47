#include <cub/device/device_select.cuh>

#include "tests/emu/cub/algorithms.hpp"
#include "tests/emu/cub/device_array.cuh"

namespace shardsweep::emu {

Keys select_unique(const Keys& keys) {
  const DeviceArray<std::uint64_t> in(keys);
  const DeviceArray<std::uint64_t> out(keys.size());
  const DeviceArray<int> selected(1);
  with_temporary([&](void* memory, std::size_t& bytes) {
    return cub::DeviceSelect::Unique(memory, bytes, in.data(), out.data(), selected.data(),
                                     static_cast<int>(keys.size()));
  });
  return out.first(keys.empty() ? 0 : static_cast<std::size_t>(selected.all().front()));
}

}  // namespace shardsweep::emu
