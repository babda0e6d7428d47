#include "datasets/extended_json/base64.hpp"

#include <array>
#include <cstdint>

namespace shardsweep::extended_json {

namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t no_digit = 0x80;

constexpr std::array<std::uint8_t, 256> make_digits() {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(no_digit);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    digits[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return digits;
}

constexpr std::array<std::uint8_t, 256> digits = make_digits();

std::uint32_t digit(char c) {
  return digits[static_cast<unsigned char>(c)];
}

}  // namespace

char* read_base64(std::string_view text, char* out) {
  if (text.size() % 4 != 0) return nullptr;
  std::size_t padding = 0;
  while (padding < 2 && text.ends_with('=')) {
    text.remove_suffix(1);
    ++padding;
  }
  std::uint32_t bad = 0;
  std::size_t at = 0;
  for (; at + 4 <= text.size(); at += 4) {
    const std::uint32_t a = digit(text[at]);
    const std::uint32_t b = digit(text[at + 1]);
    const std::uint32_t c = digit(text[at + 2]);
    const std::uint32_t d = digit(text[at + 3]);
    bad |= a | b | c | d;
    *out++ = static_cast<char>(a << 2 | b >> 4);
    *out++ = static_cast<char>(b << 4 | c >> 2);
    *out++ = static_cast<char>(c << 6 | d);
  }
  if (padding > 0) {
    const std::uint32_t a = digit(text[at]);
    const std::uint32_t b = digit(text[at + 1]);
    const std::uint32_t c = padding == 1 ? digit(text[at + 2]) : 0;
    bad |= a | b | c;
    *out++ = static_cast<char>(a << 2 | b >> 4);
    if (padding == 1) *out++ = static_cast<char>(b << 4 | c >> 2);
  }
  return (bad & no_digit) == 0 ? out : nullptr;
}

void append_base64(std::string_view bytes, std::string& out) {
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t left = bytes.size() - at;
    const auto byte = [&](std::size_t i) -> std::uint32_t {
      return i < left ? static_cast<unsigned char>(bytes[at + i]) : 0U;
    };
    const std::uint32_t group = byte(0) << 16 | byte(1) << 8 | byte(2);
    out += alphabet[group >> 18];
    out += alphabet[group >> 12 & 63U];
    out += left > 1 ? alphabet[group >> 6 & 63U] : '=';
    out += left > 2 ? alphabet[group & 63U] : '=';
  }
}

}  // namespace shardsweep::extended_json
