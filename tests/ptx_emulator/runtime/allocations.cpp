// Memory of the device, and page-locked memory of the host.
#include "tests/ptx_emulator/runtime/device.hpp"

using namespace shardsweep::ptx;

namespace {

u64 address_of(const void* pointer) {
  return reinterpret_cast<u64>(pointer);
}

cudaError_t allocate(Device& device, void** pointer, std::size_t size, Visibility visibility) {
  *pointer = nullptr;
  if (size == 0) return cudaSuccess;
  const u64 address = device.emulator.memory().allocate(size, visibility);
  if (address == 0) return cudaErrorMemoryAllocation;
  *pointer = reinterpret_cast<void*>(address);
  return cudaSuccess;
}

cudaError_t allocate_page_locked(Device& device, void** pointer, std::size_t size) {
  const cudaError_t error = allocate(device, pointer, size, Visibility::page_locked);
  if (*pointer != nullptr) device.page_locked[*pointer] = size;
  return error;
}

/// Memory is not freed under work that is still to be done.
cudaError_t release(Device& device, void* pointer) {
  if (pointer == nullptr) return cudaSuccess;
  if (const cudaError_t error = device.finish_all(); error != cudaSuccess) return error;
  if (device.page_locked.contains(pointer)) return cudaErrorInvalidValue;
  const bool released = device.emulator.memory().release(address_of(pointer));
  return released ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t release_page_locked(Device& device, void* pointer) {
  if (pointer == nullptr) return cudaSuccess;
  if (const cudaError_t error = device.finish_all(); error != cudaSuccess) return error;
  const bool known = device.page_locked.erase(pointer) != 0;
  return known && device.emulator.memory().release(address_of(pointer)) ? cudaSuccess
                                                                        : cudaErrorInvalidValue;
}

/// Rows begin at multiples of this, as cudaMallocPitch promises nothing finer.
constexpr std::size_t pitch_bytes = 512;

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t size) {
  return entry("cudaMalloc",
               [&](Device& d) { return allocate(d, pointer, size, Visibility::device); });
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t size, cudaStream_t) {
  return entry("cudaMallocAsync",
               [&](Device& d) { return allocate(d, pointer, size, Visibility::device); });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t size, cudaMemPool_t, cudaStream_t) {
  return entry("cudaMallocFromPoolAsync",
               [&](Device& d) { return allocate(d, pointer, size, Visibility::device); });
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
  return entry("cudaMallocPitch", [&](Device& d) {
    *pitch = (width + pitch_bytes - 1) / pitch_bytes * pitch_bytes;
    return allocate(d, pointer, *pitch * height, Visibility::device);
  });
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t size, unsigned) {
  return entry("cudaMallocManaged",
               [&](Device& d) { return allocate(d, pointer, size, Visibility::managed); });
}

cudaError_t cudaFree(void* pointer) {
  return entry("cudaFree", [&](Device& d) { return release(d, pointer); });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return entry("cudaFreeAsync", [&](Device& d) {
    if (!d.delays_streams || pointer == nullptr) return release(d, pointer);
    if (!d.is_stream(stream)) return cudaErrorInvalidResourceHandle;
    if (!d.emulator.memory().contains(address_of(pointer), 1)) return cudaErrorInvalidValue;
    d.submit(stream, [&d, pointer] { d.emulator.memory().release(address_of(pointer)); });
    return cudaSuccess;
  });
}

cudaError_t cudaMallocHost(void** pointer, std::size_t size) {
  return entry("cudaMallocHost", [&](Device& d) { return allocate_page_locked(d, pointer, size); });
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t size, unsigned) {
  return entry("cudaHostAlloc", [&](Device& d) { return allocate_page_locked(d, pointer, size); });
}

cudaError_t cudaFreeHost(void* pointer) {
  return entry("cudaFreeHost", [&](Device& d) { return release_page_locked(d, pointer); });
}

cudaError_t cudaHostRegister(void* pointer, std::size_t size, unsigned) {
  return entry("cudaHostRegister", [&](Device& d) {
    if (pointer == nullptr || size == 0) return cudaErrorInvalidValue;
    if (d.is_page_locked(pointer, 1) ||
        d.is_page_locked(static_cast<const char*>(pointer) + size - 1, 1)) {
      return cudaErrorHostMemoryAlreadyRegistered;
    }
    d.registered[pointer] = size;
    return cudaSuccess;
  });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return entry("cudaHostUnregister", [&](Device& d) {
    d.finish_all();
    return d.registered.erase(pointer) == 0 ? cudaErrorHostMemoryNotRegistered : cudaSuccess;
  });
}

cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* pointer, unsigned) {
  return entry("cudaHostGetDevicePointer", [&](Device& d) {
    // Registered memory is not mapped: kernels reach only what the runtime has allocated.
    const bool mapped = d.emulator.memory().contains(address_of(pointer), 1);
    *device_pointer = mapped ? pointer : nullptr;
    return mapped ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* pointer) {
  return entry("cudaHostGetFlags", [&](Device& d) {
    *flags = 0;
    return d.page_locked.contains(pointer) ? cudaSuccess : cudaErrorInvalidValue;
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
    attributes->type = cudaMemoryTypeUnregistered;
    void* given = const_cast<void*>(pointer);
    if (d.is_page_locked(pointer, 1)) {
      attributes->type = cudaMemoryTypeHost;
      attributes->hostPointer = given;
      attributes->devicePointer =
          d.emulator.memory().contains(address_of(pointer), 1) ? given : nullptr;
    } else if (d.emulator.memory().contains(address_of(pointer), 1)) {
      attributes->type = d.emulator.memory().on_host(address_of(pointer)) ? cudaMemoryTypeManaged
                                                                          : cudaMemoryTypeDevice;
      attributes->devicePointer = given;
    }
    return cudaSuccess;
  });
}

// Pools give no memory back before the program ends, so there is nothing to set.
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int) {
  return entry("cudaDeviceGetDefaultMemPool", [&](Device& d) {
    *pool = reinterpret_cast<cudaMemPool_t>(&d);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return cudaDeviceGetDefaultMemPool(pool, device);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) {
  return entry("cudaMemPoolSetAttribute", [](Device&) { return cudaSuccess; });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, std::size_t) {
  return entry("cudaMemPoolTrimTo", [](Device&) { return cudaSuccess; });
}
}
