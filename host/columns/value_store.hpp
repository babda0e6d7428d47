#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "datasets/bson/view.hpp"
#include "host/columns/pod_vector.hpp"

namespace shardsweep::host {

/// A growing list of values in little memory: values of one size lie side by side without an index
/// (numbers, dates, ObjectIds, UUIDs; shorter fixed-size ones and nulls are padded), anything else
/// gets an offset each. A type is kept per value only when types differ.
class ValueStore {
 public:
  void append(const bson::ValueView& value);
  /// Appends `count` nulls.
  void append_nulls(std::size_t count);
  std::size_t size() const noexcept { return size_; }
  /// Lives until the next append.
  bson::ValueView operator[](std::size_t i) const noexcept;
  /// Has any value of this type been appended?
  bool has(bson::Type type) const noexcept { return has_[static_cast<std::uint8_t>(type)]; }
  /// The one type of all values, if there is just one.
  bool uniform() const noexcept { return tags_.empty() && size_ != 0; }
  /// All values have one type and one size: that size, else variable_size.
  std::size_t uniform_bytes() const noexcept;
  std::size_t memory_bytes() const noexcept {
    return bytes_.capacity_bytes() + offsets_.capacity_bytes() + tags_.capacity_bytes();
  }
  void release() noexcept { *this = ValueStore(); }

 private:
  void append_type(bson::Type type);
  void append_bytes(const bson::ValueView& value);
  bool widen(std::size_t stride);
  void leave_stride();

  std::size_t size_ = 0;
  bson::Type type_ = bson::Type::Null;
  std::array<bool, 256> has_{};
  PodVector<std::uint8_t> tags_;  // types, once there are two
  PodVector<char> bytes_;
  bool strided_ = true;
  std::size_t stride_ = 0;
  bool all_fixed_ = true;             // every type so far says its size
  PodVector<std::uint64_t> offsets_;  // not strided: where value i begins
};

}  // namespace shardsweep::host
