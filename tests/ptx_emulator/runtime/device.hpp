// The one emulated device of a program, and what the entry points of the CUDA runtime share.
#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "tests/ptx_emulator/emulator.hpp"
#include "tests/ptx_emulator/lexer.hpp"
#include "tests/ptx_emulator/runtime/stream_queues.hpp"

namespace shardsweep::ptx {

/// A fat binary, parsed when first needed.
struct Binary {
  std::string text;
  std::unique_ptr<LoadedModule> module;
};

/// A kernel as host code knows it.
struct HostFunction {
  Binary* binary = nullptr;
  std::string name;
  u32 most_dynamic_shared = 48 * 1024;
};

struct HostVariable {
  Binary* binary = nullptr;
  std::string name;
  u64 size = 0;
};

struct CallConfiguration {
  dim3 grid;
  dim3 block;
  std::size_t shared = 0;
  cudaStream_t stream = nullptr;
};

/// Streams and events are addresses of such objects.
struct Handle {
  unsigned flags = 0;
  int priority = 0;
  StreamTaskPointer task;  ///< of a recorded event
};

template <class T>
Handle* handle_of(T* stream_or_event) {
  return reinterpret_cast<Handle*>(stream_or_event);
}

class Device {
 public:
  static Device& instance();

  Emulator emulator;
  std::vector<std::unique_ptr<Binary>> binaries;
  std::map<const void*, HostFunction> functions;
  std::map<const void*, HostVariable> variables;
  std::vector<CallConfiguration> configurations;
  std::set<const void*> streams;
  std::set<const void*> events;
  std::map<const void*, std::size_t> page_locked;  ///< what the runtime allocated
  std::map<const void*, std::size_t> registered;   ///< memory of the program, page-locked later
  std::vector<Fault> faults;
  std::recursive_mutex mutex;

  // fail_call():
  u64 fail_at = 0;
  cudaError_t fail_error = cudaSuccess;
  std::string fail_only;
  u64 calls = 0;
  std::string failed_name;

  bool delays_streams = false;
  StreamQueues queues;

  cudaError_t last_error = cudaSuccess;
  cudaError_t sticky_error = cudaSuccess;

  LoadedModule& module(Binary& binary);
  /// Compute capability times ten, by the PTX.
  int capability();
  const Kernel* kernel(const void* function);
  u32 most_shared_per_block();
  /// Whether all bytes are page-locked memory of the host.
  [[nodiscard]] bool is_page_locked(const void* pointer, std::size_t size) const;
  [[nodiscard]] bool is_stream(cudaStream_t stream) const;
  /// Does `work` in a stream: at once, or later where streams are delayed.
  void submit(cudaStream_t stream, std::function<void()> work);
  /// An event's place in a stream, which another stream may wait for.
  StreamTaskPointer mark(cudaStream_t stream, const StreamTaskPointer& also = nullptr);
  /// Waits for a stream's work; the error of what went wrong.
  cudaError_t finish(cudaStream_t stream);
  cudaError_t finish(const StreamTaskPointer& task);
  cudaError_t finish_all();
  /// The fault is kept, printed, and becomes an error of all later calls.
  cudaError_t fault(const Fault& found);
  /// The same for PTX that nobody knows.
  cudaError_t unknown_code(const std::string& what);
  /// cudaSuccess, or why the call `name` must fail before it does anything.
  cudaError_t before(const char* name);
  cudaError_t note(cudaError_t error);
};

/// Body of an entry point: `f` unless the call must fail; the error is remembered.
template <class F>
cudaError_t entry(const char* name, F&& f) {
  Device& device = Device::instance();
  const std::lock_guard lock(device.mutex);
  const cudaError_t before = device.before(name);
  if (before != cudaSuccess) return device.note(before);
  try {
    return device.note(f(device));
  } catch (const ParseError& error) {
    return device.note(device.unknown_code(error.what()));
  }
}

}  // namespace shardsweep::ptx
