#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/bson/view.hpp"

namespace shardsweep::bson {

/// Appends documents to a byte string it does not own. Open levels are closed in order; lengths are
/// patched on close. Names must not contain NUL.
class Builder {
 public:
  explicit Builder(std::string& out) : out_(out) {}

  void open_document();                         ///< a top-level document
  void open(std::string_view name, Type type);  ///< Document or Array
  void close();                                 ///< closes the innermost level
  void append(std::string_view name, const ValueView& value);
  void append_double(std::string_view name, double value);
  void append_int32(std::string_view name, std::int32_t value);
  void append_int64(std::string_view name, std::int64_t value);
  void append_bool(std::string_view name, bool value);
  void append_date(std::string_view name, std::int64_t milliseconds);
  void append_string(std::string_view name, std::string_view text);
  void append_null(std::string_view name);
  void append_binary(std::string_view name, std::uint8_t subtype, std::string_view data);
  void append_object_id(std::string_view name, std::string_view twelve_bytes);

 private:
  void head(std::string_view name, Type type);
  std::string& out_;
  std::vector<std::size_t> open_levels_;
};

/// A value that owns its bytes.
struct Value {
  Type type = Type::Null;
  std::string bytes;
  operator ValueView() const noexcept { return {type, bytes}; }
  static Value copy(const ValueView& view) { return {view.type, std::string(view.bytes)}; }
};

}  // namespace shardsweep::bson
