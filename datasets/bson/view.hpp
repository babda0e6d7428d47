#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string_view>

#include "datasets/bson/type.hpp"

namespace shardsweep::bson {

static_assert(std::endian::native == std::endian::little, "BSON is read in place");

/// Reads a little-endian number. `at` must have sizeof(T) readable bytes.
template <class T>
T load(const char* at) noexcept {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// One BSON value: its type and the bytes of its value part as stored (without type byte and name).
/// Non-owning. A default-made view is Null, which is also what a missing field is for a shard key.
struct ValueView {
  Type type = Type::Null;
  std::string_view bytes;

  double as_double() const noexcept { return load<double>(bytes.data()); }
  std::int32_t as_int32() const noexcept { return load<std::int32_t>(bytes.data()); }
  /// Int64, Date (milliseconds) and Timestamp (as stored).
  std::int64_t as_int64() const noexcept { return load<std::int64_t>(bytes.data()); }
  bool as_bool() const noexcept { return bytes[0] != 0; }
  /// Text of a String, Symbol or Code, without the final NUL.
  std::string_view as_string() const noexcept { return bytes.substr(4, bytes.size() - 5); }
};

struct Element {
  std::string_view name;
  ValueView value;
};

/// Bytes of the value part of an element of this type whose value begins at bytes.data();
/// npos-like max() when it does not fit into `bytes`. Checks lengths only.
std::size_t value_size(Type type, std::string_view bytes) noexcept;

/// A document (or array) whose structure `validate` has accepted: iteration does no checks beyond
/// what keeps it inside `bytes`. `bytes` includes the length and the final NUL.
class DocumentView {
 public:
  class Iterator {
   public:
    explicit Iterator(std::string_view rest) : rest_(rest) { read(); }
    const Element& operator*() const noexcept { return element_; }
    const Element* operator->() const noexcept { return &element_; }
    Iterator& operator++() {
      read();
      return *this;
    }
    bool operator==(std::default_sentinel_t) const noexcept { return done_; }

   private:
    void read() noexcept;
    std::string_view rest_;
    Element element_;
    bool done_ = false;
  };

  DocumentView() = default;
  explicit DocumentView(std::string_view bytes) : bytes_(bytes) {}
  explicit DocumentView(const ValueView& value) : bytes_(value.bytes) {}

  Iterator begin() const { return Iterator(bytes_.substr(4)); }
  std::default_sentinel_t end() const { return {}; }
  std::string_view bytes() const noexcept { return bytes_; }
  bool empty() const noexcept { return bytes_.size() <= 5; }

 private:
  std::string_view bytes_ = std::string_view("\x05\0\0\0\0", 5);
};

}  // namespace shardsweep::bson
