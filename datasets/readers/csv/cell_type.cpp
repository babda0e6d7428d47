#include "datasets/readers/csv/cell_type.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "datasets/bson/decimal128.hpp"
#include "datasets/bson/printable.hpp"
#include "datasets/bson/utf8.hpp"
#include "datasets/error.hpp"
#include "datasets/readers/csv/binary_text.hpp"
#include "datasets/readers/csv/number.hpp"

namespace shardsweep::datasets {
namespace {

using extended_json::DoubleText;

constexpr const char* beyond_double = "is beyond the range of a double (about 1.8e308)";

constexpr std::array<std::string_view, 12> names = {"auto",    "binary",  "boolean",     "date",
                                                    "date_go", "date_ms", "date_oracle", "decimal",
                                                    "double",  "int32",   "int64",       "string"};

bool same_letters(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a | 0x20) == b; });
}

std::optional<bool> parse_boolean(std::string_view cell) {
  if (same_letters(cell, "true") || cell == "1") return true;
  if (same_letters(cell, "false") || cell == "0") return false;
  return std::nullopt;
}

void append_text(std::string_view field, std::string_view cell, bson::Builder& out) {
  if (!bson::is_utf8(cell)) throw DataError("is not UTF-8 text; convert the file first (iconv)");
  out.append_string(field, cell);
}

}  // namespace

bool CellType::is_known(std::string_view name) noexcept {
  return std::find(names.begin(), names.end(), name) != names.end();
}

CellType::CellType(std::string_view name, const std::string& argument)
    : shown_(std::string(name) + '(' + bson::printable(argument) + ')') {
  if (name == "binary") {
    kind_ = Kind::binary;
    if (argument != "base64" && argument != "base32" && argument != "hex")
      throw DataError("type " + shown_ + ": the encoding must be base64, base32 or hex");
    encoding_ = argument == "hex"      ? Encoding::hex
                : argument == "base32" ? Encoding::base32
                                       : Encoding::base64;
    return;
  }
  if (name.starts_with("date")) {
    kind_ = Kind::date;
    set_date_layout(name, argument);
    return;
  }
  if (!argument.empty())
    throw DataError("type " + shown_ + ": " + std::string(name) + " takes no argument");
  if (name == "boolean") kind_ = Kind::boolean;
  if (name == "decimal") kind_ = Kind::decimal;
  if (name == "double") kind_ = Kind::real;
  if (name == "int32") kind_ = Kind::int32;
  if (name == "int64") kind_ = Kind::int64;
  if (name == "string") kind_ = Kind::string;
}

void CellType::set_date_layout(std::string_view name, const std::string& argument) {
  if (argument.empty()) {
    throw DataError("type " + shown_ + ": a layout must stand in the brackets, as in " +
                    std::string(name) +
                    (name == "date_ms"       ? "(yyyy-MM-dd HH:mm:ss)"
                     : name == "date_oracle" ? "(YYYY-MM-DD HH24:MI:SS)"
                                             : "(2006-01-02 15:04:05)"));
  }
  layout_ = name == "date_ms"       ? DateLayout::microsoft(argument)
            : name == "date_oracle" ? DateLayout::oracle(argument)
                                    : DateLayout::go(argument);
}

void CellType::refuse() const {
  throw DataError("is no " + shown_);
}

void CellType::append(std::string_view field, std::string_view cell, bson::Builder& out,
                      std::uint64_t& integers_to_double) const {
  switch (kind_) {
    case Kind::automatic:
      append_automatic(field, cell, out, integers_to_double);
      break;
    case Kind::string:
      append_text(field, cell, out);
      break;
    case Kind::binary:
      append_binary(field, cell, out);
      break;
    case Kind::decimal:
      append_decimal(field, cell, out);
      break;
    case Kind::boolean: {
      const auto value = parse_boolean(cell);
      if (!value) refuse();
      out.append_bool(field, *value);
      break;
    }
    case Kind::date: {
      const auto value = layout_->parse(cell);
      if (!value) refuse();
      out.append_date(field, *value);
      break;
    }
    default:
      append_number(field, cell, out);
  }
}

void CellType::append_number(std::string_view field, std::string_view cell,
                             bson::Builder& out) const {
  if (kind_ == Kind::real) {
    double value = 0;
    const DoubleText result = parse_double(cell, value);
    if (result == DoubleText::too_large) throw DataError(beyond_double);
    if (result == DoubleText::malformed) refuse();
    out.append_double(field, value);
    return;
  }
  const auto value = parse_int64(cell);
  if (!value) refuse();
  if (kind_ == Kind::int64) {
    out.append_int64(field, *value);
    return;
  }
  if (!std::in_range<std::int32_t>(*value)) refuse();
  out.append_int32(field, static_cast<std::int32_t>(*value));
}

void CellType::append_automatic(std::string_view field, std::string_view cell, bson::Builder& out,
                                std::uint64_t& integers_to_double) const {
  if (const auto integer = parse_int64(cell)) {
    if (std::in_range<std::int32_t>(*integer)) {
      out.append_int32(field, static_cast<std::int32_t>(*integer));
    } else {
      out.append_int64(field, *integer);
    }
    return;
  }
  double real = 0;
  switch (parse_double(cell, real)) {
    case DoubleText::ok:
      if (is_integer_text(cell)) ++integers_to_double;
      out.append_double(field, real);
      break;
    case DoubleText::too_large:
      throw DataError(beyond_double + std::string("; the column type string() keeps it as text"));
    case DoubleText::malformed:
      append_text(field, cell, out);
  }
}

void CellType::append_binary(std::string_view field, std::string_view cell,
                             bson::Builder& out) const {
  const auto bytes = encoding_ == Encoding::hex      ? decode_hex(cell)
                     : encoding_ == Encoding::base32 ? decode_base32(cell)
                                                     : decode_base64(cell);
  if (!bytes) refuse();
  out.append_binary(field, 0, *bytes);
}

void CellType::append_decimal(std::string_view field, std::string_view cell,
                              bson::Builder& out) const {
  bson::DecimalBits bits;
  switch (bson::read_decimal128(cell, bits)) {
    case bson::DecimalText::malformed:
      refuse();
    case bson::DecimalText::inexact:
      throw DataError(
          "does not fit a Decimal128, which has 34 digits and exponents from -6176 to 6111");
    case bson::DecimalText::ok:
      break;
  }
  out.append(field, {bson::Type::Decimal128, std::string_view(bits.data(), bits.size())});
}

}  // namespace shardsweep::datasets
