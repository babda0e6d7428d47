#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

#include "datasets/error.hpp"
#include "datasets/extended_json/stream.hpp"
#include "tests/datasets/extended_json/split_text.hpp"

namespace shardsweep::extended_json {
namespace {

TEST(JsonSplitter, KeepsABrokenLineFromItsNeighbours) {
  const std::string good = "{\"g\":1}";
  const std::vector<std::pair<std::string, std::string>> broken = {
      {R"({"v": [1})", "']' is expected where '}' stands"},
      {R"({"v": 1]})", "'}' is expected where ']' stands"},
      {R"({"v": {})", "the document is not closed before the line ends"},
      {R"({"v": 1, "w": [2)", "the document is not closed before the line ends"},
      {R"({"v": [1,)", "the document is not closed before the line ends"},
      {R"({"v":)", "the document is not closed before the line ends"},
      {R"({"v": "x)", "a string is not closed before the line ends"},
      {R"({"v": "x\"})", "a string is not closed before the line ends"},
      {R"({"v": "x\)", "a string is not closed before the line ends"},
      {R"({"v": {}}})", "there is more text after the document"},
      {R"({"v": 1} x)", "there is more text after the document"},
      {R"({"v": 1},)", "there is more text after the document"},
      {"x", "a document {...} is expected"},
      {"1", "a document {...} is expected"},
      {"\"{\"", "a document {...} is expected"},
      {"}", "a document {...} is expected"},
      {"]", "a document {...} is expected"},
      {",", "a document {...} is expected"},
      {R"({"v": )" + std::string(3000, '['), "the document is not closed before the line ends"}};
  for (const auto& [line, problem] : broken) {
    SCOPED_TRACE(line);
    const std::string before = good + "\n" + line + "\n" + good + "\n" + good + "\n";
    EXPECT_EQ(outline(before), (Texts{good, "2: " + problem, good, good}));
    EXPECT_EQ(split(before)[1].text, line);
    const std::vector<Seen> last = split(good + "\n" + line);
    ASSERT_EQ(last.size(), 2U);
    EXPECT_EQ(last[1].text, line);
    EXPECT_NE(last[1].problem, "");
    const std::vector<Seen> twice = split(good + "\n" + line + "\n" + line + "\n" + good);
    ASSERT_EQ(twice.size(), 4U);
    EXPECT_EQ(twice[2].text, line);
    EXPECT_EQ(twice[3].text, good);
  }
}

TEST(JsonSplitter, RecoversFromABrokenFirstLine) {
  for (const std::string line :
       {R"({"v": [1})", R"({"v": 1, "w": [2)", R"({"v": "x)", R"({"v": {})"}) {
    const std::vector<Seen> seen = split(line + "\n{\"a\":1}\n{\"b\":2}\n");
    ASSERT_EQ(seen.size(), 3U) << line;
    EXPECT_EQ(seen[0].text, line);
    EXPECT_EQ(seen[1].text, "{\"a\":1}");
    EXPECT_EQ(seen[2].text, "{\"b\":2}");
  }
  // Cut behind a comma it could go on; at the end of the text it turns out that it does not.
  const std::vector<Seen> seen =
      split("{\"v\": [1,\n{\"a\":1},\n{\"b\":2}\n{\"c\":3}\n{\"d\":4}\n");
  ASSERT_GE(seen.size(), 3U);
  EXPECT_EQ(seen[0].text, "{\"v\": [1,");
  EXPECT_EQ(seen.back().text, "{\"d\":4}");
}

TEST(JsonSplitter, RecoversInPrettyText) {
  const std::string good = "{\n\t\"a\": {\n\t\t\"b\": 1\n\t}\n}";
  const std::string cut = "{\n\t\"a\": {\n\t\t\"b\": 1";
  EXPECT_EQ(outline(good + "\n" + cut + "\n" + good + "\n"),
            (Texts{good, "6: the document is not closed before the line ends", good}));
  const std::string mixed = "{\n\t\"a\": [\n\t\t1\n\t}\n}";
  EXPECT_EQ(outline(good + "\n" + mixed + "\n" + good + "\n"),
            (Texts{good, "6: ']' is expected where '}' stands", good}));
  EXPECT_EQ(outline(good + "\n" + cut), (Texts{good, "6: the text ends inside the document"}));
}

TEST(JsonSplitter, RecoversInArrays) {
  EXPECT_EQ(outline("[\n{\"a\":1},\n{\"b\":[},\n{\"c\":3}\n]\n{\"d\":4}\n"),
            (Texts{"{\"a\":1}", "3: ']' is expected where '}' stands", "{\"c\":3}", "{\"d\":4}"}));
  EXPECT_EQ(outline("[{\"a\":1},5,{\"c\":3}]\n{\"d\":4}\n"),
            (Texts{"{\"a\":1}", "1: a document {...} is expected", "{\"d\":4}"}));
  EXPECT_EQ(outline("[{\"a\":1},{\"c\":3},]"),
            (Texts{"{\"a\":1}", "{\"c\":3}", "1: a document {...} is expected"}));
  EXPECT_EQ(outline("[{\"a\":1}{\"c\":3}]"),
            (Texts{"{\"a\":1}", "1: a document {...} is expected"}));
  EXPECT_EQ(outline("\n[{\"a\":1},\n"),
            (Texts{"{\"a\":1}", "3: the array that begins on line 2 is not closed"}));
  EXPECT_EQ(outline("[[{}]]"), (Texts{"1: a document {...} is expected"}));
  EXPECT_EQ(outline("[1,2]\n{}"), (Texts{"1: a document {...} is expected", "{}"}));
}

// Texts made so that a splitter that starts again after each fault would need hours.
TEST(JsonSplitter, TakesLinearTimeForHostileText) {
  for (const std::string line :
       {" {\"x\":[", "{\"x\":[", "{\"x\":\"", "[", "{", "{\"a\":{\"b\":", "]", "x"}) {
    std::string text;
    while (text.size() < 500'000) text += line + "\n";
    const std::vector<Seen> seen = split(text, 1 << 16);
    std::size_t bytes = 0;
    for (const Seen& piece : seen) bytes += piece.text.size();
    EXPECT_LE(bytes, text.size());
    EXPECT_FALSE(seen.empty());
  }
}

// Behind a document of several lines, where junk and documents may be of any length; in very small
// parts, so that going through all again for each takes minutes, and with many texts over the
// limit.
TEST(JsonSplitter, TakesLinearTimeForHostileTextOfManyLines) {
  for (const std::string start : {"", "{\n}\n"})
    for (const std::string line : {"x", "]", " {\"x\":[", "{\"x\":[", "{", "{\"x\":\""}) {
      std::string text = start;
      while (text.size() < 8'000'000) text += line + "\n";
      for (const std::size_t limit : {JsonSplitter::default_text_limit, std::size_t{1} << 20}) {
        const std::clock_t begin = std::clock();
        EXPECT_FALSE(split(text, 256, limit).empty());
        EXPECT_LT(std::clock() - begin, 40 * CLOCKS_PER_SEC) << "processor time: " << line;
      }
    }
}

// Any changed byte: the splitter ends, and its pieces do not overlap.
TEST(JsonSplitter, SurvivesEveryChangedByte) {
  const std::string sample =
      "\xef\xbb\xbf{\"a\":[1,{\"b\":\"\\\"}\"}]}\n[{\"c\":2},\n{\"d\":\"x\"}]\n{\n\t\"e\": {}\n}\n";
  for (std::size_t at = 0; at < sample.size(); ++at) {
    for (const char c : std::string("{}[],:\"\\\n x\xff\0", 13)) {
      std::string changed = sample;
      changed[at] = c;
      std::vector<Seen> whole;
      try {
        whole = split(changed, 1000);
      } catch (const datasets::DataError&) {
        EXPECT_LT(at, 3U);
        continue;
      }
      std::uint64_t end = 0;
      for (const Seen& piece : whole) {
        EXPECT_GE(piece.offset, end);
        end = piece.offset + piece.text.size();
      }
      EXPECT_LE(end, changed.size());
      ASSERT_EQ(split(changed, 1), whole) << changed;
      ASSERT_EQ(split(changed, 5), whole) << changed;
    }
  }
}

}  // namespace
}  // namespace shardsweep::extended_json
