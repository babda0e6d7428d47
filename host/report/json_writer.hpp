#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace shardsweep::host {

/// Appends JSON to a string and places the commas. The caller opens and closes in order; numbers
/// must be finite. Text is escaped by extended_json::write_string.
class JsonWriter {
 public:
  void open_object() { open('{'); }
  void close_object() { close('}'); }
  void open_array() { open('['); }
  void close_array() { close(']'); }
  void key(std::string_view name);

  void text(std::string_view value);
  void number(std::uint64_t value);
  void number(double value);
  void boolean(bool value) { raw(value ? "true" : "false"); }
  void null() { raw("null"); }
  /// A value that is JSON already.
  void raw(std::string_view json);
  /// A line break in front of the next value, for reports that are compared line by line.
  void break_line() { break_ = true; }

  void member(std::string_view name, std::string_view value) { key(name), text(value); }
  void member(std::string_view name, const char* value) { member(name, std::string_view(value)); }
  void member(std::string_view name, bool value) { key(name), boolean(value); }
  void member(std::string_view name, double value) { key(name), number(value); }
  void member(std::string_view name, std::unsigned_integral auto value) {
    key(name), number(std::uint64_t{value});
  }
  template <class T>
  void member(std::string_view name, const std::optional<T>& value) {
    if (value) {
      member(name, *value);
    } else {
      member(name, nullptr);
    }
  }
  void member(std::string_view name, std::nullptr_t) { key(name), null(); }

  std::string take() { return std::move(out_); }

 private:
  void open(char bracket);
  void close(char bracket);
  void separate();
  std::string out_;
  bool comma_ = false;
  bool break_ = false;
};

}  // namespace shardsweep::host
