// Allocations, copies, fills. Streams are one synchronous order, so all of it happens at once.
#include <algorithm>
#include <cstring>

#include "tests/ptx_emulator/runtime/device.hpp"

using namespace shardsweep::ptx;

namespace {

u64 address_of(const void* pointer) {
  return reinterpret_cast<u64>(pointer);
}

bool on_device(Device& device, const void* pointer) {
  return device.emulator.memory().offset(address_of(pointer)) < DeviceMemory::size();
}

/// Device bytes behind a pointer, or the pointer itself for the host's; nullptr out of bounds.
u8* bytes_at(Device& device, const void* pointer, std::size_t size, bool device_side) {
  DeviceMemory& memory = device.emulator.memory();
  if (!on_device(device, pointer)) {
    return device_side ? nullptr : static_cast<u8*>(const_cast<void*>(pointer));
  }
  if (!memory.contains(address_of(pointer), size)) return nullptr;
  return memory.data(memory.offset(address_of(pointer)));
}

cudaError_t copy(Device& device, void* to, const void* from, std::size_t size,
                 cudaMemcpyKind kind) {
  if (size == 0) return cudaSuccess;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  DeviceMemory& memory = device.emulator.memory();
  u8* target = bytes_at(device, to, size, to_device);
  const u8* source = bytes_at(device, from, size, from_device);
  if (target == nullptr || source == nullptr) return cudaErrorInvalidValue;
  std::memmove(target, source, size);
  if (!on_device(device, to)) return cudaSuccess;
  if (on_device(device, from)) {
    std::memmove(memory.state(memory.offset(address_of(to))),
                 memory.state(memory.offset(address_of(from))), size);
  } else {
    memory.mark_written(address_of(to), size);
  }
  return cudaSuccess;
}

cudaError_t fill(Device& device, void* to, int value, std::size_t size) {
  if (size == 0) return cudaSuccess;
  u8* target = bytes_at(device, to, size, true);
  if (target == nullptr) return cudaErrorInvalidValue;
  std::fill_n(target, size, static_cast<u8>(value));
  device.emulator.memory().mark_written(address_of(to), size);
  return cudaSuccess;
}

cudaError_t allocate(Device& device, void** pointer, std::size_t size, bool host_visible) {
  *pointer = nullptr;
  if (size == 0) return cudaSuccess;
  const u64 address = device.emulator.memory().allocate(size, host_visible);
  if (address == 0) return cudaErrorMemoryAllocation;
  *pointer = reinterpret_cast<void*>(address);
  return cudaSuccess;
}

cudaError_t release(Device& device, void* pointer) {
  if (pointer == nullptr || device.emulator.memory().release(address_of(pointer))) {
    return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

/// Device address of a __device__ or __constant__ variable; 0 where it is none.
u64 symbol_address(Device& device, const void* symbol) {
  const auto found = device.variables.find(symbol);
  if (found == device.variables.end()) return 0;
  return device.module(*found->second.binary).address(found->second.name).value_or(0);
}

void* at(u64 address, std::size_t offset) {
  return reinterpret_cast<void*>(address + offset);
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t size) {
  return entry("cudaMalloc", [&](Device& d) { return allocate(d, pointer, size, false); });
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t size, cudaStream_t) {
  return entry("cudaMallocAsync", [&](Device& d) { return allocate(d, pointer, size, false); });
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t size, unsigned) {
  return entry("cudaMallocManaged", [&](Device& d) { return allocate(d, pointer, size, true); });
}

cudaError_t cudaMallocHost(void** pointer, std::size_t size) {
  return entry("cudaMallocHost", [&](Device& d) { return allocate(d, pointer, size, true); });
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t size, unsigned) {
  return entry("cudaHostAlloc", [&](Device& d) { return allocate(d, pointer, size, true); });
}

cudaError_t cudaFree(void* pointer) {
  return entry("cudaFree", [&](Device& d) { return release(d, pointer); });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) {
  return entry("cudaFreeAsync", [&](Device& d) { return release(d, pointer); });
}

cudaError_t cudaFreeHost(void* pointer) {
  return entry("cudaFreeHost", [&](Device& d) { return release(d, pointer); });
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t size, cudaMemcpyKind kind) {
  return entry("cudaMemcpy", [&](Device& d) { return copy(d, to, from, size, kind); });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t size, cudaMemcpyKind kind,
                            cudaStream_t) {
  return entry("cudaMemcpyAsync", [&](Device& d) { return copy(d, to, from, size, kind); });
}

cudaError_t cudaMemset(void* to, int value, std::size_t size) {
  return entry("cudaMemset", [&](Device& d) { return fill(d, to, value, size); });
}

cudaError_t cudaMemsetAsync(void* to, int value, std::size_t size, cudaStream_t) {
  return entry("cudaMemsetAsync", [&](Device& d) { return fill(d, to, value, size); });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t size,
                               std::size_t offset, cudaMemcpyKind) {
  return entry("cudaMemcpyToSymbol", [&](Device& d) {
    const u64 address = symbol_address(d, symbol);
    if (address == 0) return cudaErrorInvalidSymbol;
    return copy(d, at(address, offset), from, size, cudaMemcpyDefault);
  });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t size,
                                    std::size_t offset, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpyToSymbol(symbol, from, size, offset, kind);
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t size, std::size_t offset,
                                 cudaMemcpyKind) {
  return entry("cudaMemcpyFromSymbol", [&](Device& d) {
    const u64 address = symbol_address(d, symbol);
    if (address == 0) return cudaErrorInvalidSymbol;
    return copy(d, to, at(address, offset), size, cudaMemcpyDefault);
  });
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return entry("cudaGetSymbolAddress", [&](Device& d) {
    *pointer = at(symbol_address(d, symbol), 0);
    return *pointer == nullptr ? cudaErrorInvalidSymbol : cudaSuccess;
  });
}

cudaError_t cudaGetSymbolSize(std::size_t* size, const void* symbol) {
  return entry("cudaGetSymbolSize", [&](Device& d) {
    const auto found = d.variables.find(symbol);
    if (found == d.variables.end()) return cudaErrorInvalidSymbol;
    *size = found->second.size;
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total) {
  return entry("cudaMemGetInfo", [&](Device& d) {
    *total = d.emulator.memory().capacity();
    *free_bytes = *total - d.emulator.memory().used();
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return entry("cudaPointerGetAttributes", [&](Device& d) {
    *attributes = {};
    const bool known = on_device(d, pointer);
    attributes->type = known ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered;
    attributes->devicePointer = known ? const_cast<void*>(pointer) : nullptr;
    return cudaSuccess;
  });
}
}
