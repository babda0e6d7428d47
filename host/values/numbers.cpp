#include <algorithm>
#include <array>
#include <cmath>

#include "hashing/decimal.hpp"
#include "host/values/natural.hpp"
#include "host/values/order.hpp"

// Exact comparison of numbers of any two types, as MongoDB's src/mongo/base/compare_numbers.h
// defines the outcome: mathematical order, NaN least, -0 equal to 0.
namespace shardsweep::host {
namespace {

using bson::Type;
using bson::ValueView;
using hashing::Decimal;
using hashing::UInt128;
using std::weak_ordering;

constexpr double two_63 = 9223372036854775808.0;

std::int64_t integer(const ValueView& value) {
  return value.type == Type::Int32 ? value.as_int32() : value.as_int64();
}

Decimal decimal(const ValueView& value) {
  return hashing::decode_decimal(bson::load<std::uint64_t>(value.bytes.data()),
                                 bson::load<std::uint64_t>(value.bytes.data() + 8));
}

weak_ordering reverse(weak_ordering order) {
  return 0 <=> order;
}

weak_ordering compare_doubles(double a, double b) {
  if (a < b) return weak_ordering::less;
  if (a > b) return weak_ordering::greater;
  if (a == b) return weak_ordering::equivalent;
  return std::isnan(b) <=> std::isnan(a);
}

weak_ordering compare_integer_double(std::int64_t a, double b) {
  if (std::isnan(b) || b < -two_63) return weak_ordering::greater;
  if (b >= two_63) return weak_ordering::less;
  const auto whole = static_cast<std::int64_t>(b);
  if (a != whole) return a <=> whole;
  // The cut fraction is exact: a double with a fraction is below 2^53.
  return compare_doubles(0.0, b - static_cast<double>(whole));
}

/// NaN -2, -Infinity -1, finite 0, Infinity 1.
int rank_of_kind(const Decimal& d) {
  if (d.kind == Decimal::Kind::nan) return -2;
  if (d.kind == Decimal::Kind::infinite) return d.negative ? -1 : 1;
  return 0;
}

int rank_of_kind(double d) {
  if (std::isnan(d)) return -2;
  return std::isinf(d) ? (d < 0 ? -1 : 1) : 0;
}

int sign(const Decimal& d) {
  return d.coefficient == 0 ? 0 : d.negative ? -1 : 1;
}
int sign(double d) {
  return d == 0 ? 0 : d < 0 ? -1 : 1;
}

int digit_count(UInt128 value) {
  static const auto powers = [] {
    std::array<UInt128, 35> table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
      table[i] = hashing::power_of_ten(static_cast<int>(i));
    }
    return table;
  }();
  return static_cast<int>(std::upper_bound(powers.begin(), powers.end(), value) - powers.begin());
}

/// Both finite and not zero; signs ignored.
weak_ordering compare_magnitudes(const Decimal& a, const Decimal& b) {
  const int a_digits = digit_count(a.coefficient);
  const int b_digits = digit_count(b.coefficient);
  if (a_digits + a.exponent != b_digits + b.exponent) {
    return a_digits + a.exponent <=> b_digits + b.exponent;
  }
  // The first digits stand at the same place, so the shorter one needs at most 33 zeros.
  const UInt128 a_scaled = a.coefficient * hashing::power_of_ten(std::max(0, b_digits - a_digits));
  const UInt128 b_scaled = b.coefficient * hashing::power_of_ten(std::max(0, a_digits - b_digits));
  return a_scaled <=> b_scaled;
}

/// Both finite and not zero; signs ignored.
weak_ordering compare_magnitudes(const Decimal& a, double b) {
  // Doubles lie within 10^-324 .. 10^309; beyond, powers of five would not fit a Natural.
  const int place = digit_count(a.coefficient) + a.exponent;
  if (place > 309) return weak_ordering::greater;
  if (place < -323) return weak_ordering::less;
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(b), &exponent);
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  exponent -= 53;
  // a = left * 2^e (powers of five multiplied to the side where they are whole), b = right * 2^x.
  Natural left(a.coefficient), right(mantissa);
  left.multiply_by_power_of_five(std::max(0, a.exponent));
  right.multiply_by_power_of_five(std::max(0, -a.exponent));
  const int shift = a.exponent - exponent;
  const int left_bits = left.bit_length() + shift;
  if (left_bits != right.bit_length()) return left_bits <=> right.bit_length();
  if (shift > 0) left.shift_left(shift);
  if (shift < 0) right.shift_left(-shift);
  return left <=> right;
}

/// `other` is a Decimal or a double.
template <class Other>
weak_ordering compare_decimal(const Decimal& a, const Other& other) {
  const int kind = rank_of_kind(a);
  if (kind != 0 || rank_of_kind(other) != 0) return kind <=> rank_of_kind(other);
  if (sign(a) != sign(other)) return sign(a) <=> sign(other);
  if (sign(a) == 0) return weak_ordering::equivalent;
  const weak_ordering magnitudes = compare_magnitudes(a, other);
  return sign(a) < 0 ? reverse(magnitudes) : magnitudes;
}

Decimal to_decimal(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  Decimal result;
  result.negative = value < 0;
  result.coefficient = value < 0 ? 0 - bits : bits;
  return result;
}

weak_ordering compare_decimal_with(const Decimal& a, const ValueView& b) {
  switch (b.type) {
    case Type::Decimal128:
      return compare_decimal(a, decimal(b));
    case Type::Double:
      return compare_decimal(a, b.as_double());
    default:
      return compare_decimal(a, to_decimal(integer(b)));
  }
}

}  // namespace

weak_ordering compare_numbers(const ValueView& a, const ValueView& b) {
  if (a.type == Type::Decimal128) return compare_decimal_with(decimal(a), b);
  if (b.type == Type::Decimal128) return reverse(compare_decimal_with(decimal(b), a));
  if (a.type == Type::Double) {
    if (b.type == Type::Double) return compare_doubles(a.as_double(), b.as_double());
    return reverse(compare_integer_double(integer(b), a.as_double()));
  }
  if (b.type == Type::Double) return compare_integer_double(integer(a), b.as_double());
  return integer(a) <=> integer(b);
}

}  // namespace shardsweep::host
