#include <charconv>
#include <limits>

#include "datasets/bson/decimal128.hpp"
#include "datasets/bson/printable.hpp"
#include "datasets/extended_json/date_text.hpp"
#include "datasets/extended_json/double_text.hpp"
#include "datasets/extended_json/hex_text.hpp"
#include "datasets/extended_json/parser.hpp"

namespace shardsweep::extended_json {

using bson::Type;

void Parser::object_id() {
  const char* const begin = at_;
  const std::string_view text = read_text("$oid");
  set_type(Type::ObjectId);
  if (text.size() != 24 || !read_hex(text, out_)) {
    fail_at(begin, "$oid takes 24 hexadecimal digits, found " + bson::quoted(text));
  }
  out_ += 12;
  end_wrapper("$oid");
}

void Parser::uuid() {
  const char* const begin = at_;
  const std::string_view text = read_text("$uuid");
  std::string digits;
  bool good = text.size() == 36;
  for (std::size_t i = 0; good && i < text.size(); ++i) {
    const bool hyphen = i == 8 || i == 13 || i == 18 || i == 23;
    good = (text[i] == '-') == hyphen;
    if (!hyphen) digits += text[i];
  }
  set_type(Type::Binary);
  put(std::int32_t{16});
  put('\4');
  if (!good || !read_hex(digits, out_)) {
    fail_at(begin, "$uuid takes 8-4-4-4-12 hexadecimal digits, found " + bson::quoted(text));
  }
  out_ += 16;
  end_wrapper("$uuid");
}

void Parser::symbol() {
  if (peek() != '"') fail("$symbol takes a string");
  set_type(Type::Symbol);
  put_string();
  end_wrapper("$symbol");
}

void Parser::number_int() {
  const char* const begin = at_;
  const std::int64_t value = read_long("$numberInt");
  if (value != static_cast<std::int32_t>(value)) {
    fail_at(begin, std::to_string(value) + " is beyond the range of $numberInt");
  }
  set_type(Type::Int32);
  put(static_cast<std::int32_t>(value));
  end_wrapper("$numberInt");
}

/// An integer as a string; as a bare number too where v1 is accepted.
std::int64_t Parser::read_long(std::string_view owner) {
  const char* const begin = at_;
  std::string_view text;
  if (peek() == '"') {
    text = read_text(owner);
  } else {
    skip_value();
    text = {begin, static_cast<std::size_t>(at_ - begin)};
    at_ = begin;
    if (!options_.legacy) fail_legacy(owner, "an integer in double quotes");
    at_ += text.size();
  }
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::result_out_of_range && stop == end) {
    fail_at(begin, bson::quoted(text) + " is beyond the range of " + std::string(owner));
  }
  if (error != std::errc() || stop != end) {
    fail_at(begin, std::string(owner) + " takes an integer, found " + bson::quoted(text));
  }
  return value;
}

void Parser::number_double() {
  const char* const begin = at_;
  double value = std::numeric_limits<double>::infinity();
  if (peek() != '"' && options_.legacy) {
    skip_value();
    put_double({begin, static_cast<std::size_t>(at_ - begin)});
    return end_wrapper("$numberDouble");
  }
  if (peek() != '"') fail_legacy("$numberDouble", "a number in double quotes");
  const std::string_view text = read_text("$numberDouble");
  if (text == "-Infinity") {
    value = -value;
  } else if (text == "NaN") {
    value = std::numeric_limits<double>::quiet_NaN();
  } else if (text != "Infinity") {
    const DoubleText result = read_double(text, value);
    if (result == DoubleText::malformed) {
      fail_at(begin, "$numberDouble takes a decimal number, Infinity, -Infinity or NaN, found " +
                         bson::quoted(text));
    }
    if (result == DoubleText::too_large) {
      fail_at(begin, bson::quoted(text) + " is beyond the range of a double (about 1.8e308)");
    }
  }
  set_type(Type::Double);
  put(value);
  end_wrapper("$numberDouble");
}

void Parser::number_decimal() {
  const char* const begin = at_;
  const std::string_view text = read_text("$numberDecimal");
  bson::DecimalBits value;
  switch (bson::read_decimal128(text, value)) {
    case bson::DecimalText::ok:
      break;
    case bson::DecimalText::malformed:
      fail_at(begin, "$numberDecimal takes a decimal number, Infinity or NaN, found " +
                         bson::quoted(text));
    case bson::DecimalText::inexact:
      fail_at(begin, "$numberDecimal cannot hold " + bson::quoted(text) +
                         " exactly: it has 34 digits and exponents from -6176 to 6111");
  }
  set_type(Type::Decimal128);
  put(value);
  end_wrapper("$numberDecimal");
}

void Parser::min_max_key(std::string_view owner, Type type) {
  const char* const begin = at_;
  skip_value();
  if (std::string_view(begin, static_cast<std::size_t>(at_ - begin)) != "1") {
    fail_at(begin, std::string(owner) + " takes the number 1");
  }
  set_type(type);
  end_wrapper(owner);
}

void Parser::undefined() {
  const char* const begin = at_;
  skip_value();
  if (std::string_view(begin, static_cast<std::size_t>(at_ - begin)) != "true") {
    fail_at(begin, "$undefined takes true");
  }
  set_type(Type::Undefined);
  end_wrapper("$undefined");
}

void Parser::date() {
  const char* const begin = at_;
  std::int64_t milliseconds = 0;
  if (peek() == '"') {
    const std::string_view text = read_text("$date");
    const DateText result = read_date(text, milliseconds);
    if (result != DateText::ok) {
      fail_at(begin, bson::quoted(text) + " is no date: " + std::string(date_advice(result)));
    }
  } else if (peek() == '{') {
    milliseconds = wrapped_date();
  } else {
    milliseconds = legacy_date();
  }
  set_type(Type::Date);
  put(milliseconds);
  end_wrapper("$date");
}

/// {"$numberLong": "..."} inside a $date.
std::int64_t Parser::wrapped_date() {
  ++at_;
  skip_space();
  if (peek() != '"' || read_text("$date") != "$numberLong") {
    fail("$date takes an ISO-8601 string or {\"$numberLong\": \"milliseconds\"}");
  }
  expect(':', "after the field name");
  skip_space();
  const std::int64_t value = read_long("$numberLong");
  end_wrapper("$numberLong");
  return value;
}

/// Extended JSON v1: milliseconds as a bare number.
std::int64_t Parser::legacy_date() {
  if (!options_.legacy) {
    fail_legacy("$date", "an ISO-8601 string or {\"$numberLong\": \"milliseconds\"}");
  }
  return read_long("$date");
}

}  // namespace shardsweep::extended_json
