#include "datasets/bson/decimal128.hpp"

#include <bson/bson.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <random>
#include <vector>

#include "tests/datasets/bson/documents.hpp"

namespace shardsweep::bson {
namespace {

std::string again(std::string_view text) {
  DecimalBits value{};
  EXPECT_EQ(read_decimal128(text, value), DecimalText::ok) << text;
  return decimal128_text(value);
}

DecimalText verdict(std::string_view text) {
  DecimalBits value{};
  return read_decimal128(text, value);
}

TEST(Decimal128, WritesTheFormOfTheSpecification) {
  const std::vector<std::pair<std::string, std::string>> cases = {{"0", "0"},
                                                                  {"-0", "-0"},
                                                                  {"+7", "7"},
                                                                  {"1.20", "1.20"},
                                                                  {"00012", "12"},
                                                                  {".5", "0.5"},
                                                                  {"5.", "5"},
                                                                  {"0.000001", "0.000001"},
                                                                  {"0.0000001", "1E-7"},
                                                                  {"1e3", "1E+3"},
                                                                  {"1E+03", "1E+3"},
                                                                  {"12.5e-10", "1.25E-9"},
                                                                  {"0e5", "0E+5"},
                                                                  {"0.00", "0.00"},
                                                                  {"-1.5E2", "-1.5E+2"},
                                                                  {"123456", "123456"},
                                                                  {"0E-6176", "0E-6176"},
                                                                  {"inf", "Infinity"},
                                                                  {"-INFINITY", "-Infinity"},
                                                                  {"nAn", "NaN"},
                                                                  {"-NaN", "NaN"}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(again(text), expected) << text;
}

TEST(Decimal128, RefusesTextThatIsNoNumber) {
  for (const std::string text :
       {"",   "-",   "+",    ".",     "e1",   "1e",    "1e+",     "1e-",   "1.2.3",   "..1",
        "1-", "--1", "+-1",  "1e1.5", "0x10", "1_000", "Infinit", "infin", "nann",    "Na",
        " 1", "1 ",  "1e 5", "1,5",   "E5",   "-e5",   "1e--1",   "1f",    "\xc2\xb2"}) {
    EXPECT_EQ(verdict(text), DecimalText::malformed) << text;
  }
  EXPECT_EQ(verdict(std::string("1\0", 2)), DecimalText::malformed);
}

TEST(Decimal128, MovesZerosWhereThatIsExact) {
  const std::string nines(34, '9');
  EXPECT_EQ(again(nines), nines);
  EXPECT_EQ(again(nines + "000"), "9.999999999999999999999999999999999E+36");
  EXPECT_EQ(verdict(nines + "5"), DecimalText::inexact);
  EXPECT_EQ(verdict(nines + "." + "1"), DecimalText::inexact);
  EXPECT_EQ(again(nines + ".0"), nines);
  EXPECT_EQ(again("1E6144"), "1.000000000000000000000000000000000E+6144");
  EXPECT_EQ(verdict("1E6145"), DecimalText::inexact);
  EXPECT_EQ(again("1E6111"), "1E+6111");
  EXPECT_EQ(again("1E6112"), "1.0E+6112");
  EXPECT_EQ(again("1E-6176"), "1E-6176");
  EXPECT_EQ(again("10E-6177"), "1E-6176");
  EXPECT_EQ(verdict("1E-6177"), DecimalText::inexact);
  EXPECT_EQ(verdict("15E-6177"), DecimalText::inexact);
  EXPECT_EQ(again("0E9999999999999999999999"), "0E+6111");
  EXPECT_EQ(again("0E-9999999999999999999999"), "0E-6176");
  EXPECT_EQ(verdict("1E9999999999999999999999"), DecimalText::inexact);
  EXPECT_EQ(verdict("1E-9999999999999999999999"), DecimalText::inexact);
}

TEST(Decimal128, TakesLongTextsInLinearTime) {
  const std::string zeros(2'000'000, '0');
  EXPECT_EQ(again("1" + zeros + "E-2000000"), "1.000000000000000000000000000000000");
  EXPECT_EQ(again("0." + zeros + "1E2000001"), "1");
  EXPECT_EQ(verdict(std::string(2'000'000, '7')), DecimalText::inexact);
  EXPECT_EQ(verdict("1E" + zeros + "x"), DecimalText::malformed);
}

TEST(Decimal128, ReadsStoredFormsThatNoTextGives) {
  const auto text_of = [](std::string_view hex) {
    DecimalBits bits;
    const std::string bytes = testing::from_hex(hex);
    std::copy(bytes.begin(), bytes.end(), bits.begin());
    return decimal128_text(bits);
  };
  // Not a number with sign and payload, signaling and quiet.
  EXPECT_EQ(text_of("0100000000000000 00000000000000fe"), "NaN");
  EXPECT_EQ(text_of("1200000000000000 000000000000007c"), "NaN");
  // Coefficients over 10^34 - 1 are not canonical and count as zero.
  EXPECT_EQ(text_of("ffffffffffffffff ffffffffffff4130"), "0");
  EXPECT_EQ(text_of("0000000000000000 0000000000001c6c"), "0E+24");
  EXPECT_EQ(text_of("ffffffff638e8d37 c087adbe09ed4130"), std::string(34, '9'));
  EXPECT_EQ(text_of("00000000648e8d37 c087adbe09ed4130"), "0");
}

// libbson is an independent reader of the same format. Version 1.23 is wrong for texts of more than
// 34 digits that begin or end with zeros: it refuses some that fit and rounds some that do not.
TEST(Decimal128, AgreesWithLibbson) {
  const std::uint64_t seed = 4711;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  int exact = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = random() % 2 == 0 ? "-" : "";
    const std::size_t digits = 1 + random() % 40;
    const std::size_t point = random() % 60;
    for (std::size_t d = 0; d < digits; ++d) {
      if (d == point && d > 0) text += '.';
      const auto digit = random() % 3 == 0 ? random() % 10 : 0;
      text += static_cast<char>('0' + (d == 0 && digits > 34 ? 1 : digit));
    }
    if (random() % 2 == 0) text += "E" + std::to_string(static_cast<int>(random() % 12600) - 6300);
    DecimalBits value{};
    bson_decimal128_t other;
    const bool accepted = bson_decimal128_from_string(text.c_str(), &other);
    const bool ok = read_decimal128(text, value) == DecimalText::ok;
    ASSERT_TRUE(ok == accepted || (ok && digits > 34)) << text;
    if (!accepted) continue;
    ++exact;
    std::uint64_t parts[2];
    std::memcpy(parts, value.data(), sizeof parts);
    ASSERT_EQ(parts[0], other.low) << text;
    ASSERT_EQ(parts[1], other.high) << text;
    char printed[BSON_DECIMAL128_STRING];
    bson_decimal128_to_string(&other, printed);
    ASSERT_EQ(decimal128_text(value), printed) << text;
  }
  EXPECT_GT(exact, 5000);
}

}  // namespace
}  // namespace shardsweep::bson
