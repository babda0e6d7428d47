#include "kernels/cuda/memory.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include "kernels/cuda/check.hpp"

namespace shardsweep::kernels::cuda {

DeviceBuffer::~DeviceBuffer() {
  if (data_ == nullptr) return;
  forget(cudaFree(data_));
  arena_->used_ -= bytes_;
}

PinnedBuffer::PinnedBuffer(std::uint64_t bytes) : bytes_(bytes) {
  const cudaError_t status = cudaMallocHost(&data_, bytes);
  if (status == cudaErrorMemoryAllocation) {
    forget(status);
    throw OutOfPageLockedMemory("no page-locked memory of " + std::to_string(bytes) + " bytes");
  }
  check(status, "cudaMallocHost");
}

PinnedBuffer::~PinnedBuffer() {
  if (data_ != nullptr) forget(cudaFreeHost(data_));
}

DeviceArena::DeviceArena(std::uint64_t bytes) {
  std::size_t free_bytes = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free_bytes, &total), "cudaMemGetInfo");
  budget_ = std::min<std::uint64_t>(bytes, free_bytes - free_bytes / 16);
}

DeviceBuffer DeviceArena::allocate(std::uint64_t bytes) {
  if (bytes > budget_ - used_) {
    throw OutOfDeviceMemory("device memory of " + std::to_string(bytes) +
                            " bytes goes beyond the budget");
  }
  void* data = nullptr;
  check(cudaMalloc(&data, bytes), "cudaMalloc");
  used_ += bytes;
  return {*this, data, bytes};
}

}  // namespace shardsweep::kernels::cuda
