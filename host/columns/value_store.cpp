#include "host/columns/value_store.hpp"

#include <cstring>

#include "host/columns/value_bytes.hpp"

namespace shardsweep::host {
namespace {

// Padding more than this for each null would cost more than an offset a value.
constexpr std::size_t widest_padding = 32;
constexpr std::size_t most_repadded = 16;

}  // namespace

void ValueStore::append_type(bson::Type type) {
  has_[static_cast<std::uint8_t>(type)] = true;
  if (size_ == 0) {
    type_ = type;
  } else if (tags_.empty() && type != type_) {
    tags_.resize(size_, static_cast<std::uint8_t>(type_));
  }
  if (!tags_.empty()) tags_.push_back(static_cast<std::uint8_t>(type));
}

bool ValueStore::widen(std::size_t stride) {
  if (stride > widest_padding && size_ > most_repadded) return false;
  PodVector<char> wider(size_ * stride);
  for (std::size_t i = 0; i < size_; ++i) {
    // Nulls so far have no bytes at all to copy from.
    if (stride_ != 0) std::memcpy(wider.data() + i * stride, bytes_.data() + i * stride_, stride_);
    std::memset(wider.data() + i * stride + stride_, 0, stride - stride_);
  }
  bytes_ = std::move(wider);
  stride_ = stride;
  return true;
}

void ValueStore::leave_stride() {
  strided_ = false;
  offsets_.resize(size_);
  for (std::size_t i = 0; i < size_; ++i) offsets_[i] = i * stride_;
}

void ValueStore::append_bytes(const bson::ValueView& value) {
  const std::size_t bytes = value.bytes.size();
  if (strided_ && bytes != stride_) {
    const bool fixed = fixed_value_bytes(value.type) != variable_size;
    const bool fits = fixed && bytes < stride_ && stride_ <= widest_padding;
    // Only values that say their own size can be padded; stride 0 means nulls so far.
    if (!fits && !(bytes > stride_ && all_fixed_ && (fixed || stride_ == 0) && widen(bytes)))
      leave_stride();
  }
  if (!strided_) offsets_.push_back(bytes_.size());
  bytes_.append(value.bytes.data(), bytes);
  if (strided_) bytes_.resize(bytes_.size() + stride_ - bytes, '\0');
}

void ValueStore::append_any(const bson::ValueView& value) {
  append_bytes(value);
  append_type(value.type);
  all_fixed_ = all_fixed_ && fixed_value_bytes(value.type) != variable_size;
  ++size_;
}

void ValueStore::append_nulls(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) append({});
}

}  // namespace shardsweep::host
