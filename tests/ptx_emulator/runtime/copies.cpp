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

/// Bytes on their way, in the order of a stream.
struct Copy {
  void* to = nullptr;
  const void* from = nullptr;
  std::size_t size = 0;
};

/// A copy that was good when it was asked for, and perhaps no longer is.
void fail_late(Device& device, std::size_t size) {
  Fault fault;
  fault.kind = FaultKind::out_of_bounds;
  fault.message = name_of(fault.kind) + ": a copy or fill of " + std::to_string(size) +
                  " bytes in a stream, whose memory was freed before its turn";
  device.fault(fault);
}

void move_bytes(Device& device, const Copy& copy) {
  DeviceMemory& memory = device.emulator.memory();
  u8* target = bytes_at(device, copy.to, copy.size, false);
  const u8* source = bytes_at(device, copy.from, copy.size, false);
  if (target == nullptr || source == nullptr) return fail_late(device, copy.size);
  std::memmove(target, source, copy.size);
  if (!on_device(device, copy.to)) return;
  if (on_device(device, copy.from)) {
    std::memmove(memory.state(memory.offset(address_of(copy.to))),
                 memory.state(memory.offset(address_of(copy.from))), copy.size);
  } else {
    memory.mark_written(address_of(copy.to), copy.size);
  }
}

/// Whether a copy with these bytes is done when its call returns: memory of the host that is not
/// page-locked.
bool is_pageable(Device& device, const void* pointer, std::size_t size) {
  return !on_device(device, pointer) && !device.is_page_locked(pointer, size);
}

cudaError_t copy(Device& device, void* to, const void* from, std::size_t size, cudaMemcpyKind kind,
                 cudaStream_t stream = nullptr) {
  if (!device.is_stream(stream)) return cudaErrorInvalidResourceHandle;
  if (size == 0) return cudaSuccess;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  // A pointer that only the device may follow is none of the host's.
  if (!to_device && kind != cudaMemcpyDefault && only_on_device(device, to)) {
    return cudaErrorInvalidValue;
  }
  if (!from_device && kind != cudaMemcpyDefault && only_on_device(device, from)) {
    return cudaErrorInvalidValue;
  }
  if (bytes_at(device, to, size, to_device) == nullptr ||
      bytes_at(device, from, size, from_device) == nullptr) {
    return cudaErrorInvalidValue;
  }
  device.submit(stream, [&device, left = Copy{to, from, size}] { move_bytes(device, left); });
  const bool waits = is_pageable(device, to, size) || is_pageable(device, from, size);
  return waits ? device.finish(stream) : cudaSuccess;
}

cudaError_t fill(Device& device, void* to, int value, std::size_t size,
                 cudaStream_t stream = nullptr) {
  if (!device.is_stream(stream)) return cudaErrorInvalidResourceHandle;
  if (size == 0) return cudaSuccess;
  if (bytes_at(device, to, size, true) == nullptr) return cudaErrorInvalidValue;
  device.submit(stream, [&device, to, value, size] {
    u8* target = bytes_at(device, to, size, true);
    if (target == nullptr) return fail_late(device, size);
    std::fill_n(target, size, static_cast<u8>(value));
    device.emulator.memory().mark_written(address_of(to), size);
  });
  return cudaSuccess;
}

/// The result of a call that returns when its work is done.
cudaError_t waited(Device& device, cudaError_t error) {
  return error == cudaSuccess ? device.finish(nullptr) : error;
}

const char* row(const void* pointer, std::size_t pitch, std::size_t number) {
  return static_cast<const char*>(pointer) + pitch * number;
}

cudaError_t copy_rows(Device& device, void* to, std::size_t to_pitch, const void* from,
                      std::size_t from_pitch, std::size_t width, std::size_t height,
                      cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
  if (width > to_pitch || width > from_pitch) return cudaErrorInvalidPitchValue;
  for (std::size_t i = 0; i < height; ++i) {
    const cudaError_t error = copy(device, const_cast<char*>(row(to, to_pitch, i)),
                                   row(from, from_pitch, i), width, kind, stream);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t fill_rows(Device& device, void* to, std::size_t pitch, int value, std::size_t width,
                      std::size_t height, cudaStream_t stream = nullptr) {
  if (width > pitch) return cudaErrorInvalidPitchValue;
  for (std::size_t i = 0; i < height; ++i) {
    const cudaError_t error =
        fill(device, const_cast<char*>(row(to, pitch, i)), value, width, stream);
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
  return entry("cudaMemcpy", [&](Device& d) { return waited(d, copy(d, to, from, size, kind)); });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t size, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return entry("cudaMemcpyAsync", [&](Device& d) { return copy(d, to, from, size, kind, stream); });
}

cudaError_t cudaMemset(void* to, int value, std::size_t size) {
  return entry("cudaMemset", [&](Device& d) { return fill(d, to, value, size); });
}

cudaError_t cudaMemsetAsync(void* to, int value, std::size_t size, cudaStream_t stream) {
  return entry("cudaMemsetAsync", [&](Device& d) { return fill(d, to, value, size, stream); });
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return entry("cudaMemcpy2D", [&](Device& d) {
    return waited(d, copy_rows(d, to, to_pitch, from, from_pitch, width, height, kind));
  });
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return entry("cudaMemcpy2DAsync", [&](Device& d) {
    return copy_rows(d, to, to_pitch, from, from_pitch, width, height, kind, stream);
  });
}

cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
  return entry("cudaMemset2D",
               [&](Device& d) { return fill_rows(d, to, pitch, value, width, height); });
}

cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
  return entry("cudaMemset2DAsync",
               [&](Device& d) { return fill_rows(d, to, pitch, value, width, height, stream); });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t size,
                               std::size_t offset, cudaMemcpyKind) {
  return entry("cudaMemcpyToSymbol", [&](Device& d) {
    const u64 address = symbol_address(d, symbol);
    if (address == 0) return cudaErrorInvalidSymbol;
    return waited(d, copy(d, at(address, offset), from, size, cudaMemcpyDefault));
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
    return waited(d, copy(d, to, at(address, offset), size, cudaMemcpyDefault));
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
