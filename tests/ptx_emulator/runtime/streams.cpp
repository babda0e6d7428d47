// Streams and events.
#include <algorithm>
#include <chrono>

#include "tests/ptx_emulator/runtime/device.hpp"

using namespace shardsweep::ptx;

namespace {

constexpr int highest_priority = -5;

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

cudaError_t check_stream(Device& device, cudaStream_t stream) {
  return device.is_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t check_event(Device& device, cudaEvent_t event) {
  return device.events.contains(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

/// cudaErrorNotReady, and a step of what is left to do, unless the task is done.
cudaError_t ask(Device& device, const StreamTaskPointer& task) {
  if (!task || task->done) return device.sticky_error;
  device.queues.run_any(device.emulator.settings().seed);
  return task->done ? device.sticky_error : cudaErrorNotReady;
}

}  // namespace

extern "C" {
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return entry("cudaStreamCreate", [&](Device& d) {
    if ((flags & ~unsigned{cudaStreamNonBlocking}) != 0) return cudaErrorInvalidValue;
    const cudaError_t error = create(d.streams, reinterpret_cast<void**>(stream));
    handle_of(*stream)->flags = flags;
    handle_of(*stream)->priority = std::clamp(priority, highest_priority, 0);
    return error;
  });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return entry("cudaDeviceGetStreamPriorityRange", [&](Device&) {
    *least = 0;
    *greatest = highest_priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return entry("cudaStreamGetPriority", [&](Device& d) {
    *priority = d.streams.contains(stream) ? handle_of(stream)->priority : 0;
    return check_stream(d, stream);
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return entry("cudaStreamGetFlags", [&](Device& d) {
    *flags = d.streams.contains(stream) ? handle_of(stream)->flags : unsigned{cudaStreamDefault};
    return check_stream(d, stream);
  });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return entry("cudaStreamGetDevice", [&](Device& d) {
    *device = 0;
    return check_stream(d, stream);
  });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return entry("cudaStreamDestroy", [&](Device& d) { return destroy(d.streams, stream); });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return entry("cudaStreamSynchronize", [&](Device& d) {
    return d.is_stream(stream) ? d.finish(stream) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return entry("cudaStreamQuery", [&](Device& d) {
    return d.is_stream(stream) ? ask(d, d.queues.last(stream)) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  return entry("cudaStreamWaitEvent", [&](Device& d) {
    if (!d.is_stream(stream) || check_event(d, event) != cudaSuccess) {
      return cudaErrorInvalidResourceHandle;
    }
    const StreamTaskPointer task = handle_of(event)->task;
    if (task && !task->done) d.mark(stream, task);
    return cudaSuccess;
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
    if (!d.is_stream(stream) || check_event(d, event) != cudaSuccess) {
      return cudaErrorInvalidResourceHandle;
    }
    handle_of(event)->task = d.mark(stream);
    return d.delays_streams ? cudaSuccess : d.finish(handle_of(event)->task);
  });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
  return cudaEventRecord(event, stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return entry("cudaEventSynchronize", [&](Device& d) {
    const cudaError_t error = check_event(d, event);
    return error == cudaSuccess ? d.finish(handle_of(event)->task) : error;
  });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return entry("cudaEventQuery", [&](Device& d) {
    const cudaError_t error = check_event(d, event);
    return error == cudaSuccess ? ask(d, handle_of(event)->task) : error;
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  return entry("cudaEventElapsedTime", [&](Device& d) {
    if (check_event(d, from) != cudaSuccess || check_event(d, to) != cudaSuccess) {
      return cudaErrorInvalidResourceHandle;
    }
    const StreamTaskPointer begin = handle_of(from)->task;
    const StreamTaskPointer end = handle_of(to)->task;
    if (!begin || !end) return cudaErrorInvalidResourceHandle;
    if (!begin->done || !end->done) return cudaErrorNotReady;
    const std::chrono::duration<float, std::milli> time = end->finished - begin->finished;
    *milliseconds = time.count();
    return cudaSuccess;
  });
}
}
