#pragma once

#include <cstdint>
#include <stdexcept>
#include <utility>

namespace shardsweep::kernels::cuda {

class DeviceArena;

/// The host gives no more page-locked memory. Never leaves the executor.
struct OutOfPageLockedMemory : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Device memory that is given back when it goes out of scope. Blocks then until the device is
/// idle.
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  DeviceBuffer(DeviceBuffer&& other) noexcept { swap(other); }
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    swap(other);
    return *this;
  }
  ~DeviceBuffer();

  void* data() const { return data_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  friend class DeviceArena;
  DeviceBuffer(DeviceArena& arena, void* data, std::uint64_t bytes)
      : arena_(&arena), data_(data), bytes_(bytes) {}
  void swap(DeviceBuffer& other) noexcept {
    std::swap(arena_, other.arena_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
  }

  DeviceArena* arena_ = nullptr;
  void* data_ = nullptr;
  std::uint64_t bytes_ = 0;
};

/// Page-locked host memory, which the device reads and writes while the host goes on.
class PinnedBuffer {
 public:
  /// Throws OutOfPageLockedMemory.
  explicit PinnedBuffer(std::uint64_t bytes);
  PinnedBuffer(PinnedBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  PinnedBuffer& operator=(PinnedBuffer&&) = delete;
  ~PinnedBuffer();

  void* data() const { return data_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::uint64_t bytes_ = 0;
};

/// Where all device memory comes from, under one budget. Outlives its buffers.
class DeviceArena {
 public:
  /// At most `bytes`, and at most fifteen sixteenths of what is free now: the rest is left to the
  /// driver.
  explicit DeviceArena(std::uint64_t bytes);
  DeviceArena(const DeviceArena&) = delete;
  DeviceArena& operator=(const DeviceArena&) = delete;

  /// Throws OutOfDeviceMemory over the budget, or where the device has less than it said.
  DeviceBuffer allocate(std::uint64_t bytes);

  std::uint64_t budget() const { return budget_; }
  std::uint64_t used() const { return used_; }

 private:
  friend class DeviceBuffer;
  std::uint64_t budget_ = 0;
  std::uint64_t used_ = 0;
};

}  // namespace shardsweep::kernels::cuda
