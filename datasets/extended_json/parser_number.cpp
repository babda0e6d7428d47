#include <array>
#include <charconv>

#include "datasets/extended_json/double_text.hpp"
#include "datasets/extended_json/parser.hpp"

namespace shardsweep::extended_json {

using bson::Type;

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Powers of ten that a double holds exactly.
constexpr std::array<double, 16> exact_powers = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

}  // namespace

/// A JSON number: int32 if it is an integer that fits, else int64, else double.
void Parser::number() {
  const char* const begin = at_;
  const bool negative = take('-');
  const char* const first = at_;
  std::uint64_t magnitude = 0;
  for (; at_ != end_ && is_digit(*at_); ++at_) {
    magnitude = magnitude * 10 + static_cast<std::uint64_t>(*at_ - '0');
  }
  const auto digits = at_ - first;
  if (digits == 0) fail("a digit is expected after '-'");
  if (*first == '0' && digits > 1) fail_at(first, "a number must not begin with 0");
  const char c = peek();
  if (c == '.' || c == 'e' || c == 'E') return real_number(begin);
  if (digits > 18) return long_integer({begin, static_cast<std::size_t>(at_ - begin)});
  put_integer(negative ? -static_cast<std::int64_t>(magnitude)
                       : static_cast<std::int64_t>(magnitude));
}

void Parser::put_integer(std::int64_t value) {
  if (value == static_cast<std::int32_t>(value)) {
    set_type(Type::Int32);
    put(static_cast<std::int32_t>(value));
  } else {
    set_type(Type::Int64);
    put(value);
  }
}

/// An integer of 19 digits or more.
void Parser::long_integer(std::string_view digits) {
  std::int64_t value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (result.ec == std::errc()) return put_integer(value);
  put_double(digits);
  ++notes_.integers_to_double;
}

/// A number that goes on at at_ with a point or an exponent.
void Parser::real_number(const char* begin) {
  std::uint64_t digits = 0;
  std::int64_t scale = 0;
  const char* mantissa_end = at_;
  if (take('.')) {
    const char* const fraction = at_;
    while (at_ != end_ && is_digit(*at_)) ++at_;
    if (at_ == fraction) fail("a digit is expected after the decimal point");
    scale = fraction - at_;
    mantissa_end = at_;
  }
  const bool has_exponent = take('e') || take('E');
  if (has_exponent) {
    if (!take('-')) take('+');
    const char* const exponent = at_;
    while (at_ != end_ && is_digit(*at_)) ++at_;
    if (at_ == exponent) fail("a digit is expected in the exponent");
  }
  const std::string_view text(begin, static_cast<std::size_t>(at_ - begin));
  // W. Clinger's fast path: both parts are exact doubles, so one division rounds correctly.
  if (!has_exponent && mantissa_end - begin <= 17 && scale >= -15) {
    for (const char* c = begin; c != mantissa_end; ++c) {
      if (is_digit(*c)) digits = digits * 10 + static_cast<std::uint64_t>(*c - '0');
    }
    if (digits <= std::uint64_t{1} << 53) {
      const double value =
          static_cast<double>(digits) / exact_powers[static_cast<std::size_t>(-scale)];
      set_type(Type::Double);
      return put(*begin == '-' ? -value : value);
    }
  }
  put_double(text);
}

void Parser::put_double(std::string_view text) {
  double value = 0;
  const DoubleText result = read_double(text, value);
  const char* const begin = text.data();
  if (result == DoubleText::malformed) fail_at(begin, "this is no decimal number");
  if (result == DoubleText::too_large) {
    fail_at(begin, "the number is beyond the range of a double (about 1.8e308)");
  }
  set_type(Type::Double);
  put(value);
}

}  // namespace shardsweep::extended_json
