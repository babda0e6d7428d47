#include <cub/device/device_histogram.cuh>

#include "tests/emu/cub/algorithms.hpp"
#include "tests/emu/cub/device_array.cuh"

namespace shardsweep::emu {

Values histogram(const Values& samples, int bins) {
  const DeviceArray<std::uint32_t> in(samples);
  const DeviceArray<std::uint32_t> counts(static_cast<std::size_t>(bins));
  with_temporary([&](void* memory, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(memory, bytes, in.data(), counts.data(), bins + 1,
                                               0U, static_cast<unsigned>(bins),
                                               static_cast<int>(samples.size()));
  });
  return counts.all();
}

}  // namespace shardsweep::emu
