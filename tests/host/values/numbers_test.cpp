#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "datasets/bson/builder.hpp"
#include "hashing/decimal.hpp"
#include "host/values/order.hpp"
#include "tests/host/values/slow_number.hpp"

namespace shardsweep::host {
namespace {

using bson::Type;
using bson::Value;
using hashing::UInt128;
using std::weak_ordering;

template <class T>
Value number(Type type, T value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return {type, bytes};
}

Value int32(std::int32_t value) {
  return number(Type::Int32, value);
}
Value int64(std::int64_t value) {
  return number(Type::Int64, value);
}
Value real(double value) {
  return number(Type::Double, value);
}
Value raw_decimal(std::uint64_t high, std::uint64_t low) {
  Value value = number(Type::Decimal128, low);
  value.bytes += number(Type::Decimal128, high).bytes;
  return value;
}
Value decimal(bool negative, UInt128 coefficient, int exponent) {
  const std::uint64_t high = (negative ? std::uint64_t{1} << 63 : 0) |
                             static_cast<std::uint64_t>(exponent + 6176) << 49 |
                             static_cast<std::uint64_t>(coefficient >> 64);
  return raw_decimal(high, static_cast<std::uint64_t>(coefficient));
}

const Value decimal_nan = raw_decimal(0x7c00000000000000, 0);
const Value decimal_infinity = raw_decimal(0x7800000000000000, 0);
const Value decimal_minus_infinity = raw_decimal(0xf800000000000000, 0);

void expect_order(const Value& a, const Value& b, weak_ordering order) {
  EXPECT_EQ(compare_numbers(a, b), order);
  EXPECT_EQ(compare_numbers(b, a), 0 <=> order);
  EXPECT_EQ(compare_values(a, b), order);
}

TEST(CompareNumbers, PutsNanLeastAndEqualToItself) {
  const Value nan = real(std::nan(""));
  expect_order(nan, real(-std::numeric_limits<double>::quiet_NaN()), weak_ordering::equivalent);
  expect_order(nan, decimal_nan, weak_ordering::equivalent);
  for (const Value& other : {real(-INFINITY), decimal_minus_infinity, int64(INT64_MIN), int32(0),
                             decimal(true, 1, 6111)}) {
    expect_order(nan, other, weak_ordering::less);
    expect_order(decimal_nan, other, weak_ordering::less);
  }
}

TEST(CompareNumbers, TreatsZerosAlike) {
  for (const Value& zero :
       {real(-0.0), int32(0), int64(0), decimal(true, 0, 0), decimal(false, 0, 99),
        decimal(false, hashing::power_of_ten(34), 3),  // a digit too many
        raw_decimal(0x6c10000000000000, 1)}) {         // large-coefficient form
    expect_order(zero, real(0.0), weak_ordering::equivalent);
    expect_order(zero, decimal(false, 0, -5), weak_ordering::equivalent);
    expect_order(zero, real(5e-324), weak_ordering::less);
    expect_order(zero, decimal(false, 1, -6176), weak_ordering::less);
    expect_order(zero, decimal(true, 1, -6176), weak_ordering::greater);
    expect_order(zero, int32(-1), weak_ordering::greater);
  }
}

TEST(CompareNumbers, TakesInfinitiesOfBothKindsAsOne) {
  expect_order(real(INFINITY), decimal_infinity, weak_ordering::equivalent);
  expect_order(real(-INFINITY), decimal_minus_infinity, weak_ordering::equivalent);
  expect_order(decimal(false, hashing::power_of_ten(34) - 1, 6111), real(INFINITY),
               weak_ordering::less);
  expect_order(decimal_infinity, real(std::numeric_limits<double>::max()), weak_ordering::greater);
}

TEST(CompareNumbers, RoundsNothing) {
  const std::int64_t two_53 = std::int64_t{1} << 53;
  expect_order(int64(two_53 + 1), real(9007199254740992.0), weak_ordering::greater);
  expect_order(int64(INT64_MAX), real(9223372036854775808.0), weak_ordering::less);
  expect_order(int64(INT64_MIN), real(-9223372036854775808.0), weak_ordering::equivalent);
  expect_order(int64(-3), real(-2.5), weak_ordering::less);
  expect_order(int64(-2), real(-2.5), weak_ordering::greater);
  expect_order(decimal(false, 1, -1), real(0.1), weak_ordering::less);
  expect_order(decimal(false, 5, -1), real(0.5), weak_ordering::equivalent);
  expect_order(decimal(false, 10, -1), int32(1), weak_ordering::equivalent);
  expect_order(decimal(false, 9223372036854775807, 0), int64(INT64_MAX), weak_ordering::equivalent);
  expect_order(decimal(true, UInt128{1} << 63, 0), int64(INT64_MIN), weak_ordering::equivalent);
  expect_order(decimal(false, 4, -324), real(5e-324), weak_ordering::less);
  expect_order(decimal(false, 5, -324), real(5e-324), weak_ordering::greater);
}

/// Numbers that tend to lie near each other across the types.
class NearNumbers {
 public:
  explicit NearNumbers(std::uint64_t seed) : random_(seed) {}

  Value next() {
    switch (pick(8)) {
      case 0:
        return int32(static_cast<std::int32_t>(random_() >> pick(64)));
      case 1:
        return int64(near_integer());
      case 2:
        return real(static_cast<double>(near_integer()));
      case 3:
        return real(std::ldexp(static_cast<double>(near_integer()), pick(60) - 50));
      case 4:
        return real(std::bit_cast<double>(random_()));
      case 5:
        return raw_decimal(random_(), random_());
      case 6:
        return near_double();
      default:
        return decimal(pick(2) == 0, random_() >> pick(64), pick(30) - 20);
    }
  }

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<std::uint64_t>(below)); }
  std::int64_t near_integer() {
    const auto edge = static_cast<std::uint64_t>(1) << pick(64);
    return static_cast<std::int64_t>(edge + static_cast<std::uint64_t>(pick(5)) - 2);
  }
  /// The first digits of a double, so that it differs from the double far behind or not at all.
  Value near_double() {
    const double magnitude = std::ldexp(static_cast<double>(1 + pick(4)), pick(2098) - 1074);
    const SlowNumber exact = SlowNumber::of(real(magnitude));
    const std::string digits = exact.digits.substr(0, static_cast<std::size_t>(1 + pick(34)));
    UInt128 coefficient = 0;
    for (const char digit : digits)
      coefficient = coefficient * 10 + static_cast<unsigned>(digit - '0');
    return decimal(false, coefficient + static_cast<unsigned>(pick(2)),
                   exact.place - static_cast<int>(digits.size()));
  }

  std::mt19937_64 random_;
};

TEST(CompareNumbers, AgreesWithDigitsOnPaper) {
  constexpr std::uint64_t seed = 4711;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  NearNumbers source(seed);
  std::vector<Value> values;
  std::vector<SlowNumber> digits;
  for (int i = 0; i < 900; ++i) {
    values.push_back(source.next());
    digits.push_back(SlowNumber::of(values.back()));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      ASSERT_EQ(compare_numbers(values[i], values[k]), slow_compare(digits[i], digits[k]))
          << i << " against " << k << ": 0." << digits[i].digits << "e" << digits[i].place
          << " and 0." << digits[k].digits << "e" << digits[k].place;
    }
  }
}

/// Powers of two as doubles against the decimals closest to them: differences in the last place.
TEST(CompareNumbers, AgreesWithDigitsNextToEveryPowerOfTwo) {
  for (int exponent = -1074; exponent < 1024; ++exponent) {
    const Value power = real(std::ldexp(1.0, exponent));
    const SlowNumber exact = SlowNumber::of(power);
    const std::string digits = exact.digits.substr(0, 34);
    UInt128 coefficient = 0;
    for (const char digit : digits)
      coefficient = coefficient * 10 + static_cast<unsigned>(digit - '0');
    const int scale = exact.place - static_cast<int>(digits.size());
    for (const int off : {-1, 0, 1}) {
      const Value near = decimal(false, coefficient + static_cast<UInt128>(off), scale);
      ASSERT_EQ(compare_numbers(near, power), slow_compare(SlowNumber::of(near), exact))
          << "2^" << exponent << " off by " << off;
    }
  }
}

}  // namespace
}  // namespace shardsweep::host
