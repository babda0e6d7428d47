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

  /// The same for `count` trivial T.
  template <typename T>
  T* reserve_as(std::size_t count) {
    return static_cast<T*>(reserve(count * sizeof(T)));
  }

 private:
  void release() noexcept;

  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace shardsweep::kernels::cpu
