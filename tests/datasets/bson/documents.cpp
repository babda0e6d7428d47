#include "tests/datasets/bson/documents.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "datasets/bson/decimal128.hpp"

namespace shardsweep::bson::testing {

namespace {

constexpr std::array<Type, 21> all_types = {
    Type::Double,    Type::String,    Type::Document, Type::Array,      Type::Binary,
    Type::Undefined, Type::ObjectId,  Type::Bool,     Type::Date,       Type::Null,
    Type::Regex,     Type::DbPointer, Type::Code,     Type::Symbol,     Type::CodeWithScope,
    Type::Int32,     Type::Timestamp, Type::Int64,    Type::Decimal128, Type::MinKey,
    Type::MaxKey};

}  // namespace

std::string nested(Type type, int levels) {
  std::string out = document_of({});
  for (int i = 1; i < levels; ++i) {
    if (type == Type::CodeWithScope) {
      const std::string parts = string_of("f") + out;
      out = number_bytes(static_cast<std::int32_t>(parts.size() + 4)) + parts;
    }
    out = document_of(element_of(type, type == Type::Array ? "0" : "a", out));
  }
  return out;
}

std::string RandomDocuments::document(int depth) {
  return document_of(members(false, depth));
}

std::string RandomDocuments::members(bool array, int depth) {
  std::string out;
  const std::size_t count = below(depth == 0 ? 12 : 5);
  for (std::size_t i = 0; i < count; ++i) {
    Type type = all_types[below(all_types.size())];
    if (depth > 4 && (type == Type::Document || type == Type::Array)) type = Type::Null;
    if (depth > 4 && type == Type::CodeWithScope) type = Type::Code;
    out += element_of(type, array ? std::to_string(i) : text(12, false), value(type, depth));
  }
  return out;
}

std::string RandomDocuments::text(std::size_t longest, bool with_nul) {
  static const std::array<std::string_view, 14> pieces = {
      "a",  "key", ".",    "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\"",
      "\\", "\n",  "\x1b", "/",        "\x7f",         "\xe2\x80\xa8",     " "};
  std::string out;
  const std::size_t size = below(longest + 1);
  while (out.size() < size) out += pieces[below(pieces.size())];
  if (with_nul && below(8) == 0) out.push_back('\0');
  return out;
}

std::string RandomDocuments::bytes(std::size_t size) {
  std::string out;
  for (std::size_t i = 0; i < size; ++i) out.push_back(static_cast<char>(random_()));
  return out;
}

std::string RandomDocuments::real() {
  static const std::array<double, 10> special = {0.0,
                                                 -0.0,
                                                 0.1,
                                                 1e16,
                                                 5e-324,
                                                 std::numeric_limits<double>::max(),
                                                 std::numeric_limits<double>::infinity(),
                                                 -std::numeric_limits<double>::infinity(),
                                                 std::numeric_limits<double>::quiet_NaN(),
                                                 9007199254740993.0};
  double value = special[below(special.size())];
  if (below(2) == 0) {
    const std::uint64_t bits = random_();
    std::memcpy(&value, &bits, sizeof value);
    if (std::isnan(value)) value = 2.5;
  }
  return number_bytes(value);
}

std::string RandomDocuments::decimal() {
  std::string digits = below(2) == 0 ? "-" : "";
  const std::size_t size = 1 + below(34);
  for (std::size_t i = 0; i < size; ++i) digits += static_cast<char>('0' + below(10));
  digits += "E" + std::to_string(static_cast<int>(below(12000)) - 6100);
  DecimalBits value{};
  if (read_decimal128(digits, value) != DecimalText::ok) read_decimal128("Infinity", value);
  return {value.data(), value.size()};
}

std::string RandomDocuments::binary() {
  static const std::array<unsigned char, 6> subtypes = {0, 2, 3, 4, 5, 0x80};
  const unsigned char subtype = subtypes[below(subtypes.size())];
  const std::string data = bytes(below(20));
  std::string content = subtype == 2 ? number_bytes(static_cast<std::int32_t>(data.size())) : "";
  content += data;
  return number_bytes(static_cast<std::int32_t>(content.size())) + static_cast<char>(subtype) +
         content;
}

std::string RandomDocuments::regex() {
  static const std::array<std::string_view, 4> options = {"", "i", "im", "imsx"};
  return text(10, false) + '\0' + std::string(options[below(options.size())]) + '\0';
}

std::string RandomDocuments::value(Type type, int depth) {
  switch (type) {
    case Type::Double:
      return real();
    case Type::String:
    case Type::Code:
    case Type::Symbol:
      return string_of(text(40, true));
    case Type::Document:
      return document_of(members(false, depth + 1));
    case Type::Array:
      return document_of(members(true, depth + 1));
    case Type::Binary:
      return binary();
    case Type::ObjectId:
      return bytes(12);
    case Type::Bool:
      return std::string(1, static_cast<char>(below(2)));
    case Type::Regex:
      return regex();
    case Type::DbPointer:
      return string_of(text(8, false)) + bytes(12);
    case Type::CodeWithScope: {
      const std::string parts = string_of(text(9, false)) + document(depth + 1);
      return number_bytes(static_cast<std::int32_t>(parts.size() + 4)) + parts;
    }
    case Type::Int32:
      return bytes(4);
    case Type::Date:
    case Type::Timestamp:
    case Type::Int64:
      return below(2) == 0 ? bytes(8) : number_bytes(std::int64_t{1600000000000});
    case Type::Decimal128:
      return decimal();
    default:
      return {};
  }
}

}  // namespace shardsweep::bson::testing
