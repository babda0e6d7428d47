#include "tests/ptx_emulator/device_memory.hpp"

#include <sys/mman.h>

#include <cstring>
#include <new>

namespace shardsweep::ptx {

namespace {

constexpr u64 page = 4096;
constexpr u64 gap = 1024;  ///< at least, between allocations

void* reserve(u64 bytes, int protection) {
  void* made = mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED) throw std::bad_alloc();
  return made;
}

/// Gives the whole pages of a range back to the system; they read as zeros.
void forget(u8* begin, u64 bytes) {
  const u64 first = (reinterpret_cast<u64>(begin) + page - 1) / page * page;
  const u64 last = (reinterpret_cast<u64>(begin) + bytes) / page * page;
  if (last > first) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

}  // namespace

DeviceMemory::DeviceMemory() {
  const int usable = PROT_READ | PROT_WRITE;
  device_base_ = reinterpret_cast<u64>(reserve(reserved, PROT_NONE));
  data_ = static_cast<u8*>(reserve(reserved, usable));
  state_ = static_cast<u8*>(reserve(reserved, usable));
  cells_ = static_cast<Cell*>(reserve(reserved / 4 * sizeof(Cell), usable));
  host_base_ = reinterpret_cast<u64>(data_);
}

DeviceMemory::~DeviceMemory() {
  munmap(reinterpret_cast<void*>(device_base_), reserved);
  munmap(data_, reserved);
  munmap(state_, reserved);
  munmap(cells_, reserved / 4 * sizeof(Cell));
}

u64 DeviceMemory::allocate(u64 size, Visibility visibility) {
  const u64 taken = visibility == Visibility::page_locked ? 0 : size;
  if (taken > 0 && (used_ > capacity_ || taken > capacity_ - used_)) return 0;
  const u64 begin = next_ + gap;
  const u64 end = (begin + size + gap + 255) / 256 * 256;
  if (end > reserved) return 0;
  next_ = end;
  used_ += taken;
  ++live_;
  allocations_[begin] = {size, taken, true};
  const bool host_visible = visibility != Visibility::device;
  std::memset(state_ + begin, host_visible ? allocated | written : allocated, size);
  if (host_visible) return host_base_ + begin;
  std::memset(data_ + begin, 0xA5, size);
  return device_base_ + begin;
}

bool DeviceMemory::release(u64 address) {
  const auto found = allocations_.find(offset(address));
  if (found == allocations_.end() || !found->second.live) return false;
  const u64 size = found->second.size;
  found->second.live = false;
  used_ -= found->second.taken;
  --live_;
  std::memset(state_ + found->first, 0, size);
  forget(data_ + found->first, size);
  forget(state_ + found->first, size);
  forget(reinterpret_cast<u8*>(cells(found->first)), size / 4 * sizeof(Cell));
  return true;
}

const std::pair<const u64, DeviceMemory::Allocation>* DeviceMemory::find(u64 offset) const {
  auto after = allocations_.upper_bound(offset);
  return after == allocations_.begin() ? nullptr : &*--after;
}

bool DeviceMemory::contains(u64 address, u64 size) const {
  const u64 at = offset(address);
  if (at >= reserved) return false;
  const auto* found = find(at);
  return found != nullptr && found->second.live && at - found->first <= found->second.size &&
         size <= found->second.size - (at - found->first);
}

std::optional<u64> DeviceMemory::allocation_size(u64 address) const {
  if (!contains(address, 0)) return {};
  return find(offset(address))->second.size;
}

std::string DeviceMemory::describe(u64 address) const {
  const u64 at = offset(address);
  const auto* found = at < reserved ? find(at) : nullptr;
  const auto next = at < reserved ? allocations_.upper_bound(at) : allocations_.end();
  if (found == nullptr && next == allocations_.end()) return "no memory of the device";
  const auto text = [](u64 distance, const char* where, const Allocation& of) {
    return std::to_string(distance) + " bytes " + where +
           (of.live ? " an allocation of " : " a freed allocation of ") + std::to_string(of.size) +
           " bytes";
  };
  const u64 before = next == allocations_.end() ? reserved : next->first - at;
  if (found == nullptr || at - found->first >= found->second.size + before) {
    return text(before, "before", next->second);
  }
  const auto& [begin, allocation] = *found;
  if (at - begin < allocation.size) return text(at - begin, "into", allocation);
  return text(at - begin - allocation.size, "behind the end of", allocation);
}

void DeviceMemory::mark_written(u64 address, u64 size) {
  std::memset(state_ + offset(address), allocated | written, size);
}

}  // namespace shardsweep::ptx
