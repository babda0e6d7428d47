// The device's global memory: allocations, their bytes, and what is known of each byte.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "tests/ptx_emulator/race_cell.hpp"
#include "tests/ptx_emulator/types.hpp"

namespace shardsweep::ptx {

/// State of a byte of memory.
inline constexpr u8 allocated = 1;
inline constexpr u8 written = 2;

/// Who may follow an address, and whether it takes memory of the device.
enum class Visibility : u8 { device, managed, page_locked };

/// One large reservation that allocations are cut from and never given back to, so that use after
/// free is seen. Device addresses belong to a second reservation that nobody may touch: host code
/// that follows a device pointer crashes, as with a device. Host-visible allocations have the
/// address of their bytes.
class DeviceMemory {
 public:
  DeviceMemory();
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// The address of `size` bytes, aligned to 256, in a state of "never written" (those that the
  /// host sees count as written); 0 where the device's capacity is used up.
  u64 allocate(u64 size, Visibility visibility = Visibility::device);
  /// False where `address` begins no live allocation.
  bool release(u64 address);
  /// Whether all bytes lie in one live allocation.
  [[nodiscard]] bool contains(u64 address, u64 size) const;
  /// Where an address lies: "4 bytes behind an allocation of 400 bytes".
  [[nodiscard]] std::string describe(u64 address) const;
  /// Size of the live allocation that has `address`; nothing for other addresses.
  [[nodiscard]] std::optional<u64> allocation_size(u64 address) const;

  /// Offset of an address for the functions below; `size()` or more where it is none of the device.
  [[nodiscard]] u64 offset(u64 address) const {
    const u64 from_device = address - device_base_;
    return from_device < reserved ? from_device : address - host_base_;
  }
  /// Whether the host may follow the address.
  [[nodiscard]] bool on_host(u64 address) const { return address - host_base_ < reserved; }
  [[nodiscard]] u8* data(u64 offset) const { return data_ + offset; }
  [[nodiscard]] u8* state(u64 offset) const { return state_ + offset; }
  [[nodiscard]] Cell* cells(u64 offset) const { return cells_ + offset / 4; }
  static constexpr u64 size() { return reserved; }

  void mark_written(u64 address, u64 size);

  [[nodiscard]] u64 capacity() const { return capacity_; }
  void set_capacity(u64 bytes) { capacity_ = bytes; }
  [[nodiscard]] u64 used() const { return used_; }
  [[nodiscard]] std::size_t live_allocations() const { return live_; }

 private:
  static constexpr u64 reserved = u64{1} << 37;
  struct Allocation {
    u64 size = 0;
    u64 taken = 0;  ///< of the capacity
    bool live = true;
  };
  [[nodiscard]] const std::pair<const u64, Allocation>* find(u64 offset) const;

  u64 device_base_ = 0;
  u64 host_base_ = 0;
  u8* data_ = nullptr;
  u8* state_ = nullptr;
  Cell* cells_ = nullptr;
  u64 next_ = 0;
  u64 capacity_ = u64{8} << 30;
  u64 used_ = 0;
  std::size_t live_ = 0;
  std::map<u64, Allocation> allocations_;  ///< by offset
};

}  // namespace shardsweep::ptx
