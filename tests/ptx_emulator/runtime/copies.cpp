// Copies and fills.
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

bool only_on_device(Device& device, const void* pointer) {
  return on_device(device, pointer) && !device.emulator.memory().on_host(address_of(pointer));
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
  // A pointer that only the device may follow is none of the host's.
  if (!to_device && kind != cudaMemcpyDefault && only_on_device(device, to)) {
    return cudaErrorInvalidValue;
  }
  if (!from_device && kind != cudaMemcpyDefault && only_on_device(device, from)) {
    return cudaErrorInvalidValue;
  }
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

const char* row(const void* pointer, std::size_t pitch, std::size_t number) {
  return static_cast<const char*>(pointer) + pitch * number;
}

cudaError_t copy_rows(Device& device, void* to, std::size_t to_pitch, const void* from,
                      std::size_t from_pitch, std::size_t width, std::size_t height,
                      cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return cudaErrorInvalidPitchValue;
  for (std::size_t i = 0; i < height; ++i) {
    const cudaError_t error = copy(device, const_cast<char*>(row(to, to_pitch, i)),
                                   row(from, from_pitch, i), width, kind);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t fill_rows(Device& device, void* to, std::size_t pitch, int value, std::size_t width,
                      std::size_t height) {
  if (width > pitch) return cudaErrorInvalidPitchValue;
  for (std::size_t i = 0; i < height; ++i) {
    const cudaError_t error = fill(device, const_cast<char*>(row(to, pitch, i)), value, width);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
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

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return entry("cudaMemcpy2D", [&](Device& d) {
    return copy_rows(d, to, to_pitch, from, from_pitch, width, height, kind);
  });
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t) {
  return entry("cudaMemcpy2DAsync", [&](Device& d) {
    return copy_rows(d, to, to_pitch, from, from_pitch, width, height, kind);
  });
}

cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
  return entry("cudaMemset2D",
               [&](Device& d) { return fill_rows(d, to, pitch, value, width, height); });
}

cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t) {
  return entry("cudaMemset2DAsync",
               [&](Device& d) { return fill_rows(d, to, pitch, value, width, height); });
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

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t size,
                                      std::size_t offset, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpyFromSymbol(to, symbol, size, offset, kind);
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
}
