#include "datasets/bson/printable.hpp"

#include <cstdint>

#include "datasets/bson/utf8.hpp"

namespace shardsweep::bson {

namespace {

constexpr char hex_digits[] = "0123456789abcdef";

void append_hex(std::string& out, std::uint32_t value, int digits) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    out.push_back(hex_digits[value >> shift & 15U]);
  }
}

void append_escaped(std::string& out, std::uint32_t code) {
  switch (code) {
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    case '\\':
      out += "\\\\";
      break;
    default:
      out += code < 0x100 ? "\\x" : code < 0x10000 ? "\\u" : "\\U";
      append_hex(out, code, code < 0x100 ? 2 : code < 0x10000 ? 4 : 8);
  }
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t size = utf8_sequence(text.substr(at));
    if (at + size > limit || at >= limit) return out + "...";
    if (size == 0) {
      append_escaped(out, static_cast<unsigned char>(text[at]));
      ++at;
      continue;
    }
    const std::string_view sequence = text.substr(at, size);
    const char32_t code = utf8_character(sequence);
    if (is_unsafe(code) || code == '\\') {
      append_escaped(out, code);
    } else {
      out += sequence;
    }
    at += size;
  }
  return out;
}

std::string quoted(std::string_view text) {
  return "'" + printable(text) + "'";
}

std::string shortened_path(const std::string& path) {
  constexpr std::size_t keep = 56;
  if (path.size() <= 2 * keep + 8) return path;
  // The cuts must not split a UTF-8 sequence.
  std::size_t head = keep;
  while (head > 0 && (static_cast<unsigned char>(path[head]) & 0xc0U) == 0x80U) --head;
  std::size_t tail = path.size() - keep;
  while (tail < path.size() && (static_cast<unsigned char>(path[tail]) & 0xc0U) == 0x80U) ++tail;
  return path.substr(0, head) + "..." + path.substr(tail);
}

}  // namespace shardsweep::bson
