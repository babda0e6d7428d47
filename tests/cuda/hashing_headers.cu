// Compiles the host/device headers of hashing into kernels, so that host code cannot break them
// unnoticed on machines without a GPU.

#include <cstdint>

#include "hashing/md5.hpp"
#include "hashing/squash.hpp"

namespace shardsweep::hashing {

__global__ void hash_numbers(const std::int64_t* values, std::int64_t* hashes,
                             std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) hashes[i] = md5::hash_fixed8(0, 10, static_cast<std::uint64_t>(values[i]));
}

__global__ void hash_doubles(const double* values, std::int64_t* hashes, std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  hashes[i] = md5::hash_fixed8(0, 10, static_cast<std::uint64_t>(squash_double(values[i])));
}

/// `halves` holds the low and high half of each Decimal128.
__global__ void hash_decimals(const std::uint64_t* halves, std::int64_t* hashes,
                              std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const std::int64_t number = squash_decimal(halves[2 * i], halves[2 * i + 1]);
  hashes[i] = md5::hash_fixed8(0, 10, static_cast<std::uint64_t>(number));
}

__global__ void hash_feeds(const char* bytes, const std::uint64_t* offsets, std::int64_t* hashes,
                           std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) hashes[i] = md5::hash_feed(0, bytes + offsets[i], offsets[i + 1] - offsets[i]);
}

}  // namespace shardsweep::hashing
