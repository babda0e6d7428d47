#include "datasets/input/format.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "datasets/error.hpp"
#include "tests/datasets/input/memory_input.hpp"
#include "tests/datasets/input/support.hpp"

namespace shardsweep::datasets {
namespace {

using test::error_of;
using test::filtered;
using testing::HasSubstr;

Format of(const std::string& bytes, const std::string& name = "x",
          std::optional<Format> asked = std::nullopt) {
  return recognise(*test::open_memory(bytes, name), name, asked);
}

std::string utf16(std::string_view text, bool little) {
  std::string out;
  for (const char c : text) {
    if (!little) out += '\0';
    out += c;
    if (little) out += '\0';
  }
  return out;
}

TEST(Format, ContentDecidesBeforeTheName) {
  const std::string bson = test::numbered_document(1);
  EXPECT_EQ(of(bson), Format::bson);
  EXPECT_EQ(of(bson, "x.csv"), Format::bson);
  EXPECT_EQ(of(std::string("\x05\0\0\0\0", 5)), Format::bson);
  EXPECT_EQ(of("{\"a\":1}"), Format::json);
  EXPECT_EQ(of("\xef\xbb\xbf \n[{}]", "x.bson"), Format::json);
  EXPECT_EQ(of("\x6d\xe2\x99\x81" + bson), Format::archive);
  EXPECT_EQ(of(filtered("gzip -c", bson), "x.csv.gz"), Format::bson);
  EXPECT_EQ(of(filtered("zstd -qc", "{}")), Format::json);
}

TEST(Format, TheNameDecidesWhereContentSaysNothing) {
  EXPECT_EQ(of("a,b\n1,2\n", "x.csv"), Format::csv);
  EXPECT_EQ(of(filtered("gzip -c", "a,b\n"), "x.csv.gz"), Format::csv);
  EXPECT_EQ(of("a\tb\n", "x.tsv.zst"), Format::tsv);
  EXPECT_EQ(of("nonsense", "x.bson"), Format::bson);
  EXPECT_EQ(of("nonsense", "x.jsonl"), Format::json);
  EXPECT_EQ(of("nonsense", "x.ndjson.gz"), Format::json);
  EXPECT_EQ(of("   \n", "x"), Format::json);
  EXPECT_EQ(of("", "x"), Format::bson);
  EXPECT_EQ(of("", "x.csv"), Format::csv);
}

TEST(Format, AskedForItIsNotGuessed) {
  EXPECT_EQ(of("{}", "x.json", Format::csv), Format::csv);
  EXPECT_EQ(format_named("auto"), std::nullopt);
  EXPECT_EQ(format_named("jsonl"), Format::json);
  EXPECT_EQ(format_named("archive"), Format::archive);
  EXPECT_THROW(format_named("xml"), std::invalid_argument);
}

TEST(Format, UnknownDataIsNamedByItsFirstBytes) {
  EXPECT_EQ(
      error_of([] { of(std::string(100, '\0'), "zeros"); }),
      "zeros: cannot tell the format from the first bytes (00 00 00 00 00 00 00 00): as BSON "
      "the document at byte 0 has document length 0, as JSON there is no { or [; say --format "
      "bson, json, csv, tsv or archive");
  EXPECT_THAT(error_of([] { of("abc", "x.gz"); }), HasSubstr("(61 62 63), as JSON"));
}

TEST(Format, PackedTwiceIsNamed) {
  const std::string once = filtered("gzip -c", "{}");
  EXPECT_EQ(error_of([&] { of(filtered("gzip -c", once), "x.gz"); }),
            "x.gz: the unpacked data is gzip again, not documents: one level is unpacked here, "
            "unpack the other first");
  // Byte 4 of a gzip header is part of its time; any value must do, BSON's element types too.
  for (const char time : {'\0', '\x02', '\x07', '\x10', '\x7f', '\xff'}) {
    std::string timed = once;
    timed[4] = time;
    EXPECT_THAT(error_of([&] { of(filtered("gzip -c", timed), "x.gz"); }),
                HasSubstr("is gzip again"));
  }
  EXPECT_THAT(error_of([&] { of(filtered("zstd -qc", filtered("zstd -qc", "{}"))); }),
              HasSubstr("is zstd again"));
}

TEST(Format, Utf16IsRefusedByName) {
  for (const bool little : {true, false})
    for (const char* text : {"{\"a\":1}", "{\n\t\"a\": 1}", "a,b,c\n", "[ ]"})
      for (const bool mark : {true, false}) {
        const std::string bytes =
            (mark ? little ? std::string("\xff\xfe") : std::string("\xfe\xff") : std::string()) +
            utf16(text, little);
        for (const auto asked : {std::optional<Format>(), std::optional(Format::csv)})
          EXPECT_THAT(error_of([&] { of(bytes, "x.csv", asked); }),
                      HasSubstr("x.csv: this is UTF-16 text; convert it to UTF-8 first (iconv -f "
                                "UTF-16 -t UTF-8)"));
      }
  // Not ASCII, told by its mark alone.
  EXPECT_THAT(error_of([] { of("\xff\xfe\x71\x67\xac\x4e"); }), HasSubstr("UTF-16"));
}

TEST(Format, BsonThatLooksALittleLikeUtf16) {
  // Length 0x0000feff begins with the bytes of a byte order mark.
  EXPECT_EQ(of(test::numbered_document(1, 0xfeff - 24)), Format::bson);
}

}  // namespace
}  // namespace shardsweep::datasets
