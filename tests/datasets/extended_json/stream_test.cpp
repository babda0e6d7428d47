#include "datasets/extended_json/stream.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "datasets/error.hpp"
#include "datasets/extended_json/write.hpp"
#include "tests/datasets/bson/documents.hpp"
#include "tests/datasets/extended_json/split_text.hpp"

namespace shardsweep::extended_json {
namespace {

TEST(JsonSplitter, TakesLinesConcatenatedAndPrettyText) {
  EXPECT_EQ(texts(""), Texts{});
  EXPECT_EQ(texts(" \r\n\t\n"), Texts{});
  EXPECT_EQ(texts("{}"), Texts{"{}"});
  EXPECT_EQ(texts("{\"a\":1}\n{\"b\":2}\n"), (Texts{"{\"a\":1}", "{\"b\":2}"}));
  EXPECT_EQ(texts("{\"a\":1}\r\n\r\n{\"b\":2}"), (Texts{"{\"a\":1}", "{\"b\":2}"}));
  EXPECT_EQ(texts("{\"a\":1}{\"b\":2} {\"c\":{}}"),
            (Texts{"{\"a\":1}", "{\"b\":2}", "{\"c\":{}}"}));
  const std::string pretty = "{\n\t\"a\": [\n\t\t{\n\t\t\t\"b\": 1\n\t\t}\n\t]\n}";
  EXPECT_EQ(texts(pretty + "\n" + pretty + pretty + "\n"), (Texts{pretty, pretty, pretty}));
  // Without indentation too: a brace at the begin of a line may be inside.
  const std::string flat = "{\n\"a\":[\n{\n\"b\":\n{\n}\n},\n{\n}\n]\n}";
  EXPECT_EQ(texts(flat + "\n" + flat), (Texts{flat, flat}));
}

TEST(JsonSplitter, TakesArrays) {
  EXPECT_EQ(texts("[]"), Texts{});
  EXPECT_EQ(texts("[{\"a\":1},{\"b\":[2,{}]}]\n"), (Texts{"{\"a\":1}", "{\"b\":[2,{}]}"}));
  EXPECT_EQ(texts(" [ {} , {} ]\n[{}]{}[\n]"), (Texts{"{}", "{}", "{}", "{}"}));
  EXPECT_EQ(texts("[{\n\t\"a\": 1\n},\n{\n\t\"b\": 2\n}]\n"),
            (Texts{"{\n\t\"a\": 1\n}", "{\n\t\"b\": 2\n}"}));
}

TEST(JsonSplitter, LooksThroughStringsAndEscapes) {
  const Texts documents = {
      R"({"a":"}{][\"}"})", R"({"a\\":"\\\\"})", R"({"\"":"\\\"{"})",
      "{\"" + std::string(200, '\\') + "\":\"{\"}",
      "{\"k\":\"" + std::string(130, 'x') + "\\\"" + std::string(61, '{') + "\"}"};
  std::string text;
  for (const std::string& document : documents) text += document + "\n";
  EXPECT_EQ(texts(text), documents);
}

TEST(JsonSplitter, SkipsAByteOrderMarkAtTheBeginOnly) {
  EXPECT_EQ(texts("\xef\xbb\xbf{}\n{}"), (Texts{"{}", "{}"}));
  EXPECT_EQ(split("\xef\xbb\xbf{}")[0].offset, 3U);
  EXPECT_EQ(outline("{}\n\xef\xbb\xbf{}"), (Texts{"{}", "2: a document {...} is expected"}));
}

TEST(JsonSplitter, RefusesUtf16ByName) {
  using namespace std::string_view_literals;
  for (const std::string_view text :
       {"\xff\xfe{\0}\0"sv, "\xfe\xff\0{\0}"sv, "{\0}\0"sv, "\0[\0]"sv}) {
    try {
      split(text, 100);
      ADD_FAILURE() << "accepted";
    } catch (const datasets::DataError& error) {
      EXPECT_STREQ(
          error.what(),
          "the text is UTF-16; convert it to UTF-8 first, for example with iconv -f UTF-16 "
          "-t UTF-8");
    }
  }
}

TEST(JsonSplitter, LimitsTheTextOfOneDocument) {
  const std::string long_line = "{\"a\":\"" + std::string(5000, 'x') + "\"}";
  const std::string text = "{\"g\":1}\n" + long_line + "\n{\"g\":2}\n";
  for (const std::size_t chunk : {10, 100, 100000}) {
    const std::vector<Seen> seen = split(text, chunk, 1000);
    ASSERT_EQ(seen.size(), 3U);
    EXPECT_EQ(seen[1].problem, "the text of one document is longer than the limit of 1000 bytes");
    EXPECT_EQ(seen[1].line, 2U);
    EXPECT_EQ(seen[2].text, "{\"g\":2}");
    EXPECT_EQ(seen[2].line, 3U);
    EXPECT_EQ(split(text, chunk, 5010).size(), 3U);
    EXPECT_EQ(split(text, chunk, 5010)[1].text, long_line);
  }
  const std::vector<Seen> junk = split("x" + std::string(5000, 'y') + "\n{}", 50, 1000);
  ASSERT_EQ(junk.size(), 2U);
  EXPECT_EQ(junk[1].text, "{}");
}

TEST(JsonSplitter, GoesOnBehindALongDocumentOfManyLines) {
  const std::string pretty = "{\n\t\"a\": 1\n}\n";
  std::string longer = "{\n";
  while (longer.size() < 5000) longer += "\t\"a\": {\n\t},\n";
  const std::string text = pretty + longer + "}\n" + pretty + pretty;
  for (const std::size_t chunk : {1, 10, 63, 64, 100, 100000}) {
    const std::vector<Seen> seen = split(text, chunk, 1000);
    ASSERT_EQ(seen.size(), 4U);
    EXPECT_EQ(seen[1].line, 4U);
    EXPECT_EQ(seen[1].problem, "the text of one document is longer than the limit of 1000 bytes");
    EXPECT_EQ(seen[2].text + "\n", pretty);
    EXPECT_EQ(seen[2].offset, text.size() - 2 * pretty.size());
    EXPECT_EQ(seen[2].line, 5U + std::count(longer.begin(), longer.end(), '\n'));
  }
}

TEST(JsonSplitter, DoesNotKeepEndlessSpace) {
  JsonSplitter splitter;
  std::vector<Seen> seen;
  const std::string space(1 << 20, ' ');
  splitter.append("{\"a\":1}");
  for (int i = 0; i < 100; ++i) {
    splitter.append(space);
    drain(splitter, seen);
    EXPECT_EQ(seen.size(), 1U);
  }
  splitter.append("{\"b\":2}");
  splitter.finish();
  drain(splitter, seen);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[1].offset, 7U + 100U * (1U << 20));
}

TEST(JsonSplitter, GivesBackRandomDocumentsInEveryLayout) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    bson::testing::RandomDocuments documents(seed);
    std::mt19937_64 random(seed);
    Texts expected;
    for (int i = 0; i < 30; ++i) {
      expected.push_back(to_json(bson::Value{bson::Type::Document, documents.document()},
                                 i % 2 == 0 ? Style::canonical : Style::relaxed));
    }
    std::string lines;
    std::string array = "[";
    std::string loose;
    for (const std::string& one : expected) {
      lines += one + "\n";
      array += (array.size() > 1 ? "," : "") + one;
      loose += one + std::string(random() % 3, "\n \t"[random() % 3]);
    }
    EXPECT_EQ(texts(lines), expected);
    EXPECT_EQ(texts(array + "]"), expected);
    EXPECT_EQ(texts(loose), expected);
  }
}

}  // namespace
}  // namespace shardsweep::extended_json
