#include "datasets/readers/csv/binary_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "datasets/extended_json/base64.hpp"
#include "datasets/extended_json/hex_text.hpp"

namespace shardsweep::datasets {

std::optional<std::string> decode_base64(std::string_view text) {
  std::string out(text.size() / 4 * 3, '\0');
  const char* const end = extended_json::read_base64(text, out.data());
  if (end == nullptr) return std::nullopt;
  out.resize(static_cast<std::size_t>(end - out.data()));
  return out;
}

std::optional<std::string> decode_base32(std::string_view text) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  constexpr std::size_t group = 8;
  constexpr unsigned bits = 5;
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

std::optional<std::string> decode_hex(std::string_view text) {
  std::string out(text.size() / 2, '\0');
  if (text.size() % 2 != 0 || !extended_json::read_hex(text, out.data())) return std::nullopt;
  return out;
}

}  // namespace shardsweep::datasets
