#include "datasets/input/format.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>

#include "datasets/bson/validate.hpp"
#include "datasets/bson/view.hpp"
#include "datasets/error.hpp"
#include "datasets/input/decoder.hpp"
#include "datasets/input/message_text.hpp"

namespace shardsweep::datasets {
namespace {

constexpr std::size_t head_bytes = std::size_t{64} << 10U;
constexpr std::string_view white_space = " \t\r\n";
constexpr std::string_view archive_magic = "\x6d\xe2\x99\x81";
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

constexpr std::array<std::pair<std::string_view, Format>, 8> words = {{{"bson", Format::bson},
                                                                       {"json", Format::json},
                                                                       {"jsonl", Format::json},
                                                                       {"ndjson", Format::json},
                                                                       {"csv", Format::csv},
                                                                       {"tsv", Format::tsv},
                                                                       {"archive", Format::archive},
                                                                       {"tab", Format::tsv}}};

bool known_type(unsigned char type) {
  return (type >= 0x01 && type <= 0x13) || type == 0x7f || type == 0xff;
}

/// A document length within the limits, then an element type or the end of an empty document. Byte
/// 3 of such a length is 0 or 1, which no text has.
bool begins_like_bson(std::string_view head) {
  if (head.size() < 5) return false;
  const auto length = bson::load<std::int32_t>(head.data());
  if (length < 5 || static_cast<std::size_t>(length) > bson::max_document_bytes) return false;
  const auto type = static_cast<unsigned char>(head[4]);
  return length == 5 ? type == 0 : known_type(type);
}

bool has_utf16_mark(std::string_view head) {
  return head.substr(0, 2) == "\xff\xfe" || head.substr(0, 2) == "\xfe\xff";
}

/// Three ASCII characters as UTF-16 writes them, after a byte order mark or not. Looked for before
/// BSON: such text can begin with a plausible document length, but no document begins so (its first
/// field would have an empty name behind a length of over 589,000).
bool begins_like_utf16(std::string_view head) {
  if (has_utf16_mark(head)) head.remove_prefix(2);
  if (head.size() < 6) return false;
  const auto text = [](char c) {
    return (c >= ' ' && c < 0x7f) || white_space.find(c) != white_space.npos;
  };
  const auto pairs = [&](std::size_t character) {
    return text(head[character]) && text(head[character + 2]) && text(head[character + 4]) &&
           head[1 - character] == 0 && head[3 - character] == 0 && head[5 - character] == 0;
  };
  return pairs(0) || pairs(1);
}

[[noreturn]] void refuse_utf16(const std::string& name) {
  throw DataError(name +
                  ": this is UTF-16 text; convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8)");
}

std::string hex(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto value = static_cast<unsigned char>(c);
    if (!out.empty()) out += ' ';
    out += "0123456789abcdef"[value >> 4U];
    out += "0123456789abcdef"[value & 15U];
  }
  return out;
}

void refuse_packed_twice(std::string_view head, const std::string& name) {
  const char* kind = is_gzip(head) ? "gzip" : is_zstd(head) ? "zstd" : nullptr;
  if (kind == nullptr) return;
  throw DataError(name + ": the unpacked data is " + kind +
                  " again, not documents: one level is unpacked here, unpack the other first");
}

[[noreturn]] void unknown(std::string_view head, const std::string& name) {
  std::string message =
      name + ": cannot tell the format from the first bytes (" + hex(head.substr(0, 8)) + ")";
  if (head.size() >= 4) {
    message += ": as BSON the document at byte 0 has document length " +
               std::to_string(bson::load<std::int32_t>(head.data()));
  }
  throw DataError(message +
                  ", as JSON there is no { or [; say --format bson, json, csv, tsv or archive");
}

}  // namespace

std::optional<Format> format_named(const std::string& word) {
  if (word.empty() || word == "auto") return std::nullopt;
  for (const auto& [name, format] : words)
    if (name == word) return format;
  throw std::invalid_argument("unknown format " + quoted(word) +
                              ": auto, bson, json, csv, tsv or archive");
}

std::optional<Format> format_of_name(std::string_view path) {
  for (const std::string_view packed : {".gz", ".zst", ".zstd"})
    if (path.ends_with(packed)) {
      path.remove_suffix(packed.size());
      break;
    }
  for (const auto& [name, format] : words)
    if (path.size() > name.size() && path.ends_with(name) &&
        path[path.size() - name.size() - 1] == '.')
      return format;
  return std::nullopt;
}

std::optional<Format> format_of_content(std::string_view head) {
  if (head.substr(0, 4) == archive_magic) return Format::archive;
  if (begins_like_bson(head)) return Format::bson;
  if (head.substr(0, 3) == byte_order_mark) head.remove_prefix(3);
  const std::size_t text = head.find_first_not_of(white_space);
  if (text == head.npos) return std::nullopt;
  if (head[text] == '{' || head[text] == '[') return Format::json;
  return std::nullopt;
}

std::string read_head(StoredInput& input) {
  StoredReader stored(input, head_bytes, {});
  std::string head(head_bytes, '\0');
  std::size_t size = 0;
  try {
    const auto decoder = make_decoder(stored);
    while (size < head_bytes) {
      const std::size_t got = decoder->read(head.data() + size, head_bytes - size);
      if (got == 0) break;
      size += got;
    }
  } catch (const DamagedInput&) {
    // What came before may tell the format; the reading meets the damage again.
  }
  head.resize(size);
  return head;
}

Format recognise(StoredInput& input, std::string_view path, std::optional<Format> asked) {
  const std::string head = read_head(input);
  // Nothing to go by; the reading will say why, if damage is the reason.
  if (head.empty()) return asked.value_or(format_of_name(path).value_or(Format::bson));
  if (begins_like_utf16(head)) refuse_utf16(input.name());
  const bool text = asked && *asked != Format::bson && *asked != Format::archive;
  if (text && has_utf16_mark(head)) refuse_utf16(input.name());
  if (asked) return *asked;
  // Before BSON: a gzip header can pass for a document length and, by its time, an element type.
  refuse_packed_twice(head, input.name());
  if (const auto format = format_of_content(head)) return *format;
  if (has_utf16_mark(head)) refuse_utf16(input.name());
  if (const auto format = format_of_name(path)) return *format;
  const bool blank = head.find_first_not_of(white_space) == std::string::npos;
  if (blank) return Format::json;
  unknown(head, input.name());
}

}  // namespace shardsweep::datasets
