#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "host/columns/memory_block.hpp"

namespace shardsweep::host {

/// A growing array of plain data that leaves new elements uninitialised and grows in place or by
/// moving pages (grow_block). Throws std::bad_alloc.
template <class T>
class PodVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  PodVector() = default;
  explicit PodVector(std::size_t size) { resize(size); }
  ~PodVector() { free_block(data_, capacity_ * sizeof(T)); }
  PodVector(PodVector&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  PodVector& operator=(PodVector&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  PodVector(const PodVector&) = delete;
  PodVector& operator=(const PodVector&) = delete;

  T* data() noexcept { return data_; }
  const T* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  std::size_t capacity_bytes() const noexcept { return capacity_ * sizeof(T); }
  T& operator[](std::size_t i) noexcept { return data_[i]; }
  const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  T* begin() noexcept { return data_; }
  T* end() noexcept { return data_ + size_; }
  const T* begin() const noexcept { return data_; }
  const T* end() const noexcept { return data_ + size_; }
  operator std::span<const T>() const noexcept { return {data_, size_}; }

  void push_back(const T& value) {
    const T copy = value;
    if (size_ == capacity_) reserve(size_ + size_ / 2 + 16);
    data_[size_++] = copy;
  }
  /// New elements are uninitialised.
  void resize(std::size_t size) {
    if (size > capacity_) reserve(size > size_ + size_ / 2 ? size : size_ + size_ / 2 + 16);
    size_ = size;
  }
  void resize(std::size_t size, const T& value) {
    const std::size_t old = size_;
    resize(size);
    for (std::size_t i = old; i < size; ++i) data_[i] = value;
  }
  /// Adds `count` uninitialised elements and returns the first.
  T* extend(std::size_t count) {
    resize(size_ + count);
    return data_ + size_ - count;
  }
  void append(const T* from, std::size_t count) {
    if (count == 0) return;
    resize(size_ + count);
    std::memcpy(data_ + size_ - count, from, count * sizeof(T));
  }
  void clear() noexcept { size_ = 0; }
  void release() noexcept { *this = PodVector(); }

 private:
  void reserve(std::size_t capacity) {
    data_ = static_cast<T*>(grow_block(data_, capacity_ * sizeof(T), capacity * sizeof(T)));
    capacity_ = capacity;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace shardsweep::host
