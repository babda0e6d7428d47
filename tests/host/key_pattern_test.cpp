#include "host/key_pattern.hpp"

#include <gmock/gmock.h>

#include <ctime>
#include <limits>

#include "host/error.hpp"

namespace shardsweep::host {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr ServerVersion all_servers[] = {ServerVersion::v4_2, ServerVersion::v4_4,
                                         ServerVersion::v5_0, ServerVersion::v6_0,
                                         ServerVersion::v7_0, ServerVersion::v8_0};

std::string usage_message(std::string_view text) {
  try {
    parse_key_pattern(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal(std::string_view text, ServerVersion server = ServerVersion::v8_0) {
  const std::optional<Refusal> found = check_pattern(parse_key_pattern(text), server);
  return found ? found->code + ": " + found->reason : "";
}

TEST(KeyPatternParse, ReadsShellTextAndJson) {
  const std::pair<const char*, const char*> rows[] = {
      {"{user_id: 1, ts: 1}", R"({"user_id":1,"ts":1})"},
      {"{_id:\"hashed\"}", R"({"_id":"hashed"})"},
      {"{_id:'hashed'}", R"({"_id":"hashed"})"},
      {"{_id:hashed}", R"({"_id":"hashed"})"},
      {R"({"a.b": 1.0, 'c' : NumberLong(1)})", R"({"a.b":1,"c":1})"},
      {"{a.b: NumberInt(1), c: NumberLong(\"1\")}", R"({"a.b":1,"c":1})"},
      {R"({a: {"$numberLong": "1"}, b: {$numberInt: 1}})", R"({"a":1,"b":1})"},
      {"{a: -1, b: '2d', c: 1.5}", R"({"a":-1,"b":"2d","c":1.5})"},
      {"  { a : +1 , }  \t\n", R"({"a":1})"},
      {"{}", "{}"},
      {R"({"a\"b": 1, 'c\u00e9\n': 1})", "{\"a\\\"b\":1,\"c\xc3\xa9\\n\":1}"},
      {"{user-id: 1}", R"({"user-id":1})"},
      {"{\xe5\x90\x8d: 1}", "{\"\xe5\x90\x8d\":1}"},
  };
  for (const auto& [text, json] : rows) EXPECT_EQ(to_json(parse_key_pattern(text)), json) << text;
}

TEST(KeyPatternParse, NamesThePositionAndAnExample) {
  EXPECT_THAT(usage_message("{a 1}"),
              AllOf(HasSubstr("at position 4: expected ':'"), HasSubstr("{user_id: 1, ts: 1}")));
  EXPECT_THAT(usage_message(""), HasSubstr("at position 1: expected '{'"));
  EXPECT_THAT(usage_message("a:1"), HasSubstr("at position 1: expected '{'"));
  EXPECT_THAT(usage_message("{a:1"), HasSubstr("at position 5: expected ','"));
  EXPECT_THAT(usage_message("{a:1} x"), HasSubstr("at position 7: nothing may follow"));
  EXPECT_THAT(usage_message("{a:}"), HasSubstr("expected 1 or \"hashed\""));
  EXPECT_THAT(usage_message("{:1}"), HasSubstr("expected a field name"));
  EXPECT_THAT(usage_message("{a:{b:1}}"), HasSubstr("not an object"));
  EXPECT_THAT(usage_message("{a:[1]}"), HasSubstr("expected 1 or \"hashed\""));
  EXPECT_THAT(usage_message("{a:Date(1)}"), HasSubstr("Date(...) is not a number"));
  EXPECT_THAT(usage_message("{a:NumberLong(x)}"), HasSubstr("expected a number"));
  EXPECT_THAT(usage_message("{\"a: 1}"), HasSubstr("expected the closing \""));
  EXPECT_THAT(usage_message("{a:1,a:1}"), HasSubstr("field a is named twice"));
  EXPECT_THAT(usage_message("{\"a\\u00zz\":1}"), HasSubstr("four hexadecimal digits"));
  EXPECT_THAT(usage_message(std::string_view("{a\0b:1}", 7)), HasSubstr("NUL"));
}

TEST(KeyPatternParse, ManyFieldsTakeLinearTime) {
  std::string text = "{";
  for (int i = 0; i < 100'000; ++i) text += "field" + std::to_string(i) + ": 1, ";
  const std::clock_t begin = std::clock();
  EXPECT_EQ(parse_key_pattern(text + "}").fields.size(), 100'000U);
  EXPECT_THAT(usage_message(text + "field77: 1}"), HasSubstr("field field77 is named twice"));
  EXPECT_LT(std::clock() - begin, 10 * CLOCKS_PER_SEC) << "processor time";
}

TEST(KeyPatternParse, NeverReadsBeyondAnyPrefix) {
  const std::string text =
      R"({"a\u00e9.b": {"$numberLong": "1"}, c: NumberLong('1'), d: "hashed"})";
  for (std::size_t length = 0; length < text.size(); ++length) {
    const std::string prefix = text.substr(0, length);
    EXPECT_THROW(parse_key_pattern(prefix), UsageError) << prefix;
  }
  EXPECT_EQ(parse_key_pattern(text).fields.size(), 3u);
}

TEST(KeyPatternText, QuotesOnlyWhereTheShellNeedsIt) {
  EXPECT_EQ(to_text(parse_key_pattern("{\"user_id\":1,\"a.b\":1,'_id':'hashed'}")),
            R"({user_id: 1, "a.b": 1, _id: "hashed"})");
  EXPECT_EQ(to_text(parse_key_pattern("{'1a': 1, '': 1, 'a b': -1}")),
            R"({"1a": 1, "": 1, "a b": -1})");
}

TEST(KeyPatternText, NumbersThatJsonDoesNotHave) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(number_json(-1.5), "-1.5");
  EXPECT_EQ(number_json(std::numeric_limits<double>::quiet_NaN()), R"({"$numberDouble":"NaN"})");
  EXPECT_EQ(number_json(infinity), R"({"$numberDouble":"Infinity"})");
  EXPECT_EQ(number_json(-infinity), R"({"$numberDouble":"-Infinity"})");
  const KeyPattern key = parse_key_pattern("{a: NaN, b: Infinity, c: -Infinity}");
  EXPECT_EQ(to_text(key), "{a: NaN, b: Infinity, c: -Infinity}");
  EXPECT_EQ(to_json(key), R"({"a":{"$numberDouble":"NaN"},"b":{"$numberDouble":"Infinity"},)"
                          R"("c":{"$numberDouble":"-Infinity"}})");
}

TEST(KeyPatternText, ReadsBack) {
  const char* texts[] = {"{a: 1}", "{a: Infinity, b: -Infinity}", "{\"a.b\": 1, c: \"hashed\"}",
                         "{\"x\\\"y\": 1.5, z: -1}", "{}"};
  for (const char* text : texts) {
    const KeyPattern key = parse_key_pattern(text);
    EXPECT_EQ(parse_key_pattern(to_text(key)), key) << text;
    EXPECT_EQ(parse_key_pattern(to_json(key)), key) << text;
  }
}

TEST(KeyPattern, KnowsItsHashedField) {
  EXPECT_EQ(parse_key_pattern("{a:1,b:'hashed'}").hashed_position(), 1);
  EXPECT_EQ(parse_key_pattern("{a:1,b:1}").hashed_position(), -1);
  EXPECT_FALSE(parse_key_pattern("{a:1}") == parse_key_pattern("{a:'hashed'}"));
  EXPECT_FALSE(parse_key_pattern("{a:1,b:1}") == parse_key_pattern("{b:1,a:1}"));
  EXPECT_FALSE(parse_key_pattern("{a:1}") == parse_key_pattern("{a:1,b:1}"));
}

TEST(ServerVersion, KnowsItsReleasesOnly) {
  for (const ServerVersion server : all_servers)
    EXPECT_EQ(parse_server_version(to_text(server)), server);
  try {
    parse_server_version("3.6");
    FAIL() << "3.6 was accepted";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("4.2, 4.4, 5.0, 6.0, 7.0, 8.0"));
  }
}

// Case C07: MongoDB jstests/sharding/analyze_shard_key/libs/validation_common.js.
TEST(CheckPattern, C07InvalidPatternsAreBadValueOnEveryServer) {
  const char* patterns[] = {"{}",
                            "{'': 1}",
                            "{a: '2d'}",
                            "{a: '2dsphere'}",
                            "{a: 'columnstore'}",
                            "{a: 0}",
                            "{a: 'hashed', b: 'hashed'}",
                            "{'a.': 1}",
                            "{'a..': 1}",
                            "{$a: 1}",
                            "{'a.$x': 1}",
                            "{'$**': 1}",
                            "{'a.$**': 1}"};
  for (const ServerVersion server : all_servers)
    for (const char* pattern : patterns)
      EXPECT_THAT(refusal(pattern, server), HasSubstr("BadValue: ")) << pattern;
}

TEST(CheckPattern, NamesFieldAndRule) {
  EXPECT_EQ(refusal("{a: 1, b: -1}"),
            "BadValue: shard key {a: 1, b: -1}: field b has the value -1; a shard key field is 1 "
            "(ascending) or \"hashed\"");
  EXPECT_THAT(refusal("{'.a': 1}"), HasSubstr("empty part"));
  EXPECT_THAT(refusal("{'a..b': 1}"), HasSubstr("empty part"));
  EXPECT_THAT(refusal("{a: 'hashed', b: 'hashed'}"), HasSubstr("at most one field"));
  EXPECT_THAT(refusal("{a: ''}"), HasSubstr("has the value 0"));
}

TEST(CheckPattern, TakesNumbersThatTruncateToOne) {
  for (const char* value : {"1", "1.0", "1.5", "1.999", "NumberLong(1)"})
    EXPECT_EQ(refusal(std::string("{a: ") + value + "}"), "") << value;
  for (const char* value : {"0", "0.5", "-1", "-1.5", "2", "1e300", "NaN", "Infinity"})
    EXPECT_NE(refusal(std::string("{a: ") + value + "}"), "") << value;
}

TEST(CheckPattern, TakesReferenceNamesBehindTheFirstPart) {
  for (const char* good : {"{'a.$id': 1}", "{'a.$db': 1}", "{'a.$ref.b': 1}"})
    EXPECT_EQ(refusal(good), "") << good;
  for (const char* bad : {"{$id: 1}", "{'$ref.a': 1}", "{'a.$idx': 1}"})
    EXPECT_NE(refusal(bad), "") << bad;
}

// Compound hashed keys came with 4.4.
TEST(CheckPattern, CompoundHashedNeeds44) {
  for (const char* pattern : {"{a: 'hashed', b: 1}", "{a: 1, b: 'hashed'}"}) {
    EXPECT_THAT(refusal(pattern, ServerVersion::v4_2), HasSubstr("need 4.4 or later"));
    for (const ServerVersion server : all_servers)
      if (server >= ServerVersion::v4_4) {
        EXPECT_EQ(refusal(pattern, server), "");
      }
  }
  for (const ServerVersion server : all_servers) EXPECT_EQ(refusal("{a: 'hashed'}", server), "");
}

}  // namespace
}  // namespace shardsweep::host
