#include <charconv>
#include <cmath>

#include "datasets/bson/utf8.hpp"
#include "datasets/extended_json/write.hpp"

namespace shardsweep::extended_json {

namespace {

constexpr char hex_digits[] = "0123456789abcdef";

/// The escape of a character that must or should not stand bare in a JSON string.
void append_escape(std::uint32_t code, std::string& out) {
  switch (code) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    default:
      out += "\\u";
      for (int shift = 12; shift >= 0; shift -= 4) out += hex_digits[code >> shift & 15U];
  }
}

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\' && byte != 0x7f;
}

}  // namespace

void write_string(std::string_view text, std::string& out) {
  out += '"';
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = at;
    while (at < text.size() && is_plain(text[at])) ++at;
    out.append(text, begin, at - begin);
    if (at == text.size()) break;
    const std::string_view sequence = text.substr(at, bson::utf8_sequence(text.substr(at)));
    if (sequence.empty()) {
      out += "\\ufffd";
      ++at;
      continue;
    }
    const char32_t character = bson::utf8_character(sequence);
    if (character < 0x80 || character == 0x2028 || character == 0x2029) {
      append_escape(character, out);
    } else {
      out += sequence;
    }
    at += sequence.size();
  }
  out += '"';
}

std::string shortest_double(double value) {
  // Where to turn to exponents is a matter of taste; these are the limits of Python's repr().
  const double magnitude = std::fabs(value);
  const bool fixed = magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e16);
  char digits[40];
  const auto format = fixed ? std::chars_format::fixed : std::chars_format::scientific;
  const auto end = std::to_chars(digits, digits + sizeof digits, value, format).ptr;
  const std::string text(digits, end);
  return text == "-0" ? "-0.0" : text;
}

}  // namespace shardsweep::extended_json
