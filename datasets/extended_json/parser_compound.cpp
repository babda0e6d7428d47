#include <algorithm>
#include <charconv>

#include "datasets/bson/printable.hpp"
#include "datasets/bson/view.hpp"
#include "datasets/extended_json/base64.hpp"
#include "datasets/extended_json/hex_text.hpp"
#include "datasets/extended_json/parser.hpp"

namespace shardsweep::extended_json {

using bson::Type;

/// Finds the values of exactly these keys in the object at at_, in any order, and goes behind it.
/// The values are only skipped: go_to() each and parse it.
template <std::size_t N>
std::array<Parser::Span, N> Parser::members(std::string_view owner,
                                            const std::array<std::string_view, N>& keys) {
  std::array<Span, N> spans;
  if (!take('{')) fail(std::string(owner) + " takes an object");
  return more_members(owner, keys, spans, true);
}

/// The rest of members(): of an object in which `spans` have been met already.
template <std::size_t N>
std::array<Parser::Span, N> Parser::more_members(std::string_view owner,
                                                 const std::array<std::string_view, N>& keys,
                                                 std::array<Span, N> spans, bool first) {
  for (skip_space(); !take('}'); skip_space(), first = false) {
    if (!first && !take(',')) fail("',' or '}' is expected in " + std::string(owner));
    skip_space();
    if (peek() != '"') fail("a field name in double quotes is expected");
    const char* const key_begin = at_;
    const std::string_view key = read_text(owner);
    const auto which = std::find(keys.begin(), keys.end(), key) - keys.begin();
    if (which == std::ssize(keys)) {
      fail_at(key_begin, std::string(owner) + " does not take the field " + bson::quoted(key));
    }
    Span& span = spans[static_cast<std::size_t>(which)];
    if (span.begin != nullptr) {
      fail_at(key_begin, std::string(owner) + " has " + bson::quoted(key) + " twice");
    }
    expect(':', "after the field name");
    skip_space();
    span = skipped_value();
  }
  for (std::size_t i = 0; i < N; ++i) {
    if (spans[i].begin == nullptr) {
      fail(std::string(owner) + " lacks " + bson::quoted(keys[i]));
    }
  }
  return spans;
}

Parser::Span Parser::skipped_value() {
  Span span;
  span.begin = at_;
  skip_value();
  span.end = at_;
  return span;
}

void Parser::timestamp() {
  const auto [t, i] = members<2>("$timestamp", {"t", "i"});
  const char* const end = at_;
  const std::uint32_t seconds = timestamp_part(t);
  const std::uint32_t increment = timestamp_part(i);
  at_ = end;
  set_type(Type::Timestamp);
  put(increment);
  put(seconds);
  end_wrapper("$timestamp");
}

std::uint32_t Parser::timestamp_part(const Span& span) const {
  std::uint32_t value = 0;
  const auto [stop, error] = std::from_chars(span.begin, span.end, value);
  if (error != std::errc() || stop != span.end) {
    fail_at(span.begin, "$timestamp takes integers from 0 to 4294967295 as t and i");
  }
  return value;
}

void Parser::regular_expression() {
  const auto [pattern, options] = members<2>("$regularExpression", {"pattern", "options"});
  const char* const end = at_;
  put_regex(pattern, options, "$regularExpression");
  at_ = end;
  end_wrapper("$regularExpression");
}

/// BSON wants the options in alphabetical order (bsonspec.org).
void Parser::put_regex(const Span& pattern, const Span& options, std::string_view owner) {
  set_type(Type::Regex);
  put_bytes(regex_text(pattern, owner));
  put('\0');
  std::string letters = regex_text(options, owner);
  std::sort(letters.begin(), letters.end());
  put_bytes(letters);
  put('\0');
}

std::string Parser::regex_text(const Span& span, std::string_view owner) {
  go_to(span);
  std::string text(read_text(owner));
  if (text.find('\0') != std::string::npos) {
    fail_at(span.begin, std::string(owner) + " must not contain the character NUL (\\u0000)");
  }
  return text;
}

void Parser::db_pointer() {
  const auto [ns, id] = members<2>("$dbPointer", {"$ref", "$id"});
  const char* const end = at_;
  set_type(Type::DbPointer);
  go_to(ns);
  if (peek() != '"') fail("$ref of $dbPointer takes a string");
  put_string();
  go_to(id);
  const auto [oid] = members<1>("$id of $dbPointer", {"$oid"});
  go_to(oid);
  const std::string_view text = read_text("$oid");
  if (text.size() != 24 || !read_hex(text, out_)) {
    fail_at(oid.begin, "$oid takes 24 hexadecimal digits, found " + bson::quoted(text));
  }
  out_ += 12;
  at_ = end;
  end_wrapper("$dbPointer");
}

void Parser::binary() {
  if (peek() == '"') return legacy_binary(false);
  const auto [base64, subtype] = members<2>("$binary", {"base64", "subType"});
  const char* const end = at_;
  put_binary(base64, read_subtype(subtype));
  at_ = end;
  end_wrapper("$binary");
}

int Parser::read_subtype(const Span& span) {
  go_to(span);
  const std::string text(read_text("the subtype of $binary"));
  char byte = 0;
  const std::string padded = text.size() == 1 ? "0" + text : text;
  if (padded.size() != 2 || !read_hex(padded, &byte)) {
    fail_at(span.begin, "the subtype of $binary takes one or two hexadecimal digits, found " +
                            bson::quoted(text));
  }
  return static_cast<unsigned char>(byte);
}

/// The old subtype 2 repeats the length of its data inside; the text does not.
void Parser::put_binary(const Span& base64, int subtype) {
  go_to(base64);
  const std::string_view text = read_text("$binary");
  set_type(Type::Binary);
  const std::size_t begin = size();
  out_ += 4;
  put(static_cast<char>(subtype));
  if (subtype == 2) out_ += 4;
  const std::size_t data = size();
  char* const end = read_base64(text, out_);
  if (end == nullptr) {
    fail_at(base64.begin, "$binary takes base64 with its padding, found " + bson::quoted(text));
  }
  out_ = end;
  patch_length(begin, size() - begin - 5);
  if (subtype == 2) patch_length(begin + 5, size() - data);
}

/// {"$code": "...", "$scope": {...}?}
void Parser::code() {
  if (peek() != '"') fail("$code takes a string");
  const char* const text = at_;
  skip_string();
  skip_space();
  const bool has_scope = peek() == ',';
  at_ = text;
  set_type(has_scope ? Type::CodeWithScope : Type::Code);
  if (has_scope) out_ += 4;
  put_string();
  skip_space();
  if (!take(',')) return end_wrapper("$code");
  skip_space();
  if (peek() != '"' || read_text("$code") != "$scope") fail("$code takes only $scope beside it");
  expect(':', "after the field name");
  open_scope(LevelKind::scope);
}

/// {"$scope": {...}, "$code": "..."}: BSON has the code first.
void Parser::scope_first() {
  const char* const scope = at_;
  skip_value();
  expect(',', "after the value of $scope");
  skip_space();
  skip_string();
  expect(':', "after the field name");
  skip_space();
  if (peek() != '"') fail("$code takes a string");
  set_type(Type::CodeWithScope);
  out_ += 4;
  put_string();
  at_ = scope;
  open_scope(LevelKind::scope_before_code);
}

void Parser::open_scope(LevelKind kind) {
  skip_space();
  if (peek() != '{') fail("$scope takes an object");
  push_level(kind);
  check_depth(at_);
  ++at_;
}

void Parser::end_scope(const Level& level) {
  const std::size_t name = level.element + 1;
  const std::size_t begin = name + std::strlen(&buffer_[name]) + 1;
  patch_length(begin, size() - begin);
  if (level.kind == LevelKind::scope_before_code) {
    // scope_first() has read this part already.
    expect(',', "after the value of $scope");
    skip_space();
    skip_string();
    expect(':', "after the field name");
    skip_space();
    skip_string();
  }
  end_wrapper("$code");
}

/// Extended JSON v1: {"$binary": "base64", "$type": "00"}, the subtype also as a number.
void Parser::legacy_binary(bool type_first) {
  if (!options_.legacy) fail_legacy("$binary", "{\"base64\": ..., \"subType\": ...}");
  std::array<Span, 2> spans;
  spans[type_first ? 1 : 0] = skipped_value();
  const auto [base64, type] = more_members<2>("$binary", {"$binary", "$type"}, spans, false);
  const char* const end = at_;
  put_binary(base64, legacy_subtype(type));
  at_ = end;
}

int Parser::legacy_subtype(const Span& span) {
  if (*span.begin == '"') return read_subtype(span);
  unsigned value = 0;
  const auto [stop, error] = std::from_chars(span.begin, span.end, value);
  if (error != std::errc() || stop != span.end || value > 255) {
    fail_at(span.begin, "$type of $binary takes a subtype from 0 to 255");
  }
  return static_cast<int>(value);
}

/// Extended JSON v1: {"$regex": "...", "$options": "..."}
void Parser::legacy_regex(bool options_first) {
  std::array<Span, 2> spans;
  spans[options_first ? 1 : 0] = skipped_value();
  const auto [pattern, options] = more_members<2>("$regex", {"$regex", "$options"}, spans, false);
  const char* const end = at_;
  put_regex(pattern, options, "$regex");
  at_ = end;
}

}  // namespace shardsweep::extended_json
