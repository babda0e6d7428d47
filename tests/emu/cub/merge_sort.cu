#include <cub/device/device_merge_sort.cuh>

#include "tests/emu/cub/algorithms.hpp"
#include "tests/emu/cub/device_array.cuh"

namespace shardsweep::emu {

namespace {

struct ByKey {
  __device__ bool operator()(const Record& a, const Record& b) const { return a.key < b.key; }
};

}  // namespace

std::vector<Record> merge_sort(const std::vector<Record>& records) {
  const DeviceArray<Record> items(records);
  with_temporary([&](void* memory, std::size_t& bytes) {
    return cub::DeviceMergeSort::StableSortKeys(memory, bytes, items.data(),
                                                static_cast<int>(records.size()), ByKey{});
  });
  return items.all();
}

}  // namespace shardsweep::emu
