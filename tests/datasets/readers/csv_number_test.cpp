#include "datasets/readers/csv/number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace shardsweep::datasets {
namespace {

using extended_json::DoubleText;

/// The number; a test failure when it is none.
double number(std::string_view text) {
  double value = 0;
  EXPECT_EQ(parse_double(text, value), DoubleText::ok) << text;
  return value;
}

DoubleText refusal(std::string_view text) {
  double value = 0;
  return parse_double(text, value);
}

// Expected values: strconv.ParseInt(s, 10, 64) and strconv.ParseFloat(s, 64) of Go, which
// mongoimport calls.

TEST(CsvNumber, WholeInt64) {
  EXPECT_EQ(parse_int64("0"), 0);
  EXPECT_EQ(parse_int64("-0"), 0);
  EXPECT_EQ(parse_int64("+12"), 12);
  EXPECT_EQ(parse_int64("007"), 7);
  EXPECT_EQ(parse_int64("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parse_int64("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  for (const char* text : {"", "+", "-", "9223372036854775808", "-9223372036854775809", " 1", "1 ",
                           "1.0", "1e3", "0x1", "1_0", "+-1", "--1", "\xd9\xa1"})
    EXPECT_FALSE(parse_int64(text)) << text;
}

TEST(CsvNumber, DecimalDoubles) {
  EXPECT_EQ(number("1.5"), 1.5);
  EXPECT_EQ(number("+.5"), 0.5);
  EXPECT_EQ(number("5."), 5);
  EXPECT_EQ(number("1e5"), 1e5);
  EXPECT_EQ(number("1E-2"), 0.01);
  EXPECT_EQ(number("99999999999999999999"), 1e20);
  EXPECT_EQ(number("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_TRUE(std::signbit(number("-0.0")));
  for (const char* text : {"", ".", "e5", "1e", "1e+", "1.5x", " 1.5", "1.5 ", "0x1p-2", "1_0.5",
                           "infinite", "nano", "-nan", "1.5.5", "+-1", "-+1", "--1", "+"})
    EXPECT_EQ(refusal(text), DoubleText::malformed) << text;
}

TEST(CsvNumber, NamesOfNoNumbers) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(number("Inf"), infinity);
  EXPECT_EQ(number("+INFINITY"), infinity);
  EXPECT_EQ(number("-inf"), -infinity);
  EXPECT_TRUE(std::isnan(number("NaN")));
}

TEST(CsvNumber, TooSmallIsZeroAndTooLargeIsNone) {
  EXPECT_EQ(number("1e-400"), 0);
  EXPECT_TRUE(std::signbit(number("-1e-400")));
  EXPECT_EQ(number("2e-324"), 0);
  EXPECT_EQ(number("4e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(number("1e-99999999999999999999"), 0);
  EXPECT_EQ(refusal("1e99999999999999999999"), DoubleText::too_large);
  for (const char* text : {"1e400", "-1e400", "+1e309", "1e9223372036854775807",
                           "10e9223372036854775807", "1.5e9223372036854775808"})
    EXPECT_EQ(refusal(text), DoubleText::too_large) << text;
  EXPECT_EQ(number("0.01e-9223372036854775808"), 0);
  const std::string zeros(1000, '0');
  EXPECT_EQ(number("0." + zeros + "1"), 0);
  EXPECT_EQ(refusal("1" + zeros), DoubleText::too_large);
  EXPECT_EQ(number("0." + zeros + "1e1001"), 1);
  EXPECT_EQ(refusal("0." + zeros + "1e1400"), DoubleText::too_large);
  EXPECT_EQ(number("1" + zeros + "e-1400"), 0);
  EXPECT_EQ(number("0e99999999999"), 0);
}

}  // namespace
}  // namespace shardsweep::datasets
