#include "datasets/extended_json/write.hpp"

#include <algorithm>
#include <cmath>

#include "datasets/bson/decimal128.hpp"
#include "datasets/extended_json/base64.hpp"
#include "datasets/extended_json/date_text.hpp"

namespace shardsweep::extended_json {

using bson::Type;
using bson::ValueView;

namespace {

constexpr char hex_digits[] = "0123456789abcdef";

void append_hex(std::string_view bytes, std::string& out) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += hex_digits[byte >> 4];
    out += hex_digits[byte & 15];
  }
}

class Writer {
 public:
  Writer(Style style, std::string& out) : style_(style), out_(out) {}

  void value(const ValueView& value) {
    switch (value.type) {
      case Type::Double:
        return real(value.as_double());
      case Type::Int32:
        return integer("$numberInt", value.as_int32(), style_ != Style::canonical);
      case Type::Int64:
        return integer("$numberLong", value.as_int64(), style_ == Style::relaxed);
      case Type::String:
        return write_string(value.as_string(), out_);
      case Type::Document:
        return document(value.bytes);
      case Type::Array:
        return array(value.bytes);
      case Type::Bool:
        out_ += value.as_bool() ? "true" : "false";
        return;
      case Type::Null:
        out_ += "null";
        return;
      case Type::Date:
        return date(value.as_int64());
      default:
        out_ += '{';
        wrapped(value);
        out_ += '}';
    }
  }

 private:
  void wrapped(const ValueView& value) {
    switch (value.type) {
      case Type::ObjectId:
        return object_id(value.bytes);
      case Type::Binary:
        return binary(value.bytes);
      case Type::Decimal128:
        return decimal(value.bytes);
      case Type::Timestamp:
        return timestamp(static_cast<std::uint64_t>(value.as_int64()));
      case Type::Regex:
        return regex(value.bytes);
      case Type::DbPointer:
        return db_pointer(value.bytes);
      case Type::Code:
        return text("$code", value.as_string());
      case Type::Symbol:
        return text("$symbol", value.as_string());
      case Type::CodeWithScope:
        return code_with_scope(value.bytes);
      case Type::Undefined:
        out_ += "\"$undefined\":true";
        return;
      case Type::MinKey:
        out_ += "\"$minKey\":1";
        return;
      default:
        out_ += "\"$maxKey\":1";
    }
  }

  void key(std::string_view name) {
    write_string(name, out_);
    out_ += ':';
  }

  void text(std::string_view name, std::string_view content) {
    key(name);
    write_string(content, out_);
  }

  void integer(std::string_view name, std::int64_t value, bool bare) {
    if (bare) {
      out_ += std::to_string(value);
      return;
    }
    out_ += '{';
    text(name, std::to_string(value));
    out_ += '}';
  }

  void real(double value) {
    std::string digits;
    if (std::isfinite(value)) {
      digits = shortest_double(value);
      if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
      if (style_ == Style::relaxed) {
        out_ += digits;
        return;
      }
    } else if (std::isnan(value)) {
      digits = "NaN";
    } else {
      digits = value < 0 ? "-Infinity" : "Infinity";
    }
    out_ += '{';
    text("$numberDouble", digits);
    out_ += '}';
  }

  void document(std::string_view bytes) {
    char before = '{';
    for (const bson::Element& element : bson::DocumentView(bytes)) {
      out_ += before;
      before = ',';
      key(element.name);
      value(element.value);
    }
    out_ += before == '{' ? "{}" : "}";
  }

  void array(std::string_view bytes) {
    char before = '[';
    for (const bson::Element& element : bson::DocumentView(bytes)) {
      out_ += before;
      before = ',';
      value(element.value);
    }
    out_ += before == '[' ? "[]" : "]";
  }

  void date(std::int64_t milliseconds) {
    out_ += "{\"$date\":";
    const std::size_t begin = out_.size();
    out_ += '"';
    if (style_ == Style::relaxed && append_date(milliseconds, out_)) {
      out_ += '"';
    } else {
      out_.resize(begin);
      integer("$numberLong", milliseconds, false);
    }
    out_ += '}';
  }

  void object_id(std::string_view bytes) {
    out_ += "\"$oid\":\"";
    append_hex(bytes, out_);
    out_ += '"';
  }

  /// The inner length of subtype 2 is not part of the text.
  void binary(std::string_view bytes) {
    const char subtype = bytes[4];
    out_ += "\"$binary\":{\"base64\":\"";
    append_base64(bytes.substr(subtype == 2 ? 9 : 5), out_);
    out_ += "\",\"subType\":\"";
    append_hex({&subtype, 1}, out_);
    out_ += "\"}";
  }

  void decimal(std::string_view bytes) {
    bson::DecimalBits value;
    std::copy(bytes.begin(), bytes.end(), value.begin());
    text("$numberDecimal", bson::decimal128_text(value));
  }

  void timestamp(std::uint64_t value) {
    out_ += "\"$timestamp\":{\"t\":" + std::to_string(value >> 32) +
            ",\"i\":" + std::to_string(value & 0xffffffffU) + "}";
  }

  void regex(std::string_view bytes) {
    const std::size_t pattern_size = bytes.find('\0');
    std::string options(bytes.substr(pattern_size + 1));
    options.pop_back();
    std::sort(options.begin(), options.end());
    out_ += "\"$regularExpression\":{";
    text("pattern", bytes.substr(0, pattern_size));
    out_ += ',';
    text("options", options);
    out_ += '}';
  }

  void db_pointer(std::string_view bytes) {
    const std::size_t ns_size = bytes.size() - 12;
    out_ += "\"$dbPointer\":{";
    text("$ref", bytes.substr(4, ns_size - 5));
    out_ += ",\"$id\":{";
    object_id(bytes.substr(ns_size));
    out_ += "}}";
  }

  void code_with_scope(std::string_view bytes) {
    const auto code_size = static_cast<std::size_t>(bson::load<std::int32_t>(bytes.data() + 4));
    text("$code", bytes.substr(8, code_size - 1));
    out_ += ',';
    key("$scope");
    document(bytes.substr(8 + code_size));
  }

  Style style_;
  std::string& out_;
};

}  // namespace

void write_value(const ValueView& value, Style style, std::string& out) {
  Writer(style, out).value(value);
}

std::string to_json(const ValueView& value, Style style) {
  std::string out;
  write_value(value, style, out);
  return out;
}

}  // namespace shardsweep::extended_json
