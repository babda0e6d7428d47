#include "host/text/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace shardsweep::host {

namespace {

struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// One character by RFC 3629: no overlong forms, no surrogates, at most U+10FFFF.
Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
  char32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues(text[i])) return {};
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least[length] || code > 0x10FFFF || surrogate) return {};
  return {code, length, true};
}

struct Range {
  char32_t first, last;
};

template <std::size_t N>
bool within(char32_t code, const std::array<Range, N>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [code](Range range) { return range.first <= code && code <= range.last; });
}

/// Controls, separators, direction marks, and characters without a shape.
bool is_unsafe(char32_t code) {
  constexpr std::array<Range, 13> ranges = {{{0, 0x1F},
                                             {0x7F, 0x9F},
                                             {0xAD, 0xAD},
                                             {0x61C, 0x61C},
                                             {0x180E, 0x180E},
                                             {0x200B, 0x200F},
                                             {0x2028, 0x202E},
                                             {0x2060, 0x206F},
                                             {0xFE00, 0xFE0F},
                                             {0xFEFF, 0xFEFF},
                                             {0xFFF9, 0xFFFB},
                                             {0xE0000, 0xE0FFF},
                                             {0xF0000, 0x10FFFF}}};
  return within(code, ranges);
}

std::size_t columns_of(char32_t code) {
  constexpr std::array<Range, 4> combining = {
      {{0x300, 0x36F}, {0x1AB0, 0x1AFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F}}};
  constexpr std::array<Range, 9> wide = {{{0x1100, 0x115F},
                                          {0x2E80, 0xA4CF},
                                          {0xAC00, 0xD7A3},
                                          {0xF900, 0xFAFF},
                                          {0xFE30, 0xFE6F},
                                          {0xFF00, 0xFF60},
                                          {0xFFE0, 0xFFE6},
                                          {0x1F300, 0x1FAFF},
                                          {0x20000, 0x3FFFD}}};
  if (within(code, combining)) return 0;
  return within(code, wide) ? 2 : 1;
}

/// The safe form of the first character of `text`, which loses that character.
std::string take_safe(std::string_view& text) {
  const Character character = first_character(text);
  std::string safe(text.substr(0, character.bytes));
  if (!character.valid) {
    safe = fmt::format("\\x{{{:02x}}}", static_cast<unsigned char>(text[0]));
  } else if (is_unsafe(character.code)) {
    safe = fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(character.code));
  }
  text.remove_prefix(character.bytes);
  return safe;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) out += take_safe(text);
  return out;
}

std::string printable(std::string_view text, std::size_t columns) {
  std::string out;
  std::size_t used = 0;
  std::size_t cut = 0;  // bytes of `out` that leave one column for the mark
  while (!text.empty()) {
    const std::string safe = take_safe(text);
    used += display_width(safe);
    if (used > columns) return out.substr(0, cut) + "…";
    out += safe;
    if (used < columns) cut = out.size();
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Character character = first_character(text);
    columns += character.valid ? columns_of(character.code) : 1;
    text.remove_prefix(character.bytes);
  }
  return columns;
}

}  // namespace shardsweep::host
