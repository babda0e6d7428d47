#include "host/columns/derived_value.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>

#include "datasets/bson/decimal128.hpp"

namespace shardsweep::host {
namespace {

using Function = DerivedField::Function;

struct Calendar {
  std::int64_t year = 0;
  int month = 0;  // 1..12
  int day = 0;    // 1..31
  int hour = 0;
  std::int64_t millisecond_of_day = 0;
};

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// Proleptic Gregorian date of any int64 of milliseconds since 1970, by eras of 400 years
/// (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days).
Calendar calendar_of(std::int64_t milliseconds) {
  constexpr std::int64_t day_length = 86'400'000;
  const std::int64_t days = floor_div(milliseconds, day_length);
  Calendar calendar;
  calendar.millisecond_of_day = milliseconds - days * day_length;
  calendar.hour = static_cast<int>(calendar.millisecond_of_day / 3'600'000);
  const std::int64_t z = days + 719'468;  // from 0000-03-01
  const std::int64_t era = floor_div(z, 146'097);
  const std::int64_t doe = z - era * 146'097;
  const std::int64_t yoe = (doe - doe / 1460 + doe / 36'524 - doe / 146'096) / 365;
  const std::int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  const std::int64_t mp = (5 * doy + 2) / 153;
  calendar.day = static_cast<int>(doy - (153 * mp + 2) / 5 + 1);
  calendar.month = static_cast<int>(mp < 10 ? mp + 3 : mp - 9);
  calendar.year = yoe + era * 400 + (calendar.month <= 2 ? 1 : 0);
  return calendar;
}

std::optional<std::int64_t> milliseconds_of(const bson::ValueView& value) {
  switch (value.type) {
    case bson::Type::Date:
      return value.as_int64();
    case bson::Type::Timestamp:
      return std::int64_t{bson::load<std::uint32_t>(value.bytes.data() + 4)} * 1000;
    case bson::Type::ObjectId:
      return std::int64_t{__builtin_bswap32(bson::load<std::uint32_t>(value.bytes.data()))} * 1000;
    default:
      return std::nullopt;
  }
}

void append_hex(std::string_view bytes, std::string& out) {
  for (const char byte : bytes)
    fmt::format_to(std::back_inserter(out), "{:02x}", static_cast<std::uint8_t>(byte));
}

void append_double(double value, std::string& out) {
  // Whole numbers are written as an int64 with the same value would be.
  if (value >= -0x1p63 && value < 0x1p63 && std::trunc(value) == value)
    out += std::to_string(static_cast<std::int64_t>(value));
  else if (std::isnan(value))
    out += "NaN";
  else if (std::isinf(value))
    out += value < 0 ? "-Infinity" : "Infinity";
  else
    out += fmt::format("{}", value);
}

void append_date(std::int64_t milliseconds, std::string& out) {
  const Calendar c = calendar_of(milliseconds);
  const std::int64_t ms = c.millisecond_of_day;
  fmt::format_to(std::back_inserter(out), "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", c.year,
                 c.month, c.day, c.hour, ms / 60'000 % 60, ms / 1000 % 60, ms % 1000);
}

bool append_uuid(const bson::ValueView& value, std::string& out) {
  const auto subtype = static_cast<std::uint8_t>(value.bytes[4]);
  if (value.bytes.size() != 21 || (subtype != 3 && subtype != 4)) return false;
  constexpr int groups[] = {4, 2, 2, 2, 6};
  std::size_t at = 5;
  for (const int bytes : groups) {
    if (at != 5) out += '-';
    append_hex(value.bytes.substr(at, static_cast<std::size_t>(bytes)), out);
    at += static_cast<std::size_t>(bytes);
  }
  return true;
}

}  // namespace

bson::Value integer_value(std::int64_t number) {
  bson::Value value;
  const bool fits = number >= std::numeric_limits<std::int32_t>::min() &&
                    number <= std::numeric_limits<std::int32_t>::max();
  value.type = fits ? bson::Type::Int32 : bson::Type::Int64;
  char bytes[8];
  std::memcpy(bytes, &number, sizeof bytes);
  value.bytes.assign(bytes, fits ? 4 : 8);
  return value;
}

bson::Value string_value(const std::string& text) {
  bson::Value value;
  value.type = bson::Type::String;
  const auto length = static_cast<std::uint32_t>(text.size() + 1);
  char bytes[4];
  std::memcpy(bytes, &length, sizeof bytes);
  value.bytes.assign(bytes, sizeof bytes);
  value.bytes.append(text.c_str(), text.size() + 1);
  return value;
}

bson::Value calendar_part(const bson::ValueView& value, Function part) {
  const std::optional<std::int64_t> milliseconds = milliseconds_of(value);
  if (!milliseconds) return {};
  const Calendar calendar = calendar_of(*milliseconds);
  switch (part) {
    case Function::year:
      return integer_value(calendar.year);
    case Function::month:
      return integer_value(calendar.month);
    case Function::day:
      return integer_value(calendar.day);
    case Function::hour:
      return integer_value(calendar.hour);
    default:
      return integer_value(calendar.year * 100 + calendar.month);
  }
}

bson::Value text_prefix(const bson::ValueView& value, std::int64_t characters) {
  if (value.type != bson::Type::String) return {};
  const std::string_view text = value.as_string();
  std::size_t end = 0;
  for (std::int64_t taken = 0; end < text.size(); ++end) {
    const bool begins = (static_cast<std::uint8_t>(text[end]) & 0xc0) != 0x80;  // UTF-8
    if (begins && taken++ == characters) break;
  }
  return string_value(std::string(text.substr(0, end)));
}

bson::Value hash_bucket(std::int64_t hash, std::int64_t count) {
  const std::int64_t rest = hash % count;
  return integer_value(rest < 0 ? rest + count : rest);
}

bool append_plain_text(const bson::ValueView& value, std::string& out) {
  switch (value.type) {
    case bson::Type::String:
    case bson::Type::Symbol:
      out += value.as_string();
      return true;
    case bson::Type::Int32:
      out += std::to_string(value.as_int32());
      return true;
    case bson::Type::Int64:
      out += std::to_string(value.as_int64());
      return true;
    case bson::Type::Double:
      append_double(value.as_double(), out);
      return true;
    case bson::Type::Bool:
      out += value.as_bool() ? "true" : "false";
      return true;
    case bson::Type::Date:
      append_date(value.as_int64(), out);
      return true;
    case bson::Type::ObjectId:
      append_hex(value.bytes, out);
      return true;
    case bson::Type::Decimal128: {
      bson::DecimalBits bits;
      std::memcpy(bits.data(), value.bytes.data(), bits.size());
      out += bson::decimal128_text(bits);
      return true;
    }
    case bson::Type::Binary:
      return append_uuid(value, out);
    default:
      return false;
  }
}

}  // namespace shardsweep::host
