#include "datasets/bson/decimal128.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "datasets/bson/view.hpp"

namespace shardsweep::bson {

namespace {

__extension__ using Coefficient = unsigned __int128;

constexpr int max_digits = 34;
constexpr std::int64_t min_exponent = -6176;
constexpr std::int64_t max_exponent = 6111;
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;
constexpr std::uint64_t infinity_bits = 0x7800000000000000U;
constexpr std::uint64_t nan_bits = 0x7c00000000000000U;
constexpr int exponent_shift = 49;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool same_word(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

DecimalBits encode(std::uint64_t high, std::uint64_t low) {
  DecimalBits value;
  std::memcpy(value.data(), &low, sizeof low);
  std::memcpy(value.data() + 8, &high, sizeof high);
  return value;
}

/// Digits with a point and an exponent, taken apart.
struct NumberText {
  std::string_view whole;
  std::string_view fraction;
  std::int64_t exponent = 0;  ///< cut to +-10^12
};

std::string_view take_digits(std::string_view& rest) {
  std::size_t n = 0;
  while (n < rest.size() && is_digit(rest[n])) ++n;
  const std::string_view digits = rest.substr(0, n);
  rest.remove_prefix(n);
  return digits;
}

bool split(std::string_view rest, NumberText& number) {
  number.whole = take_digits(rest);
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    number.fraction = take_digits(rest);
  }
  if (number.whole.empty() && number.fraction.empty()) return false;
  if (rest.empty()) return true;
  if (rest.front() != 'e' && rest.front() != 'E') return false;
  rest.remove_prefix(1);
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  const std::string_view digits = take_digits(rest);
  for (const char c : digits) {
    number.exponent = std::min<std::int64_t>(number.exponent * 10 + (c - '0'), 1'000'000'000'000);
  }
  if (negative) number.exponent = -number.exponent;
  return !digits.empty() && rest.empty();
}

/// Reads significant digits one by one out of both parts.
char digit_at(const NumberText& number, std::size_t i) {
  return i < number.whole.size() ? number.whole[i] : number.fraction[i - number.whole.size()];
}

DecimalText encode_number(const NumberText& number, std::uint64_t sign, DecimalBits& value) {
  const std::size_t digits = number.whole.size() + number.fraction.size();
  std::size_t first = 0;
  while (first < digits && digit_at(number, first) == '0') ++first;
  std::int64_t exponent = number.exponent - static_cast<std::int64_t>(number.fraction.size());
  Coefficient coefficient = 0;
  if (first == digits) {
    exponent = std::clamp(exponent, min_exponent, max_exponent);
  } else {
    const auto significant = static_cast<std::int64_t>(digits - first);
    // Zeros at the end that do not fit, or that bring the exponent up to the smallest one.
    const std::int64_t drop =
        std::max({std::int64_t{0}, significant - max_digits, min_exponent - exponent});
    if (drop >= significant) return DecimalText::inexact;
    const std::size_t kept = digits - static_cast<std::size_t>(drop);
    for (std::size_t i = kept; i < digits; ++i) {
      if (digit_at(number, i) != '0') return DecimalText::inexact;
    }
    exponent += drop;
    const std::int64_t pad = std::max<std::int64_t>(0, exponent - max_exponent);
    if (significant - drop + pad > max_digits) return DecimalText::inexact;
    exponent -= pad;
    for (std::size_t i = first; i < kept; ++i) {
      coefficient = coefficient * 10 + static_cast<unsigned>(digit_at(number, i) - '0');
    }
    for (std::int64_t i = 0; i < pad; ++i) coefficient *= 10;
  }
  const auto biased = static_cast<std::uint64_t>(exponent - min_exponent);
  value = encode(sign | biased << exponent_shift | static_cast<std::uint64_t>(coefficient >> 64),
                 static_cast<std::uint64_t>(coefficient));
  return DecimalText::ok;
}

std::string coefficient_text(Coefficient coefficient) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(coefficient % 10));
    coefficient /= 10;
  } while (coefficient != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

/// "to-scientific-string" of the General Decimal Arithmetic specification.
std::string number_text(const std::string& digits, std::int64_t exponent) {
  const auto count = static_cast<std::int64_t>(digits.size());
  const std::int64_t scientific = exponent + count - 1;
  std::string text;
  if (exponent > 0 || scientific < -6) {
    text.append(digits, 0, 1);
    if (count > 1) text.append(1, '.').append(digits, 1);
    return text.append(scientific < 0 ? "E" : "E+").append(std::to_string(scientific));
  }
  if (exponent == 0) return digits;
  const std::int64_t whole = count + exponent;
  if (whole > 0) {
    const auto point = static_cast<std::size_t>(whole);
    return text.append(digits, 0, point).append(1, '.').append(digits, point);
  }
  return text.append("0.").append(static_cast<std::size_t>(-whole), '0').append(digits);
}

}  // namespace

DecimalText read_decimal128(std::string_view text, DecimalBits& value) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const std::uint64_t sign = negative ? sign_bit : 0;
  if (same_word(text, "nan")) {
    value = encode(nan_bits, 0);
    return DecimalText::ok;
  }
  if (same_word(text, "infinity") || same_word(text, "inf")) {
    value = encode(sign | infinity_bits, 0);
    return DecimalText::ok;
  }
  NumberText number;
  if (!split(text, number)) return DecimalText::malformed;
  return encode_number(number, sign, value);
}

std::string decimal128_text(const DecimalBits& value) {
  const auto low = load<std::uint64_t>(value.data());
  const auto high = load<std::uint64_t>(value.data() + 8);
  if ((high & nan_bits) == nan_bits) return "NaN";
  const std::string sign = (high & sign_bit) != 0 ? "-" : "";
  if ((high & infinity_bits) == infinity_bits) return sign + "Infinity";
  // Two set bits after the sign announce the second form, whose coefficients are all too large.
  const bool second_form = (high >> 61 & 3U) == 3;
  const std::uint64_t biased =
      high >> (second_form ? exponent_shift - 2 : exponent_shift) & 0x3fffU;
  Coefficient coefficient = high & ((std::uint64_t{1} << exponent_shift) - 1);
  coefficient = coefficient << 64 | low;
  Coefficient limit = 1;
  for (int i = 0; i < max_digits; ++i) limit *= 10;
  if (second_form || coefficient >= limit) coefficient = 0;
  return sign + number_text(coefficient_text(coefficient),
                            static_cast<std::int64_t>(biased) + min_exponent);
}

}  // namespace shardsweep::bson
