#pragma once

#include <cstdint>
#include <span>

#include "kernels/cuda/memory.hpp"
#include "kernels/cuda/stream.hpp"

namespace shardsweep::kernels::cuda {

/// Copies host memory to the device through two page-locked buffers in turn: while one travels, the
/// other is filled, and kernels on other streams run.
class Uploader {
 public:
  /// Each buffer has `staging_bytes` rounded down to whole values, and room for at least one.
  explicit Uploader(std::uint64_t staging_bytes);

  cudaStream_t stream() const { return stream_.get(); }

  /// Returns when the last piece is on its way; `done` is recorded behind it. `target` must not be
  /// in use by anything the uploader's stream does not wait for.
  void upload(std::span<const std::uint32_t> source, std::uint32_t* target, Event& done);

 private:
  struct Half {
    explicit Half(std::uint64_t bytes) : memory(bytes) {}
    PinnedBuffer memory;
    Event sent;
  };

  Half halves_[2];
  unsigned turn_ = 0;
  Stream stream_;  // last, so that its work is done before the halves go
};

}  // namespace shardsweep::kernels::cuda
