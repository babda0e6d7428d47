#include <cub/device/device_select.cuh>

#include "tests/emu/cub/select_in_place.hpp"
#include "tests/emu/cub/device_array.cuh"

namespace shardsweep::emu {

namespace {

struct Odd {
  __device__ bool operator()(std::uint64_t key) const { return key % 2 == 1; }
};

}  // namespace

Keys select_odd_in_place(const Keys& keys) {
  const DeviceArray<std::uint64_t> items(keys);
  const DeviceArray<int> selected(std::vector<int>(1));
  with_temporary([&](void* memory, std::size_t& bytes) {
    return cub::DeviceSelect::If(memory, bytes, items.data(), selected.data(),
                                 static_cast<int>(keys.size()), Odd{});
  });
  return items.first(static_cast<std::size_t>(selected.all().front()));
}

Values select_flagged_in_place(const Values& values, const Values& flags) {
  const DeviceArray<std::uint32_t> items(values);
  const DeviceArray<std::uint32_t> chosen(flags);
  const DeviceArray<int> selected(std::vector<int>(1));
  with_temporary([&](void* memory, std::size_t& bytes) {
    return cub::DeviceSelect::Flagged(memory, bytes, items.data(), chosen.data(), selected.data(),
                                      static_cast<int>(values.size()));
  });
  return items.first(static_cast<std::size_t>(selected.all().front()));
}

}  // namespace shardsweep::emu
