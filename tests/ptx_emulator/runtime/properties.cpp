// Which device there is.
#include <cstdio>

#include "tests/ptx_emulator/runtime/device.hpp"

using namespace shardsweep::ptx;

namespace {

constexpr int multiprocessors = 4;

int attribute_value(Device& device, cudaDeviceAttr attribute) {
  switch (attribute) {
    case cudaDevAttrMultiProcessorCount:
      return multiprocessors;
    case cudaDevAttrComputeCapabilityMajor:
      return device.capability() / 10;
    case cudaDevAttrComputeCapabilityMinor:
      return device.capability() % 10;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return 48 * 1024;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return static_cast<int>(device.most_shared_per_block());
    case cudaDevAttrMaxGridDimX:
      return 0x7FFFFFFF;
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ:
      return 65535;
    case cudaDevAttrMaxBlockDimX:
    case cudaDevAttrMaxBlockDimY:
    case cudaDevAttrMaxThreadsPerBlock:
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return 1024;
    case cudaDevAttrMaxBlockDimZ:
      return 64;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      return 65536;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return 16;
    case cudaDevAttrWarpSize:
      return 32;
    case cudaDevAttrAsyncEngineCount:
      return 2;
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrMemoryPoolsSupported:
      return 1;
    default:
      return 0;
  }
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  return entry("cudaGetDeviceCount", [&](Device&) {
    *count = 1;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int* device) {
  return entry("cudaGetDevice", [&](Device&) {
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device) {
  return entry("cudaSetDevice",
               [&](Device&) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  return entry("cudaDeviceGetAttribute", [&](Device& d) {
    *value = attribute_value(d, attribute);
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  return entry("cudaGetDeviceProperties", [&](Device& d) {
    *properties = {};
    std::snprintf(properties->name, sizeof properties->name, "PTX emulator sm_%d", d.capability());
    properties->totalGlobalMem = d.emulator.memory().capacity();
    properties->sharedMemPerBlock = 48 * 1024;
    properties->sharedMemPerBlockOptin = d.most_shared_per_block();
    properties->sharedMemPerMultiprocessor = d.most_shared_per_block();
    properties->regsPerBlock = 65536;
    properties->regsPerMultiprocessor = 65536;
    properties->totalConstMem = 64 * 1024;
    properties->asyncEngineCount = 2;
    properties->concurrentKernels = 1;
    properties->unifiedAddressing = 1;
    properties->managedMemory = 1;
    properties->hostRegisterSupported = 1;
    properties->memoryPoolsSupported = 1;
    properties->streamPrioritiesSupported = 1;
    properties->maxBlocksPerMultiProcessor = 16;
    properties->maxThreadsDim[0] = properties->maxThreadsDim[1] = 1024;
    properties->maxThreadsDim[2] = 64;
    properties->maxGridSize[0] = 0x7FFFFFFF;
    properties->maxGridSize[1] = properties->maxGridSize[2] = 65535;
    properties->warpSize = 32;
    properties->maxThreadsPerBlock = 1024;
    properties->maxThreadsPerMultiProcessor = 1024;
    properties->multiProcessorCount = multiprocessors;
    properties->major = d.capability() / 10;
    properties->minor = d.capability() % 10;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int) {
  return entry("cudaDeviceGetPCIBusId", [&](Device&) {
    std::snprintf(id, static_cast<std::size_t>(length), "0000:00:00.0");
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  return entry("cudaDeviceCanAccessPeer", [&](Device&) {
    *can = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return cudaSetDevice(device);
}

cudaError_t cudaSetDeviceFlags(unsigned) {
  return entry("cudaSetDeviceFlags", [](Device&) { return cudaSuccess; });
}

// No kernel is held to these limits.
cudaError_t cudaDeviceSetLimit(cudaLimit, std::size_t) {
  return entry("cudaDeviceSetLimit", [](Device&) { return cudaSuccess; });
}

cudaError_t cudaDriverGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() {
  return entry("cudaDeviceSynchronize", [](Device& d) { return d.finish_all(); });
}

cudaError_t cudaDeviceReset() {
  Device& device = Device::instance();
  device.finish_all();
  device.sticky_error = cudaSuccess;
  return cudaSuccess;
}
}
