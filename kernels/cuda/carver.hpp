#pragma once

#include <cstdint>

namespace shardsweep::kernels::cuda {

/// Cuts one piece of memory into arrays. With a null base it only measures.
class Carver {
 public:
  explicit Carver(void* base) : base_(reinterpret_cast<std::uintptr_t>(base)) {}

  template <typename T>
  T* take(std::uint64_t count) {
    const std::uintptr_t begin = (base_ + used_ + alignment - 1) / alignment * alignment;
    used_ = begin - base_ + count * sizeof(T);
    return base_ == 0 ? nullptr : reinterpret_cast<T*>(begin);
  }

  std::uint64_t used() const { return used_; }

 private:
  static constexpr std::uintptr_t alignment = 256;  ///< what cudaMalloc gives, and CUB wants
  std::uintptr_t base_;
  std::uint64_t used_ = 0;
};

}  // namespace shardsweep::kernels::cuda
