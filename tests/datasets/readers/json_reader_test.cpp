#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

#include "datasets/error.hpp"
#include "tests/datasets/input/support.hpp"

namespace shardsweep::datasets {
namespace {

using test::as_json;
using test::error_of;
using test::read_inputs;
using test::Reading;
using test::TempFolder;
using testing::ElementsAre;
using testing::HasSubstr;

class JsonReader : public testing::Test {
 protected:
  std::string write(std::string_view text) const { return folder_.write("a.json", text); }
  std::vector<std::string> read(std::string_view text, const OpenOptions& options = {}) const {
    return as_json(read_inputs({write(text)}, options).documents);
  }
  TempFolder folder_;
};

TEST_F(JsonReader, AllFormsOfAnExport) {
  const auto three =
      ElementsAre(R"({"a":{"$numberInt":"1"}})", R"({"a":{"$numberInt":"2"}})", R"({"a":"}{"})");
  EXPECT_THAT(read("{\"a\":1}\n{\"a\":2}\n{\"a\":\"}{\"}\n"), three);
  EXPECT_THAT(read("\xef\xbb\xbf{\"a\":1}\r\n\r\n{\"a\":2}\r\n{\"a\":\"}{\"}"), three);
  EXPECT_THAT(read(R"({"a":1}{"a":2} {"a":"}{"})"), three);
  EXPECT_THAT(read(R"([{"a":1},{"a":2},{"a":"}{"}])"), three);
  EXPECT_THAT(read("[\n\t{\n\t\t\"a\": 1\n\t},\n\t{\n\t\t\"a\": 2\n\t},\n{\"a\":\"}{\"}\n]\n"),
              three);
  EXPECT_THAT(read("{\"a\":{\"$numberInt\":\"1\"}}\n{\n\t\"a\": 2\n}\n{\"a\":\"}{\"}"), three);
}

TEST_F(JsonReader, ErrorsNameFileLineAndByte) {
  const std::string path = write("{\"a\":1}\n{\"a\":nope}\n{\"a\":3}\n");
  const std::string error = error_of([&] { read_inputs({path}); });
  EXPECT_THAT(error, HasSubstr(path + " line 2: text from byte 8: "));
  EXPECT_THAT(
      error,
      HasSubstr("; repair it, or pass --skip-bad to leave such documents out and count them"));
  OpenOptions options;
  options.skip_bad = true;
  const Reading reading = read_inputs({path}, options);
  EXPECT_EQ(reading.documents.size(), 2U);
  EXPECT_EQ(reading.report.skipped, 1U);
  EXPECT_EQ(reading.report.skipped_examples[0].where, path + " line 2");
}

TEST_F(JsonReader, CountsCloseForManyBadLines) {
  std::string text;
  for (int i = 0; i < 10'000; ++i)
    text += i % 3 == 0   ? "{\"a\":" + std::to_string(i) + "}\n"
            : i % 3 == 1 ? "{\"a\"\n"
                         : "{\"a\":}\n";
  OpenOptions options;
  options.skip_bad = true;
  options.batch_bytes = 5000;
  const Reading one = read_inputs({write(text)}, options);
  EXPECT_EQ(one.documents.size(), 3334U);
  EXPECT_EQ(one.report.skipped, 6666U);
  options.threads = 4;
  const Reading four = read_inputs({write(text)}, options);
  EXPECT_EQ(four.documents, one.documents);
  ASSERT_EQ(four.report.skipped_examples.size(), 5U);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(four.report.skipped_examples[i].where, one.report.skipped_examples[i].where);
    EXPECT_EQ(four.report.skipped_examples[i].reason, one.report.skipped_examples[i].reason);
  }
}

TEST_F(JsonReader, TheFirstErrorIsThrownForAnyNumberOfThreads) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += i == 2500 || i == 4000 ? "{bad}\n" : "{\"a\":1}\n";
  for (const unsigned threads : {1U, 2U, 7U}) {
    OpenOptions options;
    options.threads = threads;
    options.batch_bytes = 1000;
    EXPECT_THAT(error_of([&] { read_inputs({write(text)}, options); }), HasSubstr(" line 2501: "));
  }
}

TEST_F(JsonReader, Utf16IsRefusedByNameOfTheFile) {
  // Too short to be told before the reading, and text that is not ASCII.
  const std::string path = write(std::string_view("{\0}\0", 4));
  OpenOptions options;
  options.skip_bad = true;
  EXPECT_EQ(error_of([&] { read_inputs({path}, options); }),
            path +
                ": the text is UTF-16; convert it to UTF-8 first, for example with iconv -f "
                "UTF-16 -t UTF-8");
  for (const char* format : {"json", "csv", "tsv"}) {
    options.format = format;
    EXPECT_EQ(error_of([&] { read_inputs({write("\xff\xfe\x2d\x4e\x87\x65")}, options); }),
              path + ": this is UTF-16 text; convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8)");
  }
}

TEST_F(JsonReader, NotesAreSummed) {
  const std::string path = write(
      "{\"a\":9223372036854775808,\"b\":[1e3,-9223372036854775809]}\n"
      "{\"a\":9223372036854775807,\"a\":1}\n{\"a\":99999999999999999999}");
  const Reading reading = read_inputs({path});
  EXPECT_EQ(reading.report.integers_to_double, 3U);
  EXPECT_EQ(reading.report.duplicate_names, 1U);
}

TEST_F(JsonReader, LegacyFormsByOptionOnly) {
  const std::string text = R"({"d":{"$date":42}})";
  EXPECT_THAT(error_of([&] { read(text); }), HasSubstr("--legacy-json"));
  OpenOptions options;
  options.legacy_json = true;
  EXPECT_THAT(read(text, options), ElementsAre(R"({"d":{"$date":{"$numberLong":"42"}}})"));
}

TEST_F(JsonReader, TextOverTheLimitIsRefused) {
  const std::string path =
      write("{\"a\":1}\n{\"a\":\"" + std::string((std::size_t{48} << 20U) + 100, 'x') +
            "\"}\n{\"a\":2}\n");
  EXPECT_THAT(error_of([&] { read_inputs({path}); }),
              HasSubstr(path + " line 2: text from byte 8: "));
  OpenOptions options;
  options.skip_bad = true;
  const Reading reading = read_inputs({path}, options);
  EXPECT_EQ(reading.documents.size(), 2U);
  EXPECT_EQ(reading.report.skipped, 1U);
}

TEST_F(JsonReader, DocumentsOverTheBsonLimitAreRefused) {
  const std::string path = write("{\"a\":\"" + std::string(std::size_t{17} << 20U, 'x') + "\"}");
  EXPECT_THAT(error_of([&] { read_inputs({path}); }), HasSubstr("more than 16793600 bytes"));
}

TEST_F(JsonReader, SpacesAreReadInLinearTimeAndConstantSpace) {
  const std::string blank(std::size_t{100} << 20U, ' ');
  const std::string path = folder_.write("a.gz", test::filtered("gzip -1c", blank + "{\"a\":1}"));
  const std::clock_t begin = std::clock();
  EXPECT_EQ(read_inputs({path}).documents.size(), 1U);
  EXPECT_LT(std::clock() - begin, 10 * CLOCKS_PER_SEC) << "processor time";
}

}  // namespace
}  // namespace shardsweep::datasets
