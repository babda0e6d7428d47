#include "datasets/readers/csv/binary_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace shardsweep::datasets {
namespace {

/// `bits` a character; groups of `group` characters, padded with '='.
std::optional<std::string> decode(std::string_view text, std::string_view alphabet, unsigned bits,
                                  std::size_t group) {
  if (text.size() % group != 0) return std::nullopt;
  const std::size_t end = std::min(text.find('='), text.size());
  const std::size_t padding = text.size() - end;
  if (text.find_first_not_of('=', end) != text.npos || padding >= group) return std::nullopt;
  std::string out;
  std::uint32_t held = 0;
  unsigned held_bits = 0;
  for (const char c : text.substr(0, end)) {
    const std::size_t value = alphabet.find(c);
    if (value == alphabet.npos) return std::nullopt;
    held = held << bits | static_cast<std::uint32_t>(value);
    held_bits += bits;
    if (held_bits >= 8) {
      held_bits -= 8;
      out.push_back(static_cast<char>(held >> held_bits));
    }
  }
  // Whole bytes leave fewer bits than a character has.
  return held_bits < bits ? std::optional(out) : std::nullopt;
}

}  // namespace

std::optional<std::string> decode_base64(std::string_view text) {
  return decode(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 6, 4);
}

std::optional<std::string> decode_base32(std::string_view text) {
  return decode(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 5, 8);
}

std::optional<std::string> decode_hex(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c + ('a' - 'A'));
  return decode(lower, "0123456789abcdef", 4, 2);
}

}  // namespace shardsweep::datasets
