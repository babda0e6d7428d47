#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "kernels/executor.hpp"

namespace shardsweep::kernels {

/// Whether the CUDA executor can run here.
struct CudaStatus {
  bool usable = false;
  bool built = true;   ///< false: no CUDA in this build, whatever the machine has
  std::string device;  ///< the GPU's name; empty without one
  std::string text;    ///< what it is, or why it cannot be used; no full stop
};

/// Asks the driver and launches an empty kernel. Never throws for a missing driver or GPU: every
/// error of the CUDA runtime is an answer. Blocks; the first call on a machine with a GPU takes a
/// few tenths of a second.
CudaStatus cuda_status();

struct CudaOptions {
  std::uint64_t device_bytes = UINT64_MAX;  ///< most bytes of device memory; what is free at most
  std::uint32_t in_flight = 4;              ///< keys evaluated at the same time, at least 1
  std::uint64_t staging_bytes = 16u << 20;  ///< of each of two page-locked buffers
};

/// The CUDA executor on the first device that CUDA shows. `fallback` evaluates what does not fit
/// the device's memory. Throws DeviceError with the text of cuda_status() where it is not usable;
/// execute() throws DeviceError when a call of the CUDA runtime fails for another reason than
/// memory.
std::unique_ptr<Executor> make_cuda_executor(std::unique_ptr<Executor> fallback,
                                             const CudaOptions& options = {});

}  // namespace shardsweep::kernels
