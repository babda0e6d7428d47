#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "datasets/bson/builder.hpp"

namespace shardsweep::bson::testing {

/// "05 00 00 00 00" as bytes; spaces are free.
inline std::string from_hex(std::string_view text) {
  std::string out;
  int high = -1;
  for (const char c : text) {
    if (c == ' ') continue;
    const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    if (high < 0) {
      high = digit;
    } else {
      out.push_back(static_cast<char>(high << 4 | digit));
      high = -1;
    }
  }
  return out;
}

inline std::string to_hex(std::string_view bytes) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    out += digits[static_cast<unsigned char>(c) >> 4];
    out += digits[static_cast<unsigned char>(c) & 15];
  }
  return out;
}

template <class T>
std::string number_bytes(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// A document around these element bytes.
inline std::string document_of(std::string_view elements) {
  std::string out = number_bytes(static_cast<std::int32_t>(elements.size() + 5));
  out += elements;
  out.push_back('\0');
  return out;
}

/// An element named `name`.
inline std::string element_of(Type type, std::string_view name, std::string_view value) {
  std::string out(1, static_cast<char>(type));
  out += name;
  out.push_back('\0');
  out += value;
  return out;
}

inline std::string string_of(std::string_view text) {
  std::string out = number_bytes(static_cast<std::int32_t>(text.size() + 1));
  out += text;
  out.push_back('\0');
  return out;
}

/// `levels` documents (or arrays, or scopes) in each other, the outermost included.
std::string nested(Type type, int levels);

/// Random values of every type, all valid and in the form the JSON text keeps: NaNs without
/// payload, regex options sorted, decimals canonical, array items numbered, no key that looks like
/// a wrapper.
class RandomDocuments {
 public:
  explicit RandomDocuments(std::uint64_t seed) : random_(seed) {}
  std::string document(int depth = 0);

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  std::string text(std::size_t longest, bool with_nul);
  std::string bytes(std::size_t size);
  std::string decimal();
  std::string real();
  std::string binary();
  std::string regex();
  std::string value(Type type, int depth);
  std::string members(bool array, int depth);

  std::mt19937_64 random_;
};

}  // namespace shardsweep::bson::testing
