// Launches, and what the runtime knows of kernels.
#include <algorithm>

#include "tests/ptx_emulator/runtime/device.hpp"

using namespace shardsweep::ptx;

namespace {

Dim dim_of(const dim3& given) {
  return {given.x, given.y, given.z};
}

/// Calls f(kernel); an error for functions that are no kernels.
template <class F>
cudaError_t with_kernel(Device& device, const void* function, F&& f) {
  const Kernel* kernel = device.kernel(function);
  return kernel == nullptr ? cudaErrorInvalidDeviceFunction : f(*kernel);
}

/// Arguments as they were when the kernel was launched.
class Arguments {
 public:
  Arguments(const Kernel& kernel, const void* const* params) {
    for (std::size_t i = 0; i < kernel.params.size(); ++i) {
      const u8* bytes = static_cast<const u8*>(params[i]);
      values_.emplace_back(bytes, bytes + kernel.params[i].size);
    }
  }
  [[nodiscard]] std::vector<const void*> pointers() const {
    std::vector<const void*> made;
    for (const auto& value : values_) made.push_back(value.data());
    return made;
  }

 private:
  std::vector<std::vector<u8>> values_;
};

cudaError_t launch(Device& device, const void* function, const LaunchShape& shape,
                   const void* const* params, cudaStream_t stream) {
  return with_kernel(device, function, [&](const Kernel& kernel) {
    const u32 dynamic = device.functions[function].most_dynamic_shared;
    const u32 shared = std::max(dynamic + kernel.declared_shared, u32{48 * 1024});
    if (const auto refused = Emulator::refusal(kernel, shape, shared)) {
      return device.fault(*refused);
    }
    const auto run = [&device, &kernel, shape, shared, arguments = Arguments(kernel, params)] {
      const auto fault = device.emulator.launch(kernel, shape, arguments.pointers().data(), shared);
      if (fault) device.note(device.fault(*fault));
    };
    device.submit(stream, run);
    return cudaSuccess;
  });
}

/// Blocks that fit a multiprocessor with 1024 threads and its shared memory.
int blocks_per_multiprocessor(Device& device, const Kernel& kernel, int threads,
                              std::size_t dynamic) {
  if (threads <= 0 || threads > 1024) return 0;
  const std::size_t shared = kernel.declared_shared + dynamic;
  const std::size_t by_shared =
      shared == 0 ? 16 : device.most_shared_per_block() / std::max<std::size_t>(shared, 1);
  return static_cast<int>(
      std::min<std::size_t>(by_shared, static_cast<std::size_t>(1024 / threads)));
}

}  // namespace

extern "C" {

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** args,
                             std::size_t shared, cudaStream_t stream) {
  return entry("cudaLaunchKernel", [&](Device& device) {
    if (!device.is_stream(stream)) return cudaErrorInvalidResourceHandle;
    const LaunchShape shape{dim_of(grid), dim_of(block), static_cast<u32>(shared)};
    return launch(device, function, shape, args, stream);
  });
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function) {
  *kernel = static_cast<cudaKernel_t>(const_cast<void*>(function));
  return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** args,
                               std::size_t shared, cudaStream_t stream) {
  return cudaLaunchKernel(kernel, grid, block, args, shared, stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** args) {
  return cudaLaunchKernel(function, config->gridDim, config->blockDim, args,
                          config->dynamicSmemBytes, config->stream);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return entry("cudaFuncGetAttributes", [&](Device& device) {
    return with_kernel(device, function, [&](const Kernel& kernel) {
      *attributes = {};
      attributes->sharedSizeBytes = kernel.declared_shared;
      attributes->localSizeBytes = kernel.local_bytes;
      attributes->maxThreadsPerBlock =
          kernel.max_threads == 0 ? 1024 : static_cast<int>(kernel.max_threads);
      attributes->numRegs = 32;
      attributes->ptxVersion = device.capability();
      attributes->binaryVersion = device.capability();
      attributes->maxDynamicSharedSizeBytes =
          static_cast<int>(device.functions[function].most_dynamic_shared);
      return cudaSuccess;
    });
  });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  return entry("cudaFuncSetAttribute", [&](Device& device) {
    const auto found = device.functions.find(function);
    if (found == device.functions.end()) return cudaErrorInvalidDeviceFunction;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
    if (value < 0 || static_cast<u32>(value) > device.most_shared_per_block()) {
      return cudaErrorInvalidValue;
    }
    found->second.most_dynamic_shared = static_cast<u32>(value);
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetCacheConfig(const void*, cudaFuncCache) {
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                   const void* function,
                                                                   int threads, std::size_t shared,
                                                                   unsigned) {
  return entry("cudaOccupancyMaxActiveBlocksPerMultiprocessor", [&](Device& device) {
    return with_kernel(device, function, [&](const Kernel& kernel) {
      *blocks = blocks_per_multiprocessor(device, kernel, threads, shared);
      return cudaSuccess;
    });
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int threads, std::size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared,
                                                                0);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* size, const void* function,
                                                      int blocks, int) {
  return entry("cudaOccupancyAvailableDynamicSMemPerBlock", [&](Device& device) {
    return with_kernel(device, function, [&](const Kernel& kernel) {
      if (blocks <= 0) return cudaErrorInvalidValue;
      const u32 each = device.most_shared_per_block() / static_cast<u32>(blocks);
      *size = each - std::min(each, kernel.declared_shared);
      return cudaSuccess;
    });
  });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
  return entry("cudaFuncGetName", [&](Device& device) {
    const auto found = device.functions.find(function);
    if (found == device.functions.end()) return cudaErrorInvalidDeviceFunction;
    *name = found->second.name.c_str();
    return cudaSuccess;
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return entry("cudaLaunchHostFunc", [&](Device& device) {
    if (!device.is_stream(stream)) return cudaErrorInvalidResourceHandle;
    device.submit(stream, [function, data] { function(data); });
    return cudaSuccess;
  });
}
}
