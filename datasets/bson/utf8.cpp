#include "datasets/bson/utf8.hpp"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "datasets/bson/view.hpp"

namespace shardsweep::bson {

namespace {

constexpr std::uint64_t high_bits = 0x8080808080808080U;

unsigned byte_at(std::string_view text, std::size_t i) noexcept {
  return static_cast<unsigned char>(text[i]);
}

bool continues(std::string_view text, std::size_t i) noexcept {
  return i < text.size() && (byte_at(text, i) & 0xc0U) == 0x80U;
}

}  // namespace

bool is_ascii(std::string_view text) noexcept {
  const char* at = text.data();
  const char* const end = at + text.size();
  std::uint64_t seen = 0;
  for (; end - at >= 32; at += 32) {
    seen |= load<std::uint64_t>(at) | load<std::uint64_t>(at + 8) | load<std::uint64_t>(at + 16) |
            load<std::uint64_t>(at + 24);
  }
  for (; end - at >= 8; at += 8) seen |= load<std::uint64_t>(at);
  for (; at != end; ++at) seen |= static_cast<unsigned char>(*at);
  return (seen & high_bits) == 0;
}

bool is_utf8(std::string_view text) noexcept {
  return is_ascii(text) || simdjson::validate_utf8(text.data(), text.size());
}

// The ranges are those of Table 3-7 of the Unicode Standard.
std::size_t utf8_sequence(std::string_view text) noexcept {
  if (text.empty()) return 0;
  const unsigned lead = byte_at(text, 0);
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4 || !continues(text, 1)) return 0;
  if (lead < 0xe0) return 2;
  const unsigned second = byte_at(text, 1);
  if (!continues(text, 2)) return 0;
  if (lead < 0xf0) {
    const bool overlong = lead == 0xe0 && second < 0xa0;
    const bool surrogate = lead == 0xed && second >= 0xa0;
    return overlong || surrogate ? 0 : 3;
  }
  const bool overlong = lead == 0xf0 && second < 0x90;
  const bool too_high = lead == 0xf4 && second >= 0x90;
  return overlong || too_high || !continues(text, 3) ? 0 : 4;
}

char32_t utf8_character(std::string_view sequence) noexcept {
  if (sequence.size() == 1) return byte_at(sequence, 0);
  char32_t character = byte_at(sequence, 0) & (0x7fU >> sequence.size());
  for (std::size_t i = 1; i < sequence.size(); ++i)
    character = character << 6 | (byte_at(sequence, i) & 0x3fU);
  return character;
}

bool is_unsafe(char32_t character) noexcept {
  struct Range {
    char32_t first, last;
  };
  constexpr std::array<Range, 13> ranges = {{{0, 0x1f},
                                             {0x7f, 0x9f},
                                             {0xad, 0xad},
                                             {0x61c, 0x61c},
                                             {0x180e, 0x180e},
                                             {0x200b, 0x200f},
                                             {0x2028, 0x202e},
                                             {0x2060, 0x206f},
                                             {0xfe00, 0xfe0f},
                                             {0xfeff, 0xfeff},
                                             {0xfff9, 0xfffb},
                                             {0xe0000, 0xe0fff},
                                             {0xf0000, 0x10ffff}}};
  return std::any_of(ranges.begin(), ranges.end(), [character](Range range) {
    return range.first <= character && character <= range.last;
  });
}

std::size_t utf8_prefix(std::string_view text) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t size = utf8_sequence(text.substr(at));
    if (size == 0) return at;
    at += size;
  }
  return at;
}

}  // namespace shardsweep::bson
