#include "datasets/extended_json/parser.hpp"

#include <charconv>

#include "datasets/bson/utf8.hpp"
#include "datasets/bson/view.hpp"

namespace shardsweep::extended_json {

using bson::Type;

Parser::Parser(std::string_view text, const ParseOptions& options)
    : text_(text.data()),
      at_(text.data()),
      end_(text.data() + text.size()),
      options_(options),
      capacity_(2 * (text.size() + spare_room)),
      buffer_(new char[capacity_]),
      out_(buffer_.get()) {}

void Parser::run() {
  const std::string_view text(text_, static_cast<std::size_t>(end_ - text_));
  put('\0');
  put('\0');
  if (!bson::is_utf8(text)) fail_at(text_ + bson::utf8_prefix(text), "the text is not valid UTF-8");
  while (value()) {
  }
  while (depth_ > 0) step();
  skip_space();
  if (at_ != end_) fail("there is more text after the value");
  if (size() - 2 > bson::max_document_bytes) fail_size();
}

void Parser::step() {
  Level& level = levels_[static_cast<std::size_t>(depth_ - 1)];
  skip_space();
  if (level.kind == LevelKind::array) {
    next_item(level);
  } else {
    next_member(level);
  }
}

void Parser::next_member(Level& level) {
  if (take('}')) return close_level();
  if (level.count > 0) {
    if (!take(',')) fail("',' or '}' is expected");
    skip_space();
  }
  if (peek() != '"') fail("a field name in double quotes is expected");
  ++level.count;
  read_key();
  if (buffer_[element_ + 1] == '$') {
    const std::string key(&buffer_[element_ + 1]);
    if (find_wrapper(key) != Wrapper::none) fail(key + " must be the only type in its object");
  }
  expect(':', "after the field name");
  while (value()) {
  }
}

void Parser::next_item(Level& level) {
  if (take(']')) return close_level();
  if (level.count > 0 && !take(',')) fail("',' or ']' is expected");
  read_index(level.count++);
  while (value()) {
  }
}

/// Parses the value of the current element. True when it has opened a document and read its first
/// key: the value of that member comes next.
bool Parser::value() {
  skip_space();
  switch (peek()) {
    case '{':
      return open_object();
    case '[':
      open_array();
      return false;
    case '"':
      set_type(Type::String);
      put_string();
      return false;
    case 't':
      literal("true", Type::Bool);
      put('\1');
      return false;
    case 'f':
      literal("false", Type::Bool);
      put('\0');
      return false;
    case 'n':
      literal("null", Type::Null);
      return false;
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
      number();
      return false;
    default:
      fail_value();
  }
}

/// The first key tells a document from a type wrapper, so it is read as the document's first member
/// and taken back when it is a wrapper's.
bool Parser::open_object() {
  const char* const brace = at_;
  const std::size_t outer = element_;
  set_type(Type::Document);
  Level& level = push_level(LevelKind::document);
  ++at_;
  skip_space();
  if (peek() == '}') {
    check_depth(brace);
    return false;
  }
  if (peek() != '"') fail("a field name in double quotes or '}' is expected");
  read_key();
  if (buffer_[element_ + 1] == '$') {
    const Wrapper kind = find_wrapper(&buffer_[element_ + 1]);
    if (kind != Wrapper::none) {
      --depth_;
      element_ = outer;
      out_ = &buffer_[level.length];
      wrapper(kind);
      return false;
    }
  }
  check_depth(brace);
  level.count = 1;
  expect(':', "after the field name");
  return true;
}

void Parser::open_array() {
  set_type(Type::Array);
  push_level(LevelKind::array);
  check_depth(at_);
  ++at_;
}

/// Makes what follows in the buffer the value of the current element.
Parser::Level& Parser::push_level(LevelKind kind) {
  Level& level = levels_[static_cast<std::size_t>(depth_++)];
  level = {element_, size(), 0, kind};
  out_ += 4;
  return level;
}

void Parser::check_depth(const char* where) const {
  if (depth_ > bson::max_nesting) {
    fail_at(where, "nested deeper than " + std::to_string(bson::max_nesting) + " levels");
  }
}

void Parser::close_level() {
  put('\0');
  const Level& level = levels_[static_cast<std::size_t>(--depth_)];
  patch_length(level.length, size() - level.length);
  element_ = level.element;
  if (level.kind >= LevelKind::scope) end_scope(level);
}

/// Begins the next element with the key at at_ as its name. It is the current element only when its
/// name is complete, as errors show it.
void Parser::read_key() {
  check_room();
  const char* const begin = at_;
  const std::size_t element = size();
  put('\0');
  copy_string();
  put('\0');
  if (bson::find_nul(&buffer_[element + 1], out_) != out_ - 1) {
    fail_at(begin, "a field name must not contain the character NUL (\\u0000)");
  }
  element_ = element;
}

void Parser::read_index(std::uint32_t index) {
  check_room();
  const std::size_t element = size();
  put('\0');
  out_ = std::to_chars(out_, out_ + 10, index).ptr;
  put('\0');
  element_ = element;
}

void Parser::literal(std::string_view word, Type type) {
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  if (rest.substr(0, word.size()) != word) fail_value();
  at_ += word.size();
  set_type(type);
}

}  // namespace shardsweep::extended_json
