// Ranks of lists that random documents seldom hold, against comparisons of all pairs.
#include "host/columns/rank_values.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include "host/values/order.hpp"
#include "tests/host/columns/random_documents.hpp"

namespace shardsweep::host {
namespace {

using test::decimal_value;

void expect_ranks(const ValueStore& values) {
  const Ranking ranking = rank_values(values);
  ASSERT_EQ(ranking.ranks.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j) {
      const auto order = compare_values(values[i], values[j]);
      ASSERT_EQ(order < 0, ranking.ranks[i] < ranking.ranks[j]) << "items " << i << ", " << j;
      ASSERT_EQ(order == 0, ranking.ranks[i] == ranking.ranks[j]) << "items " << i << ", " << j;
      if (order == 0) {
        ASSERT_LE(ranking.first[ranking.ranks[i]], j);
      }
    }
    ASSERT_LT(ranking.ranks[i], ranking.first.size());
    ASSERT_EQ(ranking.ranks[ranking.first[ranking.ranks[i]]], ranking.ranks[i]);
  }
}

/// Up to 34 digits, often sharing their first ones, with every size of exponent.
bson::Value random_decimal(std::mt19937_64& random) {
  std::string digits = random() % 2 ? "12345678901234" : std::to_string(random() % 1000);
  digits += std::to_string(random() % 10000);
  for (std::uint64_t zeros = random() % 4; zeros != 0 && digits.size() < 34; --zeros) digits += '0';
  const std::int64_t most = random() % 2 ? 3 : 6000;
  const std::int64_t exponent = static_cast<std::int64_t>(random() % (2 * most + 1)) - most;
  return decimal_value((random() % 2 ? "-" : "") + digits + "E" + std::to_string(exponent));
}

TEST(RankValues, DecimalsAndIntegersByTheirLeadingDigits) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    ValueStore values;
    for (int i = 0; i < 300; ++i) values.append(random_decimal(random));
    if (seed > 2) {
      for (int i = 0; i < 100; ++i) {
        const auto whole = static_cast<std::int64_t>(random() >> random() % 64);
        values.append(test::int64_value(random() % 2 ? whole : -whole));
        values.append(test::int32_value(static_cast<std::int32_t>(random() % 2000) - 1000));
        values.append(decimal_value(std::to_string(whole) + ".00"));
      }
    }
    expect_ranks(values);
  }
}

TEST(RankValues, TheEndsOfDecimals) {
  ValueStore values;
  for (const char* text : {"9.999999999999999999999999999999999E+6144",
                           "Infinity",
                           "-Infinity",
                           "NaN",
                           "-NaN",
                           "0",
                           "-0",
                           "0E+6111",
                           "0E-6176",
                           "1E-6176",
                           "-1E-6176",
                           "10E-6176",
                           "1E-6175",
                           "1E+6111",
                           "10000000000000000000000000000000000E-34",
                           "1",
                           "1.0",
                           "99999999999999",
                           "999999999999999",
                           "100000000000000",
                           "9999999999999999",
                           "9999999999999999999999999999999999",
                           "-9.999999999999999999999999999999999E+6144",
                           "-9999999999999999999999999999999999",
                           "9223372036854775807",
                           "9223372036854775808",
                           "-9223372036854775808",
                           "-9223372036854775809",
                           "0.1",
                           "1.00000000000000000000000000000001"})
    values.append(decimal_value(text));
  values.append(test::int64_value(std::numeric_limits<std::int64_t>::max()));
  values.append(test::int64_value(std::numeric_limits<std::int64_t>::min()));
  values.append(test::int32_value(1));
  values.append(test::int32_value(0));
  expect_ranks(values);
}

}  // namespace
}  // namespace shardsweep::host
