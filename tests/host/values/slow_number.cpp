#include "tests/host/values/slow_number.hpp"

#include <bit>
#include <cmath>

namespace shardsweep::host {
namespace {

/// digits * factor for a small factor; digits are most significant first.
std::string multiply(const std::string& digits, int factor) {
  std::string result(digits.size() + 1, '0');
  int carry = 0;
  for (std::size_t i = digits.size(); i-- > 0;) {
    const int product = (digits[i] - '0') * factor + carry;
    result[i + 1] = static_cast<char>('0' + product % 10);
    carry = product / 10;
  }
  result[0] = static_cast<char>('0' + carry);
  return carry == 0 ? result.substr(1) : result;
}

/// whole * 10^exponent.
SlowNumber normalised(bool negative, std::string whole, int exponent) {
  SlowNumber result;
  whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size()));
  if (whole.empty()) return result;
  result.negative = negative;
  result.place = static_cast<int>(whole.size()) + exponent;
  whole.erase(whole.find_last_not_of('0') + 1);
  result.digits = whole;
  return result;
}

SlowNumber special(SlowNumber::Kind kind) {
  SlowNumber result;
  result.kind = kind;
  return result;
}

SlowNumber of_double(double value) {
  if (std::isnan(value)) return special(SlowNumber::Kind::nan);
  if (std::isinf(value)) {
    return special(value < 0 ? SlowNumber::Kind::minus_infinity : SlowNumber::Kind::infinity);
  }
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const int biased = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t mantissa = biased == 0 ? fraction : fraction | std::uint64_t{1} << 52;
  int exponent = (biased == 0 ? 1 : biased) - 1075;
  std::string whole = std::to_string(mantissa);
  const int halvings = std::max(0, -exponent);  // each is "times five, one place down"
  for (int i = 0; i < halvings; ++i) whole = multiply(whole, 5);
  for (; exponent > 0; --exponent) whole = multiply(whole, 2);
  return normalised(value < 0, whole, -halvings);
}

/// Digits of a number in binary, most significant bit first.
std::string to_digits(std::uint64_t high, std::uint64_t low) {
  std::string digits = "0";
  for (int bit = 127; bit >= 0; --bit) {
    digits = multiply(digits, 2);
    const std::uint64_t half = bit >= 64 ? high : low;
    // Doubled, the last digit is even: adding one never carries.
    if (half >> (bit % 64) & 1) ++digits.back();
  }
  return digits;
}

SlowNumber of_decimal(const char* bytes) {
  const auto low = bson::load<std::uint64_t>(bytes);
  const auto high = bson::load<std::uint64_t>(bytes + 8);
  const bool negative = (high >> 63) != 0;
  const auto top = high >> 58 & 31;
  if (top == 31) return special(SlowNumber::Kind::nan);
  if (top == 30) {
    return special(negative ? SlowNumber::Kind::minus_infinity : SlowNumber::Kind::infinity);
  }
  if (top >= 24) return {};
  const std::string digits = to_digits(high & 0x1ffffffffffff, low);
  if (digits.size() > 34) return {};
  return normalised(negative, digits, static_cast<int>(high >> 49 & 0x3fff) - 6176);
}

}  // namespace

SlowNumber SlowNumber::of(const bson::ValueView& value) {
  if (value.type == bson::Type::Double) return of_double(value.as_double());
  if (value.type == bson::Type::Decimal128) return of_decimal(value.bytes.data());
  std::string text =
      std::to_string(value.type == bson::Type::Int32 ? value.as_int32() : value.as_int64());
  const bool negative = text.front() == '-';
  return normalised(negative, text.substr(negative ? 1 : 0), 0);
}

std::weak_ordering slow_compare(const SlowNumber& a, const SlowNumber& b) {
  if (a.kind != b.kind) return a.kind <=> b.kind;
  if (a.kind != SlowNumber::Kind::finite) return std::weak_ordering::equivalent;
  const auto sign = [](const SlowNumber& n) { return n.digits.empty() ? 0 : n.negative ? -1 : 1; };
  if (sign(a) != sign(b)) return sign(a) <=> sign(b);
  const SlowNumber& smaller_side = a.negative ? b : a;
  const SlowNumber& other_side = a.negative ? a : b;
  if (a.place != b.place) return smaller_side.place <=> other_side.place;
  return smaller_side.digits <=> other_side.digits;
}

}  // namespace shardsweep::host
