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

extended_json::DoubleText parse_double(std::string_view text, double& value) {
  using extended_json::DoubleText;
  if (same_letters(text, "nan")) {
    value = std::numeric_limits<double>::quiet_NaN();
    return DoubleText::ok;
  }
  const bool negative = text.starts_with('-');
  if (has_sign(text)) text.remove_prefix(1);
  DoubleText result = DoubleText::ok;
  if (same_letters(text, "inf") || same_letters(text, "infinity")) {
    value = std::numeric_limits<double>::infinity();
  } else if (has_sign(text)) {
    return DoubleText::malformed;
  } else {
    result = extended_json::read_double(text, value);
  }
  if (negative) value = -value;
  return result;
}

}  // namespace shardsweep::datasets
