#include "host/text/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "datasets/bson/utf8.hpp"

namespace shardsweep::host {

namespace {

struct Range {
  char32_t first, last;
};

template <std::size_t N>
bool within(char32_t code, const std::array<Range, N>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [code](Range range) { return range.first <= code && code <= range.last; });
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
  const std::string_view sequence = text.substr(0, bson::utf8_sequence(text));
  const auto byte = static_cast<unsigned char>(text[0]);
  text.remove_prefix(std::max<std::size_t>(1, sequence.size()));
  if (sequence.empty()) return fmt::format("\\x{{{:02x}}}", byte);
  const char32_t character = bson::utf8_character(sequence);
  if (bson::is_unsafe(character))
    return fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(character));
  return std::string(sequence);
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
    const std::string_view sequence = text.substr(0, bson::utf8_sequence(text));
    columns += sequence.empty() ? 1 : columns_of(bson::utf8_character(sequence));
    text.remove_prefix(std::max<std::size_t>(1, sequence.size()));
  }
  return columns;
}

}  // namespace shardsweep::host
