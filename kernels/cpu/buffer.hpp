#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace shardsweep::kernels::cpu {

/// Anonymous memory on huge pages where the system has them; aligned to 4096, not initialised when
/// grown. Kept between keys, so that page faults are paid once.
class Pages {
 public:
  Pages() = default;
  ~Pages() { release(); }
  Pages(Pages&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Pages& operator=(Pages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  /// At least `bytes` bytes; the content is lost when it grows. Throws std::bad_alloc.
  void* reserve(std::size_t bytes);

 private:
  void release() noexcept;

  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Pages as an array of trivial T.
template <typename T>
class Buffer {
 public:
  T* reserve(std::size_t count) { return static_cast<T*>(pages_.reserve(count * sizeof(T))); }

 private:
  Pages pages_;
};

}  // namespace shardsweep::kernels::cpu
