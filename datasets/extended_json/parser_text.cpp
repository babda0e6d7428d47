#include <bit>

#include "datasets/bson/printable.hpp"
#include "datasets/bson/view.hpp"
#include "datasets/error.hpp"
#include "datasets/extended_json/parser.hpp"

namespace shardsweep::extended_json {

namespace {

constexpr std::uint64_t ones = 0x0101010101010101U;
constexpr std::uint64_t highs = 0x8080808080808080U;

constexpr std::uint64_t mark_zeros(std::uint64_t word) {
  return (word - ones) & ~word;
}

/// Marks the bytes of a word that end plain string text: '"', '\', controls. Only the lowest mark
/// is exact.
constexpr std::uint64_t mark_special(std::uint64_t word) {
  const std::uint64_t quotes = mark_zeros(word ^ (ones * '"'));
  const std::uint64_t backslashes = mark_zeros(word ^ (ones * '\\'));
  const std::uint64_t controls = (word - ones * 0x20) & ~word;
  return (quotes | backslashes | controls) & highs;
}

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

char* put_utf8(char* out, std::uint32_t code) {
  const auto put = [&out](std::uint32_t byte) { *out++ = static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0U | code >> 6);
    put(0x80U | (code & 0x3fU));
  } else if (code < 0x10000) {
    put(0xe0U | code >> 12);
    put(0x80U | (code >> 6 & 0x3fU));
    put(0x80U | (code & 0x3fU));
  } else {
    put(0xf0U | code >> 18);
    put(0x80U | (code >> 12 & 0x3fU));
    put(0x80U | (code >> 6 & 0x3fU));
    put(0x80U | (code & 0x3fU));
  }
  return out;
}

}  // namespace

void Parser::skip_space() {
  while (at_ != end_ && is_space(*at_)) ++at_;
}

bool Parser::take(char wanted) {
  if (at_ == end_ || *at_ != wanted) return false;
  ++at_;
  return true;
}

void Parser::expect(char wanted, std::string_view where) {
  skip_space();
  if (!take(wanted)) fail("'" + std::string(1, wanted) + "' is expected " + std::string(where));
}

/// Writes the string whose quote is at at_, unescaped, and goes behind it. Whole words are stored
/// before they are looked at: the buffer has room for them.
void Parser::copy_string() {
  const char* const begin = at_++;
  while (true) {
    while (end_ - at_ >= 8) {
      const auto word = bson::load<std::uint64_t>(at_);
      std::memcpy(out_, &word, sizeof word);
      const std::uint64_t special = mark_special(word);
      const int plain = special == 0 ? 8 : std::countr_zero(special) / 8;
      at_ += plain;
      out_ += plain;
      if (plain < 8) break;
    }
    if (at_ == end_) fail_at(begin, "the string is not closed");
    const char c = *at_;
    if (c == '"') break;
    if (c == '\\') {
      escape();
    } else if (static_cast<unsigned char>(c) < 0x20) {
      fail("the control character " + bson::printable({&c, 1}) +
           " stands in a string: write it as an escape");
    } else {
      put(c);
      ++at_;
    }
  }
  ++at_;
}

void Parser::escape() {
  constexpr std::string_view names = "\"\\/bfnrt";
  constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  const char* const begin = at_++;
  const char c = peek();
  const std::size_t which = names.find(c);
  if (which != std::string_view::npos && at_ != end_) {
    ++at_;
    return put(meanings[which]);
  }
  if (!take('u')) fail_at(begin, "a backslash begins no known escape");
  std::uint32_t code = hex4();
  if (code >= 0xd800 && code < 0xe000) {
    const bool pair = code < 0xdc00 && end_ - at_ >= 6 && at_[0] == '\\' && at_[1] == 'u';
    if (pair) at_ += 2;
    const std::uint32_t low = pair ? hex4() : 0;
    if (low < 0xdc00 || low >= 0xe000) {
      fail_at(begin, "half of a surrogate pair stands alone: it is no character");
    }
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  }
  out_ = put_utf8(out_, code);
}

std::uint32_t Parser::hex4() {
  const char* const begin = at_;
  std::uint32_t code = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const char c = peek();
    if (c >= '0' && c <= '9') {
      code = code << 4 | static_cast<std::uint32_t>(c - '0');
    } else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) {
      code = code << 4 | static_cast<std::uint32_t>((c | 0x20) - 'a' + 10);
    } else {
      fail_at(begin, "\\u takes four hexadecimal digits");
    }
  }
  return code;
}

/// Goes behind the string whose quote is at at_, without a look at its content.
void Parser::skip_string() {
  const char* const begin = at_++;
  while (true) {
    while (end_ - at_ >= 8) {
      const std::uint64_t special = mark_special(bson::load<std::uint64_t>(at_));
      at_ += special == 0 ? 8 : std::countr_zero(special) / 8;
      if (special != 0) break;
    }
    if (at_ == end_) fail_at(begin, "the string is not closed");
    const char c = *at_++;
    if (c == '"') return;
    if (c == '\\' && at_ != end_) ++at_;
  }
}

/// Goes behind the value at at_, of which only strings and nesting are looked at.
void Parser::skip_value() {
  std::size_t depth = 0;
  do {
    skip_space();
    const char c = peek();
    if (c == '"') {
      skip_string();
    } else if (c == '{' || c == '[') {
      ++depth;
      ++at_;
    } else if (c == '}' || c == ']') {
      if (depth == 0) return;
      --depth;
      ++at_;
    } else if (c == ',' || c == ':') {
      if (depth == 0) return;
      ++at_;
    } else {
      while (at_ != end_ && !is_space(*at_) &&
             std::string_view(",:]}[{\"").find(*at_) == std::string_view::npos)
        ++at_;
    }
  } while (depth > 0 && at_ != end_);
}

/// The text of the string at at_, which is the value of the wrapper `owner`. Valid until the next
/// call.
std::string_view Parser::read_text(std::string_view owner) {
  if (peek() != '"') fail(std::string(owner) + " takes a string");
  const char* const begin = at_ + 1;
  skip_string();
  const std::string_view raw(begin, static_cast<std::size_t>(at_ - 1 - begin));
  bool plain = true;
  for (const char c : raw) plain &= c != '\\' && static_cast<unsigned char>(c) >= 0x20;
  if (plain) return raw;
  at_ = begin - 1;
  char* const out = out_;
  copy_string();
  unescaped_.assign(out, out_);
  out_ = out;
  return unescaped_;
}

/// Writes the string at at_ as BSON stores texts: length, text, NUL.
void Parser::put_string() {
  const std::size_t length = size();
  out_ += 4;
  copy_string();
  put('\0');
  patch_length(length, size() - length - 4);
}

void Parser::patch_length(std::size_t where, std::size_t length) {
  const auto value = static_cast<std::int32_t>(length);
  std::memcpy(&buffer_[where], &value, sizeof value);
}

void Parser::check_room() {
  const std::size_t room = 2 * static_cast<std::size_t>(end_ - at_) + spare_room;
  if (capacity_ - size() < room) grow(room);
}

/// Only arrays of short items come here: their BSON names are not in the text.
void Parser::grow(std::size_t room) {
  const std::size_t used = size();
  if (used > bson::max_document_bytes) fail_size();
  capacity_ = used + used / 2 + room;
  std::unique_ptr<char[]> bigger(new char[capacity_]);
  std::memcpy(bigger.get(), buffer_.get(), used);
  buffer_ = std::move(bigger);
  out_ = buffer_.get() + used;
}

void Parser::fail_size() {
  element_ = 0;  // no field of it is to blame
  depth_ = 0;
  fail_at(text_, "the document takes more than " + std::to_string(bson::max_document_bytes) +
                     " bytes as BSON, which is the limit");
}

std::string Parser::path() const {
  std::string path;
  const auto add = [&](std::size_t element) {
    if (element == 0) return;
    if (!path.empty()) path += '.';
    path += bson::printable(&buffer_[element + 1]);
  };
  for (int i = 0; i < depth_; ++i) add(levels_[static_cast<std::size_t>(i)].element);
  if (depth_ == 0 || levels_[static_cast<std::size_t>(depth_ - 1)].element != element_)
    add(element_);
  return bson::shortened_path(path);
}

void Parser::fail_at(const char* where, const std::string& what) const {
  const std::string field = path();
  throw datasets::DataError("at byte " + std::to_string(where - text_) + ": " +
                            (field.empty() ? "" : "field " + field + ": ") + what);
}

/// No value begins at at_: says what may stand there instead.
void Parser::fail_value() const {
  if (at_ == end_) fail("the text ends where a value is expected");
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  if (rest.starts_with("NaN") || rest.starts_with("Infinity")) {
    fail("this number is no JSON: write {\"$numberDouble\": \"NaN\"} or \"Infinity\"");
  }
  const char c = rest.front();
  if ((c >= 'A' && c <= 'Z') || rest.starts_with("new ")) {
    fail(
        "a value is expected; mongo shell text such as ObjectId(...) is no JSON: export with "
        "mongoexport");
  }
  fail("a value is expected, found '" + bson::printable(rest.substr(0, 1)) + "'");
}

}  // namespace shardsweep::extended_json
