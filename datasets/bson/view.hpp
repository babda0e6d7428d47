#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
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

/// What value_size() answers when the value does not fit.
inline constexpr std::size_t no_size = std::numeric_limits<std::size_t>::max();

/// How the size of a type's value follows from its bytes.
struct ValueShape {
  enum class Kind : std::uint8_t { fixed, prefixed, other };
  Kind kind = Kind::other;
  std::uint8_t size = 0;   ///< fixed: the size; prefixed: to be added to the int32 it begins with
  std::uint8_t least = 0;  ///< prefixed: the smallest legal int32
};

/// Indexed by the type byte. Bytes that are no type, and Regex, are `other`.
extern const std::array<ValueShape, 256> value_shapes;

/// value_size() of the types that are `other` in value_shapes.
std::size_t other_value_size(Type type, std::string_view bytes) noexcept;

/// Bytes of the value part of an element of this type whose value begins at bytes.data(); no_size
/// when it does not fit into `bytes` or the byte is no type. Checks lengths only.
inline std::size_t value_size(Type type, std::string_view bytes) noexcept {
  const ValueShape shape = value_shapes[static_cast<std::uint8_t>(type)];
  std::size_t size = shape.size;
  if (shape.kind == ValueShape::Kind::prefixed) {
    if (bytes.size() < 4) return no_size;
    const auto length = load<std::int32_t>(bytes.data());
    if (length < shape.least) return no_size;
    size += static_cast<std::size_t>(length);
  } else if (shape.kind == ValueShape::Kind::other) {
    return other_value_size(type, bytes);
  }
  return size <= bytes.size() ? size : no_size;
}

/// The first NUL in [at, end), or `end`. Eight bytes at a time; never reads outside the range.
inline const char* find_nul(const char* at, const char* end) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  constexpr std::uint64_t highs = 0x8080808080808080U;
  for (; end - at >= 8; at += 8) {
    const auto word = load<std::uint64_t>(at);
    // The lowest marked byte is the first zero byte; marks above it may be wrong.
    const std::uint64_t zeros = (word - ones) & ~word & highs;
    if (zeros != 0) return at + std::countr_zero(zeros) / 8;
  }
  while (at != end && *at != 0) ++at;
  return at;
}

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
    void read() noexcept {
      const char* const end = rest_.data() + rest_.size();
      const char* const name = rest_.data() + 1;
      if (rest_.size() < 2 || rest_.front() == 0) {
        done_ = true;
        return;
      }
      const char* const nul = find_nul(name, end);
      const char* const value = nul == end ? end : nul + 1;
      const std::string_view tail(value, static_cast<std::size_t>(end - value));
      const auto type = static_cast<Type>(rest_.front());
      const std::size_t size = value_size(type, tail);
      done_ = nul == end || size == no_size;
      if (done_) return;
      element_.name = std::string_view(name, static_cast<std::size_t>(nul - name));
      element_.value = {type, tail.substr(0, size)};
      rest_ = tail.substr(size);
    }
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
