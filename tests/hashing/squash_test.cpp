#include "hashing/squash.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

namespace shardsweep::hashing {
namespace {

constexpr std::int64_t max64 = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t min64 = std::numeric_limits<std::int64_t>::min();

/// Encodes a Decimal128 in the small-coefficient form.
std::int64_t squash(bool negative, UInt128 coefficient, int exponent) {
  const std::uint64_t high = (negative ? std::uint64_t{1} << 63 : 0) |
                             static_cast<std::uint64_t>(exponent + 6176) << 49 |
                             static_cast<std::uint64_t>(coefficient >> 64);
  return squash_decimal(static_cast<std::uint64_t>(coefficient), high);
}

// Bounds of MongoDB src/mongo/bson/bsonelement_test.cpp (SafeNumberLong).
TEST(Squash, TruncatesDoublesAndClampsThem) {
  EXPECT_EQ(squash_double(42.9), 42);
  EXPECT_EQ(squash_double(-42.9), -42);
  EXPECT_EQ(squash_double(-0.0), 0);
  EXPECT_EQ(squash_double(std::numeric_limits<double>::denorm_min()), 0);
  EXPECT_EQ(squash_double(std::nan("")), 0);
  EXPECT_EQ(squash_double(std::numeric_limits<double>::signaling_NaN()), 0);
  EXPECT_EQ(squash_double(INFINITY), max64);
  EXPECT_EQ(squash_double(-INFINITY), min64);
  EXPECT_EQ(squash_double(std::ldexp(1.0, 63)), min64);
  EXPECT_EQ(squash_double(std::nextafter(std::ldexp(1.0, 63), INFINITY)), max64);
  EXPECT_EQ(squash_double(std::nextafter(std::ldexp(1.0, 63), 0.0)), 9223372036854774784);
  EXPECT_EQ(squash_double(-std::ldexp(1.0, 63)), min64);
  EXPECT_EQ(squash_double(std::nextafter(-std::ldexp(1.0, 63), -INFINITY)), min64);
}

TEST(Squash, RoundsDecimalsHalfToEven) {
  EXPECT_EQ(squash(false, 5, -1), 0);
  EXPECT_EQ(squash(true, 5, -1), 0);
  EXPECT_EQ(squash(false, 51, -2), 1);
  EXPECT_EQ(squash(false, 15, -1), 2);
  EXPECT_EQ(squash(false, 25, -1), 2);
  EXPECT_EQ(squash(false, 35, -1), 4);
  EXPECT_EQ(squash(true, 15, -1), -2);
  EXPECT_EQ(squash(true, 275, -2), -3);
  EXPECT_EQ(squash(false, 10, -1), 1);
  EXPECT_EQ(squash(false, 1, 3), 1000);
  EXPECT_EQ(squash(true, 0, 6111), 0);
}

TEST(Squash, HandlesDecimalsFarFromOne) {
  EXPECT_EQ(squash(false, power_of_ten(34) - 1, -34), 1);
  EXPECT_EQ(squash(false, power_of_ten(34) / 2, -34), 0);
  EXPECT_EQ(squash(false, power_of_ten(34) / 2 + 1, -34), 1);
  EXPECT_EQ(squash(false, power_of_ten(34) - 1, -35), 0);
  EXPECT_EQ(squash(false, power_of_ten(34) - 1, -6176), 0);
  EXPECT_EQ(squash(false, 1, 6111), max64);
  EXPECT_EQ(squash(true, 1, 6111), min64);
  EXPECT_EQ(squash(false, 9, 18), 9000000000000000000);
  EXPECT_EQ(squash(false, 1, 19), max64);
}

// The range test comes before rounding (MongoDB src/mongo/bson/bsonelement.h).
TEST(Squash, ClampsDecimalsOnTheirExactValue) {
  const UInt128 top = static_cast<std::uint64_t>(max64);
  EXPECT_EQ(squash(false, top, 0), max64);
  EXPECT_EQ(squash(false, top * 10 + 4, -1), max64);
  EXPECT_EQ(squash(false, top + 1, 0), max64);
  EXPECT_EQ(squash(false, top * 10 - 5, -1), max64 - 1);
  EXPECT_EQ(squash(true, top + 1, 0), min64);
  EXPECT_EQ(squash(true, top * 10 + 4, -1), -max64);
  EXPECT_EQ(squash(true, top * 10 + 5, -1), min64);
  EXPECT_EQ(squash(true, (top + 1) * 10 + 1, -1), min64);
}

TEST(Squash, TakesSpecialAndNonCanonicalDecimals) {
  EXPECT_EQ(squash_decimal(0, 0x7c00000000000000), 0);      // NaN
  EXPECT_EQ(squash_decimal(7, 0xfe00000000000000), 0);      // -sNaN with payload
  EXPECT_EQ(squash_decimal(0, 0x7800000000000000), max64);  // Infinity
  EXPECT_EQ(squash_decimal(0, 0xf800000000000000), min64);
  EXPECT_EQ(squash(false, power_of_ten(34), 0), 0);            // one digit too many
  EXPECT_EQ(squash_decimal(~0ull, 0x6c10000000000000ull), 0);  // large-coefficient form
  EXPECT_EQ(decode_decimal(~0ull, 0x6c10000000000000ull).exponent, 0x1820 - 6176);
}

/// The rule done on decimal digits in text.
std::int64_t slow_squash(bool negative, UInt128 coefficient, int exponent) {
  std::string digits;
  for (UInt128 c = coefficient; c != 0; c /= 10) {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(c % 10)));
  }
  if (exponent >= 0) digits.append(static_cast<std::size_t>(exponent), '0');
  const std::size_t cut = exponent < 0 ? static_cast<std::size_t>(-exponent) : 0;
  if (digits.size() < cut + 1) digits.insert(0, cut + 1 - digits.size(), '0');
  std::string whole = digits.substr(0, digits.size() - cut);
  const std::string rest = digits.substr(digits.size() - cut);
  whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size() - 1));
  const bool exact = rest.find_first_not_of('0') == std::string::npos;
  const std::string bound = negative ? "9223372036854775808" : "9223372036854775807";
  if (whole.size() > bound.size() || (whole.size() == bound.size() && whole > bound) ||
      (whole == bound && !exact)) {
    return negative ? min64 : max64;
  }
  std::uint64_t result = std::stoull(whole);
  std::string half(rest.size(), '0');
  if (!half.empty()) half.front() = '5';
  if (!rest.empty() && (rest > half || (rest == half && result % 2 == 1))) ++result;
  return static_cast<std::int64_t>(negative ? 0 - result : result);
}

TEST(Squash, AgreesWithTextArithmeticOnRandomDecimals) {
  constexpr std::uint64_t seed = 20240611;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20000; ++i) {
    const int digits = static_cast<int>(random() % 35);
    UInt128 coefficient = (UInt128{random()} << 64 | random()) % power_of_ten(digits);
    if (random() % 4 == 0) coefficient -= coefficient % power_of_ten(digits / 2);
    if (random() % 4 == 0) coefficient = coefficient / 10 * 10 + 5;
    const int exponent = static_cast<int>(random() % 60) - 40;
    const bool negative = random() % 2 == 0;
    ASSERT_EQ(squash(negative, coefficient, exponent), slow_squash(negative, coefficient, exponent))
        << static_cast<std::uint64_t>(coefficient >> 64) << " * 2^64 + "
        << static_cast<std::uint64_t>(coefficient) << " exponent " << exponent;
  }
}

}  // namespace
}  // namespace shardsweep::hashing
