// Which device there is, streams and events, errors.
#include <chrono>
#include <cstdio>
#include <cstring>

#include "tests/ptx_emulator/runtime/device.hpp"

using namespace shardsweep::ptx;

namespace {

constexpr int multiprocessors = 4;

/// Streams and events are addresses of such objects.
struct Handle {
  std::chrono::steady_clock::time_point recorded;
};

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
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrMemoryPoolsSupported:
      return 1;
    default:
      return 0;
  }
}

cudaError_t create(std::set<const void*>& known, void** made) {
  *made = new Handle;
  known.insert(*made);
  return cudaSuccess;
}

cudaError_t destroy(std::set<const void*>& known, void* handle) {
  if (known.erase(handle) == 0) return cudaErrorInvalidResourceHandle;
  delete static_cast<Handle*>(handle);
  return cudaSuccess;
}

bool is_stream(Device& device, cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread ||
         device.streams.contains(stream);
}

cudaError_t check_stream(Device& device, cudaStream_t stream) {
  return is_stream(device, stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t check_event(Device& device, cudaEvent_t event) {
  return device.events.contains(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

Handle* handle_of(cudaEvent_t event) {
  return reinterpret_cast<Handle*>(event);
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
    properties->warpSize = 32;
    properties->maxThreadsPerBlock = 1024;
    properties->maxThreadsPerMultiProcessor = 1024;
    properties->multiProcessorCount = multiprocessors;
    properties->major = d.capability() / 10;
    properties->minor = d.capability() % 10;
    return cudaSuccess;
  });
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
  return entry("cudaDeviceSynchronize", [](Device&) { return cudaSuccess; });
}

cudaError_t cudaDeviceReset() {
  Device& device = Device::instance();
  device.sticky_error = cudaSuccess;
  return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return entry("cudaStreamCreate",
               [&](Device& d) { return create(d.streams, reinterpret_cast<void**>(stream)); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  return cudaStreamCreate(stream);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int) {
  return cudaStreamCreate(stream);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return entry("cudaStreamDestroy", [&](Device& d) { return destroy(d.streams, stream); });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return entry("cudaStreamSynchronize", [&](Device& d) { return check_stream(d, stream); });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return entry("cudaStreamQuery", [&](Device& d) { return check_stream(d, stream); });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  return entry("cudaStreamWaitEvent", [&](Device& d) {
    return is_stream(d, stream) ? check_event(d, event) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status) {
  return entry("cudaStreamIsCapturing", [&](Device&) {
    *status = cudaStreamCaptureStatusNone;
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return entry("cudaEventCreate",
               [&](Device& d) { return create(d.events, reinterpret_cast<void**>(event)); });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  return cudaEventCreate(event);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return entry("cudaEventDestroy", [&](Device& d) { return destroy(d.events, event); });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return entry("cudaEventRecord", [&](Device& d) {
    if (!is_stream(d, stream) || check_event(d, event) != cudaSuccess) {
      return cudaErrorInvalidResourceHandle;
    }
    handle_of(event)->recorded = std::chrono::steady_clock::now();
    return cudaSuccess;
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return entry("cudaEventSynchronize", [&](Device& d) { return check_event(d, event); });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return entry("cudaEventQuery", [&](Device& d) { return check_event(d, event); });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  return entry("cudaEventElapsedTime", [&](Device& d) {
    if (check_event(d, from) != cudaSuccess || check_event(d, to) != cudaSuccess) {
      return cudaErrorInvalidResourceHandle;
    }
    const std::chrono::duration<float, std::milli> time =
        handle_of(to)->recorded - handle_of(from)->recorded;
    *milliseconds = time.count();
    return cudaSuccess;
  });
}

cudaError_t cudaGetLastError() {
  Device& device = Device::instance();
  const cudaError_t error = device.last_error;
  device.last_error = device.sticky_error;
  return error;
}

cudaError_t cudaPeekAtLastError() {
  return Device::instance().last_error;
}

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "cudaSuccess";
    case cudaErrorMemoryAllocation:
      return "cudaErrorMemoryAllocation";
    case cudaErrorInvalidValue:
      return "cudaErrorInvalidValue";
    case cudaErrorInvalidConfiguration:
      return "cudaErrorInvalidConfiguration";
    case cudaErrorIllegalAddress:
      return "cudaErrorIllegalAddress";
    case cudaErrorMisalignedAddress:
      return "cudaErrorMisalignedAddress";
    case cudaErrorLaunchFailure:
      return "cudaErrorLaunchFailure";
    case cudaErrorLaunchTimeout:
      return "cudaErrorLaunchTimeout";
    case cudaErrorAssert:
      return "cudaErrorAssert";
    case cudaErrorInvalidDeviceFunction:
      return "cudaErrorInvalidDeviceFunction";
    case cudaErrorInvalidResourceHandle:
      return "cudaErrorInvalidResourceHandle";
    case cudaErrorInvalidPtx:
      return "cudaErrorInvalidPtx";
    default:
      return "cudaError";
  }
}

const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaSuccess ? "no error" : "an error of the PTX emulator; see its messages";
}
}
