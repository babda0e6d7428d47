#include <gtest/gtest.h>

#include <optional>
#include <string_view>

#include "datasets/readers/csv/date_layout.hpp"

namespace shardsweep::datasets {
namespace {

std::optional<std::int64_t> go(std::string_view layout, std::string_view text) {
  return DateLayout::go(layout).parse(text);
}

// 2024-03-01T10:20:30Z by `date -u -d ... +%s`.
constexpr std::int64_t march = 1709288430000;
constexpr std::int64_t march_day = 1709251200000;

TEST(DateLayout, GoLayouts) {
  EXPECT_EQ(go("2006-01-02 15:04:05", "2024-03-01 10:20:30"), march);
  EXPECT_EQ(go("2006-01-02T15:04:05Z07:00", "2024-03-01T10:20:30Z"), march);
  EXPECT_EQ(go("2006-01-02T15:04:05Z07:00", "2024-03-01T12:50:30+02:30"), march);
  EXPECT_EQ(go("Mon, 02 Jan 2006 15:04:05 -0700", "Fri, 01 Mar 2024 05:20:30 -0500"), march);
  EXPECT_EQ(go("Mon Jan _2 15:04:05 MST 2006", "Fri Mar  1 10:20:30 UTC 2024"), march);
  EXPECT_EQ(go("Monday, January 2, 2006 at 3:04:05pm", "Friday, march 1, 2024 at 10:20:30am"),
            march);
  EXPECT_EQ(go("02.01.06", "01.03.24"), march_day);
  EXPECT_EQ(go("1/2/2006", "3/1/2024"), march_day);
  EXPECT_EQ(go("1/2/2006", "03/01/2024"), march_day);
  EXPECT_EQ(go("2006-002", "2024-061"), march_day);
  EXPECT_EQ(go("2006-01-02-07", "2024-03-01+01"), march_day - 3'600'000);
  EXPECT_EQ(go("2006-01-02Z070000", "2024-03-01-000001"), march_day + 1000);
  EXPECT_EQ(go("2006", "1970"), 0);
  EXPECT_EQ(go("2006-01-02", "0000-01-01"), -62167219200000);
  EXPECT_EQ(go("2006-01-02", "9999-12-31"), 253402214400000);
}

TEST(DateLayout, Fractions) {
  EXPECT_EQ(go("2006-01-02 15:04:05.000", "2024-03-01 10:20:30.125"), march + 125);
  EXPECT_EQ(go("2006-01-02 15:04:05.000", "2024-03-01 10:20:30,125"), march + 125);
  EXPECT_EQ(go("2006-01-02 15:04:05.000", "2024-03-01 10:20:30.12"), std::nullopt);
  EXPECT_EQ(go("2006-01-02 15:04:05.000", "2024-03-01 10:20:30"), std::nullopt);
  EXPECT_EQ(go("2006-01-02 15:04:05.999", "2024-03-01 10:20:30.5"), march + 500);
  EXPECT_EQ(go("2006-01-02 15:04:05.999", "2024-03-01 10:20:30"), march);
  EXPECT_EQ(go("2006-01-02 15:04:05", "2024-03-01 10:20:30.1239999"), march + 123);
  EXPECT_EQ(go("15:04:05 2006-01-02", "10:20:30.5 2024-03-01"), march + 500);
}

TEST(DateLayout, HalvesOfTheDay) {
  const auto hour = [](std::string_view text) {
    return (go("2006-01-02 03:04PM", text).value_or(-1) - march_day) / 60'000;
  };
  EXPECT_EQ(hour("2024-03-01 12:00AM"), 0);
  EXPECT_EQ(hour("2024-03-01 12:30PM"), 750);
  EXPECT_EQ(hour("2024-03-01 01:00PM"), 780);
  EXPECT_EQ(go("2006-01-02 03:04PM", "2024-03-01 01:00pm"), std::nullopt);
  EXPECT_EQ(go("2006-01-02 03:04PM", "2024-03-01 13:00PM"), std::nullopt);
}

TEST(DateLayout, LongerWordsAreNotMistaken) {
  EXPECT_EQ(go("Month 1 2006", "Month 3 2024"), march_day);
  EXPECT_EQ(go("_2006-01-02", "_2024-03-01"), march_day);
  EXPECT_EQ(go("2006  01 02", "2024 03     01"), march_day);
}

TEST(DateLayout, RefusesWhatDoesNotFit) {
  for (const char* text : {"", "2024-02-30", "2023-02-29", "2024-13-01", "2024-00-01", "2024-03-00",
                           "2024-03-32", "2024-3-01", "24-03-01", "2024-03-01 ", " 2024-03-01",
                           "2024-03-01x", "2024/03/01", "2024-03", "\xe2\x80\x8b"})
    EXPECT_EQ(go("2006-01-02", text), std::nullopt) << text;
  EXPECT_EQ(go("15:04", "24:00"), std::nullopt);
  EXPECT_EQ(go("15:04", "23:60"), std::nullopt);
  EXPECT_EQ(go("15:04:05", "23:59:60"), std::nullopt);
  EXPECT_EQ(go("2006-002", "2023-366"), std::nullopt);
  EXPECT_EQ(go("2006Z07:00", "2024+0100"), std::nullopt);
  EXPECT_EQ(go("2006Z07:00", "2024"), std::nullopt);
  EXPECT_EQ(go("2006 MST", "2024 utc"), std::nullopt);
  EXPECT_EQ(go("2006 Jan", "2024 Foo"), std::nullopt);
  EXPECT_EQ(go("2006 Mon", "2024 Foo"), std::nullopt);
}

TEST(DateLayout, MicrosoftAndOracle) {
  EXPECT_EQ(DateLayout::microsoft("yyyy-MM-dd HH:mm:ss").parse("2024-03-01 10:20:30"), march);
  EXPECT_EQ(DateLayout::microsoft("d MMM yy, h:mm:ss tt zzz").parse("1 Mar 24, 12:20:30 PM +02:00"),
            march);
  EXPECT_EQ(DateLayout::microsoft("dddd, d MMMM yyyy").parse("Friday, 1 March 2024"), march_day);
  EXPECT_EQ(DateLayout::oracle("YYYY-MM-DD HH24:MI:SS").parse("2024-03-01 10:20:30"), march);
  EXPECT_EQ(
      DateLayout::oracle("dd-mon-yyyy hh:mi:ss am tzh:tzm").parse("01-MAR-2024 10:20:30 AM +00:00"),
      march);
  EXPECT_EQ(DateLayout::oracle("DAY, DD MONTH YY").parse("Friday, 01 March 24"), march_day);
}

}  // namespace
}  // namespace shardsweep::datasets
