#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "host/error.hpp"
#include "host/key_pattern.hpp"

namespace shardsweep::host {

namespace {

/// Recursive descent over the shell's way to write a key; keeps the position for messages.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  KeyPattern parse() {
    KeyPattern key;
    expect('{');
    while (!accept('}')) {
      key.fields.push_back(field());
      if (!names_.insert(key.fields.back().path).second)
        fail(fmt::format("field {} is named twice", key.fields.back().path));
      if (accept('}')) break;
      expect(',');
    }
    skip_space();
    if (at_ != text_.size()) fail("nothing may follow the closing '}'");
    return key;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw UsageError(
        fmt::format("key {}: at position {}: {}; write a key like {{user_id: 1, ts: 1}} or "
                    "{{_id: \"hashed\"}}",
                    shown(), at_ + 1, what));
  }

  std::string shown() const {
    std::string text(text_.substr(0, 200));
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
    return text.empty() ? "''" : text;
  }

  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != text_.npos) ++at_;
  }

  bool accept(char wanted) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  void expect(char wanted) {
    if (!accept(wanted)) fail(fmt::format("expected '{}'", wanted));
  }

  bool next_is_quote() const {
    return at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'');
  }

  datasets::IndexField field() {
    datasets::IndexField made;
    skip_space();
    made.path = next_is_quote() ? quoted() : bare_word("a field name");
    expect(':');
    skip_space();
    value(made);
    return made;
  }

  void value(datasets::IndexField& made) {
    if (next_is_quote()) {
      made.special = quoted();
      made.direction = 0;
    } else if (at_ < text_.size() && text_[at_] == '{') {
      made.direction = extended_number();
    } else {
      bare_value(made);
    }
  }

  /// 1, -1.0, NumberLong(1), or a word: quotes around "hashed" are optional, shells eat them.
  void bare_value(datasets::IndexField& made) {
    const std::size_t start = at_;
    const std::string word = bare_word("1 or \"hashed\"");
    if (accept('(')) {
      made.direction = call_argument(word, start);
      return;
    }
    if (const std::optional<double> number = read_number(word)) {
      made.direction = *number;
      return;
    }
    made.special = word;
    made.direction = 0;
  }

  double call_argument(const std::string& name, std::size_t start) {
    static constexpr std::string_view names[] = {"NumberLong", "NumberInt", "NumberDecimal", "Long",
                                                 "Int32",      "Double",    "Decimal128"};
    if (std::find(std::begin(names), std::end(names), name) == std::end(names)) {
      at_ = start;
      fail(fmt::format("{}(...) is not a number", name));
    }
    skip_space();
    const double number = number_or_fail(next_is_quote() ? quoted() : bare_word("a number"));
    expect(')');
    return number;
  }

  /// {"$numberLong": "1"} and its like.
  double extended_number() {
    expect('{');
    skip_space();
    const std::size_t start = at_;
    const std::string name = next_is_quote() ? quoted() : bare_word("$numberLong");
    if (name != "$numberLong" && name != "$numberInt" && name != "$numberDouble" &&
        name != "$numberDecimal") {
      at_ = start;
      fail("a field's value is 1 or \"hashed\", not an object");
    }
    expect(':');
    skip_space();
    const double number = number_or_fail(next_is_quote() ? quoted() : bare_word("a number"));
    expect('}');
    return number;
  }

  double number_or_fail(const std::string& text) {
    const std::optional<double> number = read_number(text);
    if (!number) fail("expected a number");
    return *number;
  }

  static std::optional<double> read_number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    const bool starts_like_one =
        !text.empty() && std::string_view("0123456789.-NI").find(text[0]) != std::string_view::npos;
    if (!starts_like_one || error != std::errc() || stop != end) return std::nullopt;
    return number;
  }

  std::string bare_word(std::string_view wanted) {
    const std::size_t start = at_;
    const std::string_view stops = " \t\r\n:,{}()[]\"'";
    while (at_ < text_.size() && stops.find(text_[at_]) == stops.npos) ++at_;
    if (at_ == start) fail(fmt::format("expected {}", wanted));
    const std::string_view word = text_.substr(start, at_ - start);
    if (word.find('\0') != word.npos) fail("a name must not contain NUL");
    return std::string(word);
  }

  std::string quoted() {
    const char quote = text_[at_++];
    std::string made;
    while (at_ < text_.size() && text_[at_] != quote) {
      const char c = text_[at_++];
      if (c == '\0') fail("a name must not contain NUL");
      if (c == '\\') {
        escape(made);
      } else {
        made += c;
      }
    }
    if (at_ >= text_.size()) fail(fmt::format("expected the closing {}", quote));
    ++at_;
    return made;
  }

  void escape(std::string& out) {
    if (at_ >= text_.size()) fail("expected a character after '\\'");
    const char c = text_[at_++];
    static constexpr std::string_view from = "nrtbf";
    static constexpr std::string_view to = "\n\r\t\b\f";
    if (c == 'u') {
      unicode(out);
    } else if (const std::size_t i = from.find(c); i != from.npos) {
      out += to[i];
    } else {
      out += c;
    }
  }

  /// \uXXXX of one code unit that is neither NUL nor half of a pair.
  void unicode(std::string& out) {
    unsigned code = 0;
    const std::string_view digits = text_.substr(at_, 4);
    const auto [stop, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (error != std::errc() || digits.size() != 4 || stop != digits.data() + 4 || code == 0 ||
        (code >= 0xd800 && code <= 0xdfff))
      fail("expected four hexadecimal digits of a character after '\\u'");
    at_ += 4;
    const auto put = [&](unsigned byte) { out += static_cast<char>(byte); };
    if (code < 0x80) return put(code);
    if (code < 0x800) {
      put(0xc0 | code >> 6);
    } else {
      put(0xe0 | code >> 12);
      put(0x80 | (code >> 6 & 0x3f));
    }
    put(0x80 | (code & 0x3f));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::set<std::string> names_;  ///< of the fields so far
};

}  // namespace

KeyPattern parse_key_pattern(std::string_view text) {
  return Parser(text).parse();
}

}  // namespace shardsweep::host
