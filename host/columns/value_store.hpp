#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "datasets/bson/view.hpp"
#include "host/columns/pod_vector.hpp"
#include "host/columns/value_bytes.hpp"
#include "host/columns/value_layout.hpp"

namespace shardsweep::host {

/// A growing list of values in little memory: values of one size lie side by side without an index
/// (numbers, dates, ObjectIds, UUIDs; shorter fixed-size ones and nulls are padded), anything else
/// gets an offset each. A type is kept per value only when types differ.
class ValueStore {
 public:
  void append(const bson::ValueView& value) {
    if (strided_ && value.type == type_ && value.bytes.size() == stride_ && uniform()) {
      copy_bytes(bytes_.extend(stride_), value.bytes.data(), stride_);
      ++size_;
    } else {
      append_any(value);
    }
  }
  /// Appends `count` nulls.
  void append_nulls(std::size_t count);
  std::size_t size() const noexcept { return size_; }
  /// Lives until the next append.
  bson::ValueView operator[](std::size_t i) const noexcept {
    const bson::Type type = tags_.empty() ? type_ : static_cast<bson::Type>(tags_[i]);
    const char* at = bytes_.data() + (strided_ ? i * stride_ : offsets_[i]);
    return {type, {at, value_bytes(type, at)}};
  }
  /// Where the values lie until the next append.
  ValueLayout layout() const noexcept {
    return {bytes_.data(), strided_ ? nullptr : offsets_.data(),
            tags_.empty() ? nullptr : tags_.data(), stride_, type_};
  }
  std::size_t stored_bytes() const noexcept { return bytes_.size(); }
  /// Has any value of this type been appended?
  bool has(bson::Type type) const noexcept { return has_[static_cast<std::uint8_t>(type)]; }
  /// The one type of all values, if there is just one.
  bool uniform() const noexcept { return tags_.empty() && size_ != 0; }
  std::size_t memory_bytes() const noexcept {
    return bytes_.capacity_bytes() + offsets_.capacity_bytes() + tags_.capacity_bytes();
  }
  void release() noexcept { *this = ValueStore(); }

 private:
  /// memcpy, with the sizes that most values have in line.
  static void copy_bytes(char* to, const char* from, std::size_t bytes) noexcept {
    switch (bytes) {
      case 4:
        std::memcpy(to, from, 4);
        break;
      case 8:
        std::memcpy(to, from, 8);
        break;
      case 12:
        std::memcpy(to, from, 12);
        break;
      case 21:  // a UUID with its length and subtype
        std::memcpy(to, from, 21);
        break;
      default:
        if (bytes != 0) std::memcpy(to, from, bytes);
    }
  }
  void append_any(const bson::ValueView& value);
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
