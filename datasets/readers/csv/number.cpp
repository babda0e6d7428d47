#include "datasets/readers/csv/number.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace shardsweep::datasets {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool same_letters(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + ('a' - 'A')) : a) == b;
  });
}

bool has_sign(std::string_view text) {
  return !text.empty() && (text[0] == '+' || text[0] == '-');
}

/// digits [. digits] [e [sign] digits], at least one digit before the exponent.
bool is_decimal(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t begin = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at - begin;
  };
  std::size_t mantissa = digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    mantissa += digits();
  }
  if (mantissa == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (digits() == 0) return false;
  }
  return at == text.size();
}

/// Where the first digit other than 0 of a non-zero decimal stands: 1 for 9.5, 0 for 0.5; with the
/// exponent added. from_chars does not tell values that are too large from those too small.
std::int64_t decimal_exponent(std::string_view text) {
  const std::size_t mantissa_end = std::min(text.find_first_of("eE"), text.size());
  const std::string_view mantissa = text.substr(0, mantissa_end);
  const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
  const auto first = static_cast<std::int64_t>(mantissa.find_first_of("123456789"));
  const std::int64_t place = first < point ? point - first : point + 1 - first;
  std::int64_t exponent = 0;
  std::string_view digits = text.substr(std::min(mantissa_end + 1, text.size()));
  const bool negative = !digits.empty() && digits[0] == '-';
  if (has_sign(digits)) digits.remove_prefix(1);
  // A clamp far beyond what the length of a cell can make up for.
  for (const char digit : digits)
    exponent = std::min<std::int64_t>(exponent * 10 + (digit - '0'), std::int64_t{1} << 40);
  return place + (negative ? -exponent : exponent);
}

}  // namespace

bool is_integer_text(std::string_view text) noexcept {
  if (has_sign(text)) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

std::optional<std::int64_t> parse_int64(std::string_view text) noexcept {
  if (!is_integer_text(text)) return std::nullopt;
  if (text[0] == '+') text.remove_prefix(1);
  std::int64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc()) return std::nullopt;
  return value;
}

std::optional<double> parse_double(std::string_view text) {
  if (same_letters(text, "nan")) return std::numeric_limits<double>::quiet_NaN();
  const bool negative = !text.empty() && text[0] == '-';
  if (has_sign(text)) text.remove_prefix(1);
  if (same_letters(text, "inf") || same_letters(text, "infinity")) {
    const double infinity = std::numeric_limits<double>::infinity();
    return negative ? -infinity : infinity;
  }
  if (!is_decimal(text)) return std::nullopt;
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec == std::errc::result_out_of_range) {
    if (decimal_exponent(text) > 0) return std::nullopt;
    value = 0;  // too small for a double
  }
  return negative ? -value : value;
}

}  // namespace shardsweep::datasets
