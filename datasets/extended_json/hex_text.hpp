#pragma once

#include <string_view>

namespace shardsweep::extended_json {

/// Writes text.size() / 2 bytes to `out`. False when a character is no hexadecimal digit; the size
/// must be even.
inline bool read_hex(std::string_view text, char* out) {
  const auto digit = [](char c) -> unsigned {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? static_cast<unsigned>(lower - 'a' + 10) : 16;
  };
  unsigned bad = 0;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const unsigned high = digit(text[i]);
    const unsigned low = digit(text[i + 1]);
    bad |= (high | low) & 16U;
    *out++ = static_cast<char>(high << 4 | (low & 15U));
  }
  return bad == 0;
}

}  // namespace shardsweep::extended_json
