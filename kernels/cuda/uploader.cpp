#include "kernels/cuda/uploader.hpp"

#include <algorithm>
#include <cstring>

#include "kernels/cuda/check.hpp"

namespace shardsweep::kernels::cuda {
namespace {

/// Whole values, at least one.
std::uint64_t half_bytes(std::uint64_t staging_bytes) {
  constexpr std::uint64_t value = sizeof(std::uint32_t);
  return std::max(staging_bytes - staging_bytes % value, value);
}

}  // namespace

Uploader::Uploader(std::uint64_t staging_bytes)
    : halves_{Half(half_bytes(staging_bytes)), Half(half_bytes(staging_bytes))} {}

void Uploader::upload(std::span<const std::uint32_t> source, std::uint32_t* target, Event& done) {
  const std::size_t piece = halves_[0].memory.bytes() / sizeof(std::uint32_t);
  for (std::size_t begin = 0; begin < source.size(); begin += piece) {
    Half& half = halves_[turn_++ % 2];
    const std::size_t bytes = std::min(piece, source.size() - begin) * sizeof(std::uint32_t);
    half.sent.wait();
    std::memcpy(half.memory.data(), source.data() + begin, bytes);
    check(cudaMemcpyAsync(target + begin, half.memory.data(), bytes, cudaMemcpyHostToDevice,
                          stream_.get()),
          "cudaMemcpyAsync");
    half.sent.record(stream_.get());
  }
  done.record(stream_.get());
}

}  // namespace shardsweep::kernels::cuda
