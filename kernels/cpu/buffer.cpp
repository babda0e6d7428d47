#include "kernels/cpu/buffer.hpp"

#include <sys/mman.h>

#include <new>

namespace shardsweep::kernels::cpu {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

}  // namespace

void* Pages::reserve(std::size_t bytes) {
  if (bytes <= bytes_) return data_;
  release();
  const std::size_t page = bytes < huge_page ? 4096 : huge_page;
  const std::size_t rounded = (bytes + page - 1) / page * page;
  void* data = mmap(nullptr, rounded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) throw std::bad_alloc();
  madvise(data, rounded, MADV_HUGEPAGE);  // advice: failing only costs time
  data_ = data;
  bytes_ = rounded;
  return data_;
}

void Pages::release() noexcept {
  if (data_ != nullptr) munmap(data_, bytes_);
  data_ = nullptr;
  bytes_ = 0;
}

}  // namespace shardsweep::kernels::cpu
