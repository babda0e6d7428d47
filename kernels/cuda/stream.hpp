#pragma once

#include <cuda_runtime_api.h>

#include <utility>

namespace shardsweep::kernels::cuda {

/// A mark in a stream that others wait for.
class Event {
 public:
  Event();
  Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  Event& operator=(Event&&) = delete;
  ~Event();

  void record(cudaStream_t stream);
  void wait() const;                     ///< blocks the host; at once where nothing was recorded
  void hold(cudaStream_t stream) const;  ///< the stream goes on only after the mark

 private:
  cudaEvent_t event_ = nullptr;
};

/// Work in order, beside that of other streams. Waits for its work when it goes out of scope, so
/// that memory which lives longer than the stream is not in use any more.
class Stream {
 public:
  Stream();
  Stream(Stream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
  Stream& operator=(Stream&&) = delete;
  ~Stream();

  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

}  // namespace shardsweep::kernels::cuda
