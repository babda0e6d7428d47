#include "tests/ptx_emulator/runtime/device.hpp"

#include <cstdio>
#include <cstdlib>

#include "tests/ptx_emulator/control.hpp"

namespace shardsweep::ptx {

Device& Device::instance() {
  // Never destroyed: static objects of the program may still call the runtime.
  static Device* device = new Device;
  return *device;
}

LoadedModule& Device::module(Binary& binary) {
  if (!binary.module) {
    binary.module = std::make_unique<LoadedModule>(binary.text, emulator.memory());
  }
  return *binary.module;
}

int Device::capability() {
  if (binaries.empty()) return 75;
  const std::string& target = module(*binaries.front()).target();
  return std::atoi(target.c_str() + target.find('_') + 1);
}

const Kernel* Device::kernel(const void* function) {
  const auto found = functions.find(function);
  if (found == functions.end()) return nullptr;
  return module(*found->second.binary).kernel(found->second.name);
}

bool Device::is_page_locked(const void* pointer, std::size_t size) const {
  for (const auto* ranges : {&page_locked, &registered}) {
    auto after = ranges->upper_bound(pointer);
    if (after == ranges->begin()) continue;
    const auto& [begin, length] = *--after;
    const auto at = static_cast<std::size_t>(static_cast<const char*>(pointer) -
                                             static_cast<const char*>(begin));
    if (at < length && size <= length - at) return true;
  }
  return false;
}

u32 Device::most_shared_per_block() {
  const int of = capability();
  return of >= 90 ? 227 * 1024 : of >= 80 ? 163 * 1024 : 64 * 1024;
}

namespace {

cudaError_t error_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::out_of_bounds:
      return cudaErrorIllegalAddress;
    case FaultKind::misaligned:
      return cudaErrorMisalignedAddress;
    case FaultKind::budget:
      return cudaErrorLaunchTimeout;
    case FaultKind::bad_launch:
      return cudaErrorInvalidConfiguration;
    case FaultKind::trap:
      return cudaErrorAssert;
    case FaultKind::unknown_code:
      return cudaErrorInvalidPtx;
    default:
      return cudaErrorLaunchFailure;
  }
}

}  // namespace

cudaError_t Device::fault(const Fault& found) {
  std::fprintf(stderr, "PTX emulator: %s\n", found.message.c_str());
  faults.push_back(found);
  const cudaError_t error = error_of(found.kind);
  // Such launches are refused at once; kernels that fail show it in later calls.
  if (found.kind == FaultKind::bad_launch || found.kind == FaultKind::unknown_code) return error;
  sticky_error = error;
  return cudaSuccess;
}

cudaError_t Device::unknown_code(const std::string& what) {
  Fault found;
  found.kind = FaultKind::unknown_code;
  found.message = name_of(found.kind) + ": " + what;
  return fault(found);
}

cudaError_t Device::before(const char* name) {
  if (sticky_error != cudaSuccess) return sticky_error;
  if (std::string(name).find(fail_only) == std::string::npos) return cudaSuccess;
  if (++calls != fail_at) return cudaSuccess;
  failed_name = name;
  return fail_error;
}

bool Device::is_stream(cudaStream_t stream) const {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread ||
         streams.contains(stream);
}

StreamTaskPointer Device::mark(cudaStream_t stream, const StreamTaskPointer& also) {
  const bool non_blocking =
      streams.contains(stream) && handle_of(stream)->flags == cudaStreamNonBlocking;
  return queues.add(stream, non_blocking, {}, also);
}

void Device::submit(cudaStream_t stream, std::function<void()> work) {
  if (!delays_streams) return work();
  // Nothing runs any more behind a fault.
  mark(stream)->work = [this, left = std::move(work)] {
    if (sticky_error == cudaSuccess) left();
  };
}

cudaError_t Device::finish(const StreamTaskPointer& task) {
  queues.finish(task, emulator.settings().seed);
  return sticky_error;
}

cudaError_t Device::finish(cudaStream_t stream) {
  return delays_streams ? finish(mark(stream)) : sticky_error;
}

cudaError_t Device::finish_all() {
  queues.finish_all(emulator.settings().seed);
  return sticky_error;
}

cudaError_t Device::note(cudaError_t error) {
  if (error != cudaSuccess && error != cudaErrorNotReady) last_error = error;
  return error;
}

Settings& settings() {
  return Device::instance().emulator.settings();
}

std::vector<Fault> take_faults() {
  return std::exchange(Device::instance().faults, {});
}

Counters counters_of(const std::string& part) {
  Counters sum;
  for (const auto& [name, counters] : Device::instance().emulator.counters()) {
    if (name.find(part) != std::string::npos) sum.add(counters);
  }
  return sum;
}

void reset_counters() {
  Device::instance().emulator.counters().clear();
}

void fail_call(u64 n, int error, const std::string& only) {
  Device& device = Device::instance();
  device.fail_at = n;
  device.fail_error = static_cast<cudaError_t>(error);
  device.fail_only = only;
  device.calls = 0;
  device.failed_name.clear();
}

u64 calls_made() {
  return Device::instance().calls;
}

std::string failed_call() {
  return Device::instance().failed_name;
}

void delay_streams(bool on) {
  Device::instance().finish_all();
  Device::instance().delays_streams = on;
}

void clear_error() {
  Device& device = Device::instance();
  device.sticky_error = cudaSuccess;
  device.last_error = cudaSuccess;
  device.configurations.clear();
}

std::size_t live_allocations() {
  return Device::instance().emulator.memory().live_allocations();
}

void set_device_capacity(u64 bytes) {
  Device::instance().emulator.memory().set_capacity(bytes);
}

std::string architecture() {
  return "sm_" + std::to_string(Device::instance().capability());
}

}  // namespace shardsweep::ptx
