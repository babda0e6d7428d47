#pragma once

#include <cstddef>
#include <string_view>

namespace shardsweep::bson {

/// True when every byte is below 0x80. A few GB/s, also for short texts.
bool is_ascii(std::string_view text) noexcept;

/// True for well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates, at most U+10FFFF).
bool is_utf8(std::string_view text) noexcept;

/// Bytes of the well-formed UTF-8 sequence that `text` begins with, 1 to 4; 0 when it begins with
/// none (or is empty).
std::size_t utf8_sequence(std::string_view text) noexcept;

/// The character of a sequence that utf8_sequence has measured.
char32_t utf8_character(std::string_view sequence) noexcept;

/// True for what must not reach a terminal or a page as it is: controls (C0, C1, DEL), line and
/// paragraph separators, marks that change the writing direction, other characters without a shape,
/// tags and private planes.
bool is_unsafe(char32_t character) noexcept;

/// Offset of the first byte that is not part of well-formed UTF-8; text.size() when there is none.
std::size_t utf8_prefix(std::string_view text) noexcept;

}  // namespace shardsweep::bson
