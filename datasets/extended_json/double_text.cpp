#include "datasets/extended_json/double_text.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

namespace shardsweep::extended_json {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Tells overflow from underflow of a number that fits no double: the power of ten of its first
/// digit that is not zero, cut to +-10^9.
bool is_large(std::string_view digits) {
  const std::size_t e = digits.find_first_of("eE");
  const std::string_view mantissa = digits.substr(0, e);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = mantissa.find_first_of("123456789");
  if (e == std::string_view::npos) return first < point;
  const char* exponent_begin = digits.data() + e + 1;
  const char* const end = digits.data() + digits.size();
  if (*exponent_begin == '+') ++exponent_begin;
  long long exponent = 0;
  if (std::from_chars(exponent_begin, end, exponent).ec == std::errc::result_out_of_range) {
    return *exponent_begin != '-';
  }
  return exponent + static_cast<long long>(point) - static_cast<long long>(first) > 0;
}

}  // namespace

DoubleText read_double(std::string_view text, double& value) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  // from_chars would also take "inf" and "nan".
  if (digits.empty() || !(is_digit(digits.front()) || digits.front() == '.')) {
    return DoubleText::malformed;
  }
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (stop != end || error == std::errc::invalid_argument) return DoubleText::malformed;
  if (error == std::errc::result_out_of_range || std::isinf(value)) {
    if (is_large(digits)) return DoubleText::too_large;
    value = 0;
  }
  if (negative) value = -value;
  return DoubleText::ok;
}

}  // namespace shardsweep::extended_json
