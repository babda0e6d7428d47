#include "datasets/extended_json/double_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

namespace shardsweep::extended_json {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Tells overflow from underflow of a number that fits no double and is not zero, by the power of
/// ten of its first digit that is not zero.
bool is_large(std::string_view digits) {
  const std::size_t mantissa_end = std::min(digits.find_first_of("eE"), digits.size());
  const std::string_view mantissa = digits.substr(0, mantissa_end);
  const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
  const auto first = static_cast<std::int64_t>(mantissa.find_first_of("123456789"));
  std::string_view exponent_text = digits.substr(std::min(mantissa_end + 1, digits.size()));
  const bool negative = exponent_text.starts_with('-');
  if (negative || exponent_text.starts_with('+')) exponent_text.remove_prefix(1);
  // Cut far beyond what the length of a text can make up for.
  constexpr std::int64_t far = std::int64_t{1} << 50;
  std::int64_t exponent = 0;
  for (const char c : exponent_text) exponent = std::min(exponent * 10 + (c - '0'), far);
  return (negative ? -exponent : exponent) + point - first > 0;
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
