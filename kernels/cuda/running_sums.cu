#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_scan.cuh>

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/steps.hpp"

namespace shardsweep::kernels::cuda {
namespace {

/// What the row at a place adds; nothing behind the last.
struct RowMeasure {
  const std::uint32_t* sorted_rows;
  const std::uint32_t* sizes;
  std::uint32_t rows;

  __device__ std::uint64_t operator()(std::uint32_t place) const {
    if (place >= rows) return 0;
    const std::uint32_t row = sorted_rows[place];
    return sizes != nullptr ? sizes[row] : std::uint64_t{row} + 1;
  }
};

cudaError_t scan(const RowMeasure& measure, std::uint64_t* before, Temporary& temporary,
                 cudaStream_t stream) {
  const auto measures =
      thrust::make_transform_iterator(thrust::counting_iterator<std::uint32_t>(0), measure);
  return cub::DeviceScan::ExclusiveSum(temporary.data, temporary.bytes, measures, before,
                                       measure.rows + 1, stream);
}

}  // namespace

void running_sums(const std::uint32_t* sorted_rows, const std::uint32_t* sizes, std::uint32_t rows,
                  std::uint64_t* before, Temporary temporary, cudaStream_t stream) {
  check(scan({sorted_rows, sizes, rows}, before, temporary, stream),
        "cub::DeviceScan::ExclusiveSum");
}

std::size_t running_sums_temporary(std::uint32_t rows) {
  Temporary temporary;
  check(scan({nullptr, nullptr, rows}, nullptr, temporary, nullptr),
        "cub::DeviceScan::ExclusiveSum");
  return temporary.bytes;
}

}  // namespace shardsweep::kernels::cuda
