// Device memory of a vector, for the .cu files here.
#pragma once

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace shardsweep::emu {

inline void check(cudaError_t error) {
  if (error != cudaSuccess) {
    throw std::runtime_error("CUDA error " + std::to_string(static_cast<int>(error)));
  }
}

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size) : size_(size) {
    if (size_ != 0) check(cudaMalloc(reinterpret_cast<void**>(&data_), size_ * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
    if (size_ == 0) return;
    check(cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() const { return data_; }
  std::vector<T> first(std::size_t count) const {
    std::vector<T> values(count);
    if (count == 0) return values;
    check(cudaMemcpy(values.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
  std::vector<T> all() const { return first(size_); }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Calls f(memory, bytes) as CUB wants it: once for the size, once with the memory.
template <class F>
void with_temporary(F f) {
  std::size_t bytes = 0;
  check(f(nullptr, bytes));
  const DeviceArray<char> memory(bytes == 0 ? 1 : bytes);
  check(f(static_cast<void*>(memory.data()), bytes));
  check(cudaDeviceSynchronize());
}

}  // namespace shardsweep::emu
