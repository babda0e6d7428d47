#include "datasets/bson/printable.hpp"

#include <gtest/gtest.h>

#include "datasets/bson/utf8.hpp"

namespace shardsweep::bson {
namespace {

TEST(Printable, KeepsOrdinaryText) {
  EXPECT_EQ(printable("plain text, \xc3\xa9 and \xf0\x9f\x98\x80"),
            "plain text, \xc3\xa9 and \xf0\x9f\x98\x80");
}

TEST(Printable, EscapesWhatATerminalWouldAct) {
  EXPECT_EQ(printable("a\x1b[2J\r\n\t\\"), "a\\x1b[2J\\r\\n\\t\\\\");
  EXPECT_EQ(printable(std::string_view("\0\x7f", 2)), "\\x00\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"), "\\x9b");
  EXPECT_EQ(printable("\xe2\x80\xae"), "\\u202e");
  EXPECT_EQ(printable("\xe2\x81\xa6\xe2\x80\xa8"), "\\u2066\\u2028");
  EXPECT_EQ(printable("ok\xff\xc3"), "ok\\xff\\xc3");
  EXPECT_EQ(printable("a\u200b\u00ad\u2060"), "a\\u200b\\xad\\u2060");
  EXPECT_EQ(printable("\U000e0041\U0010fffd"), "\\U000e0041\\U0010fffd");
}

TEST(Printable, CutsLongTextsBetweenCharacters) {
  EXPECT_EQ(printable(std::string(100, 'x'), 10), std::string(10, 'x') + "...");
  EXPECT_EQ(printable("123456789\xc3\xa9", 10), "123456789...");
  EXPECT_EQ(printable("12345678\xc3\xa9", 10), "12345678\xc3\xa9");
  EXPECT_EQ(quoted("a"), "'a'");
}

TEST(ShortenedPath, KeepsBothEnds) {
  EXPECT_EQ(shortened_path("a.b.c"), "a.b.c");
  std::string path = "first";
  for (int i = 0; i < 200; ++i) path += ".x";
  path += ".last";
  const std::string shown = shortened_path(path);
  EXPECT_LT(shown.size(), 125U);
  EXPECT_EQ(shown.substr(0, 7), "first.x");
  EXPECT_EQ(shown.substr(shown.size() - 5), ".last");
  std::string wide;
  for (int i = 0; i < 100; ++i) wide += "\xe2\x82\xac";
  EXPECT_TRUE(is_utf8(shortened_path(wide)));
}

TEST(Utf8, GivesTheCharacterOfASequence) {
  EXPECT_EQ(utf8_character("a"), U'a');
  EXPECT_EQ(utf8_character("\u0080"), U'\u0080');
  EXPECT_EQ(utf8_character("\u07ff"), U'\u07ff');
  EXPECT_EQ(utf8_character("\u0800"), U'\u0800');
  EXPECT_EQ(utf8_character("\uffff"), U'\uffff');
  EXPECT_EQ(utf8_character("\U00010000"), U'\U00010000');
  EXPECT_EQ(utf8_character("\U0010ffff"), U'\U0010ffff');
}

TEST(Utf8, AgreesWithTheFastCheckOnEverySequence) {
  // All starts of two bytes and what may follow them at the edges of the ranges.
  const std::string tails[] = {"",         "\x7f",     "\x80",        "\x8f\xbf",
                               "\xbf\xbf", "\x80\xc0", "\x90\x80\x80"};
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      for (const std::string& tail : tails) {
        const std::string text =
            std::string{static_cast<char>(first), static_cast<char>(second)} + tail;
        ASSERT_EQ(utf8_prefix(text) == text.size(), is_utf8(text)) << first << " " << second;
      }
    }
  }
}

TEST(Utf8, FindsTheFirstBadByteInLongTexts) {
  for (std::size_t size = 0; size < 100; ++size) {
    const std::string text(size, 'a');
    EXPECT_TRUE(is_ascii(text));
    EXPECT_TRUE(is_utf8(text));
    EXPECT_FALSE(is_ascii(text + "\xc3"));
    EXPECT_FALSE(is_utf8(text + "\xc3"));
    EXPECT_EQ(utf8_prefix(text + "\xc3\xa9\xff" + text), size + 2);
  }
}

}  // namespace
}  // namespace shardsweep::bson
