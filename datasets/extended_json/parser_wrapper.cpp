#include "datasets/extended_json/parser.hpp"

namespace shardsweep::extended_json {

using bson::Type;

namespace {

struct WrapperName {
  std::string_view key;
  Wrapper kind;
};

// Sorted by how often they are met.
constexpr WrapperName wrapper_names[] = {
    {"$oid", Wrapper::object_id},
    {"$numberInt", Wrapper::number_int},
    {"$numberLong", Wrapper::number_long},
    {"$numberDouble", Wrapper::number_double},
    {"$date", Wrapper::date},
    {"$numberDecimal", Wrapper::number_decimal},
    {"$binary", Wrapper::binary},
    {"$uuid", Wrapper::uuid},
    {"$timestamp", Wrapper::timestamp},
    {"$regularExpression", Wrapper::regular_expression},
    {"$code", Wrapper::code},
    {"$symbol", Wrapper::symbol},
    {"$dbPointer", Wrapper::db_pointer},
    {"$minKey", Wrapper::min_key},
    {"$maxKey", Wrapper::max_key},
    {"$undefined", Wrapper::undefined},
};

}  // namespace

/// The wrapper an object with this first key is; at_ is behind the key.
Wrapper Parser::find_wrapper(std::string_view key) {
  for (const WrapperName& name : wrapper_names) {
    if (name.key == key) return name.kind;
  }
  if (key == "$scope" && key_follows("$code")) return Wrapper::scope_first;
  if (options_.legacy) {
    if (key == "$type" && key_follows("$binary")) return Wrapper::legacy_type_first;
    if (key == "$regex" && strings_follow("$options")) return Wrapper::legacy_regex_first;
    if (key == "$options" && strings_follow("$regex")) return Wrapper::legacy_options_first;
  }
  return Wrapper::none;
}

/// Whether `key` is the next key of the object, behind the value that comes now.
bool Parser::key_follows(std::string_view key) {
  const char* const begin = at_;
  skip_space();
  bool follows = take(':');
  if (follows) skip_value();
  skip_space();
  follows = follows && take(',');
  skip_space();
  follows = follows && peek() == '"' && read_text(key) == key;
  at_ = begin;
  return follows;
}

/// Whether `key` is the next key of the object and both values are strings, as in a v1 regex; the
/// query operator {$regex: ..., $options: ...} of other forms is a plain document.
bool Parser::strings_follow(std::string_view key) {
  const char* const begin = at_;
  bool strings = key_follows(key);
  if (strings) {
    expect(':', "after the field name");
    skip_space();
    strings = peek() == '"';
    skip_value();
    expect(',', "after the value");
    skip_space();
    skip_string();
    expect(':', "after the field name");
    skip_space();
    strings = strings && peek() == '"';
  }
  at_ = begin;
  return strings;
}

/// Parses the wrapper whose key has been read into the value of the current element.
void Parser::wrapper(Wrapper kind) {
  expect(':', "after the field name");
  skip_space();
  wrapper_value(kind);
}

void Parser::wrapper_value(Wrapper kind) {
  switch (kind) {
    case Wrapper::object_id:
      return object_id();
    case Wrapper::number_int:
      return number_int();
    case Wrapper::number_long:
      set_type(Type::Int64);
      put(read_long("$numberLong"));
      return end_wrapper("$numberLong");
    case Wrapper::number_double:
      return number_double();
    case Wrapper::date:
      return date();
    case Wrapper::number_decimal:
      return number_decimal();
    case Wrapper::binary:
      return binary();
    case Wrapper::uuid:
      return uuid();
    case Wrapper::timestamp:
      return timestamp();
    case Wrapper::regular_expression:
      return regular_expression();
    case Wrapper::code:
      return code();
    case Wrapper::symbol:
      return symbol();
    case Wrapper::db_pointer:
      return db_pointer();
    case Wrapper::min_key:
      return min_max_key("$minKey", Type::MinKey);
    case Wrapper::max_key:
      return min_max_key("$maxKey", Type::MaxKey);
    case Wrapper::undefined:
      return undefined();
    case Wrapper::scope_first:
      return scope_first();
    case Wrapper::legacy_type_first:
      return legacy_binary(true);
    case Wrapper::legacy_regex_first:
      return legacy_regex(false);
    case Wrapper::legacy_options_first:
      return legacy_regex(true);
    case Wrapper::none:
      return;
  }
}

void Parser::end_wrapper(std::string_view owner) {
  skip_space();
  if (take('}')) return;
  if (peek() != ',') fail("'}' is expected after the value of " + std::string(owner));
  fail(std::string(owner) + " must stand alone in its object: remove the other fields");
}

void Parser::fail_legacy(std::string_view owner, std::string_view wanted) const {
  fail(std::string(owner) + " takes " + std::string(wanted) +
       "; if the file is Extended JSON v1 of older tools, read it with --legacy-json");
}

}  // namespace shardsweep::extended_json
