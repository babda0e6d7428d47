#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "datasets/bson/validate.hpp"
#include "datasets/extended_json/parse.hpp"
#include "datasets/extended_json/write.hpp"
#include "tests/datasets/bson/documents.hpp"

namespace shardsweep::extended_json {
namespace {

using bson::testing::to_hex;

std::string document(std::string_view json) {
  std::string out;
  parse_document(json, out);
  return out;
}

// The case files pair canonical Extended JSON with the bytes of the document {"": value}.
TEST(RoundTrip, HashCaseFilesGiveTheBytesTheyName) {
  std::ifstream file(SHARDSWEEP_SOURCE_DIR "/tests/cases/hash_generated.json");
  std::stringstream text;
  text << file.rdbuf();
  const bson::Value all = parse_value(text.str());
  int compared = 0;
  for (const bson::Element& part : bson::DocumentView(all)) {
    if (part.name != "cases") continue;
    for (const bson::Element& one : bson::DocumentView(part.value)) {
      bson::ValueView value;
      std::string_view bytes;
      for (const bson::Element& field : bson::DocumentView(one.value)) {
        if (field.name == "value") value = field.value;
        if (field.name == "bson") bytes = field.value.as_string();
      }
      std::string built;
      bson::Builder builder(built);
      builder.open_document();
      builder.append("", value);
      builder.close();
      EXPECT_EQ(to_hex(built), bytes);
      EXPECT_FALSE(bson::validate(built)) << to_hex(built);
      const std::string json = to_json({bson::Type::Document, built}, Style::canonical);
      EXPECT_EQ(to_hex(document(json)), bytes) << json;
      ++compared;
    }
  }
  EXPECT_GT(compared, 400);
}

TEST(RoundTrip, CanonicalTextKeepsEveryByteOfRandomDocuments) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    bson::testing::RandomDocuments documents(seed);
    for (int i = 0; i < 100; ++i) {
      const std::string before = documents.document();
      ASSERT_FALSE(bson::validate(before)) << to_hex(before);
      const std::string json = to_json({bson::Type::Document, before}, Style::canonical);
      ASSERT_EQ(to_hex(document(json)), to_hex(before)) << json;
    }
  }
}

// Relaxed text loses number types; what it keeps must not change once it has been read.
TEST(RoundTrip, RelaxedTextIsStable) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    bson::testing::RandomDocuments documents(seed);
    for (int i = 0; i < 100; ++i) {
      const std::string before = documents.document();
      const std::string json = to_json({bson::Type::Document, before}, Style::relaxed);
      const std::string after = document(json);
      ASSERT_EQ(to_json({bson::Type::Document, after}, Style::relaxed), json);
    }
  }
}

// White space between tokens and escapes in names change nothing.
TEST(RoundTrip, SpacedTextGivesTheSameBytes) {
  bson::testing::RandomDocuments documents(3);
  for (int i = 0; i < 200; ++i) {
    const std::string before = documents.document();
    const std::string json = to_json({bson::Type::Document, before}, Style::canonical);
    std::string spaced;
    bool in_string = false;
    for (std::size_t at = 0; at < json.size(); ++at) {
      const char c = json[at];
      if (c == '"') in_string = !in_string;
      if (c == '\\') {
        spaced += c;
        spaced += json[++at];
        continue;
      }
      const bool token = !in_string && (c == ',' || c == ':' || c == '{' || c == '[' || c == '}');
      spaced += token ? " \t\r\n" + std::string(1, c) + "\n " : std::string(1, c);
    }
    ASSERT_EQ(to_hex(document(spaced)), to_hex(before)) << spaced;
  }
}

}  // namespace
}  // namespace shardsweep::extended_json
