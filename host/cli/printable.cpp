#include "host/cli/printable.hpp"

#include <cstdint>
#include <cstdio>

namespace shardsweep::host {
namespace {

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t bytes = 0;  ///< 0: not UTF-8
};

/// Decodes the code point at the start of `text`; overlong forms and surrogates are not UTF-8.
CodePoint decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < size) return {};
  std::uint32_t value = lead & (0xffu >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3fu);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < least[size] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return {};
  return {value, size};
}

/// C1 controls, bidirectional marks (Unicode UAX #9), line and paragraph separators, BOM.
bool is_hidden(std::uint32_t c) {
  return (c >= 0x80 && c < 0xa0) || c == 0x61c || (c >= 0x200b && c <= 0x200f) ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

std::string escape(const char* format, std::uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = decode(text);
    const std::size_t taken = point.bytes == 0 ? 1 : point.bytes;
    if (point.bytes == 0) {
      out += escape("\\x%02x", static_cast<unsigned char>(text[0]));
    } else if (point.value == '\n') {
      out += "\\n";
    } else if (point.value < 0x20 || point.value == 0x7f) {
      out += escape("\\x%02x", point.value);
    } else if (is_hidden(point.value)) {
      out += escape("\\u{%x}", point.value);
    } else {
      out += text.substr(0, taken);
    }
    text.remove_prefix(taken);
  }
  return out;
}

}  // namespace shardsweep::host
