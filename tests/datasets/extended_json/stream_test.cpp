#include "datasets/extended_json/stream.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <random>
#include <vector>

#include "datasets/error.hpp"
#include "datasets/extended_json/write.hpp"
#include "tests/datasets/bson/documents.hpp"

namespace shardsweep::extended_json {
namespace {

struct Seen {
  std::string text;
  std::uint64_t offset = 0;
  std::uint64_t line = 0;
  std::string problem;
  bool operator==(const Seen&) const = default;
};

void drain(JsonSplitter& splitter, std::vector<Seen>& seen) {
  Piece piece;
  while (splitter.next(piece)) {
    seen.push_back({std::string(piece.text), piece.offset, piece.line, piece.problem});
  }
}

/// Cuts `text`, given in chunks of `chunk` bytes.
std::vector<Seen> split(std::string_view text, std::size_t chunk,
                        std::size_t limit = JsonSplitter::default_text_limit) {
  JsonSplitter splitter(limit);
  std::vector<Seen> seen;
  for (std::size_t at = 0; at < text.size(); at += chunk) {
    splitter.append(text.substr(at, chunk));
    drain(splitter, seen);
  }
  splitter.finish();
  drain(splitter, seen);
  return seen;
}

/// The pieces, which must not depend on how the text arrives and must lie where they say.
std::vector<Seen> split(std::string_view text) {
  const std::vector<Seen> whole = split(text, text.size() + 1);
  for (const std::size_t chunk : {1, 2, 3, 7, 63, 64, 65}) {
    EXPECT_EQ(split(text, chunk) == whole, true) << "chunks of " << chunk << ": " << text;
  }
  for (const Seen& piece : whole) {
    EXPECT_EQ(text.substr(piece.offset, piece.text.size()), piece.text);
    const auto lines =
        std::count(text.begin(), text.begin() + static_cast<long>(piece.offset), '\n');
    EXPECT_EQ(piece.line, static_cast<std::uint64_t>(lines) + 1);
  }
  return whole;
}

std::vector<std::string> texts(std::string_view text) {
  std::vector<std::string> out;
  for (const Seen& piece : split(text)) {
    EXPECT_EQ(piece.problem, "") << piece.text;
    out.push_back(piece.text);
  }
  return out;
}

/// Good pieces as they are, bad ones as "line: problem".
std::vector<std::string> outline(std::string_view text) {
  std::vector<std::string> out;
  for (const Seen& piece : split(text)) {
    out.push_back(piece.problem.empty() ? piece.text
                                        : std::to_string(piece.line) + ": " + piece.problem);
  }
  return out;
}

using Texts = std::vector<std::string>;

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
