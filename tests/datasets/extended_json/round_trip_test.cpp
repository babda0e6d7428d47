#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "datasets/bson/duplicate_names.hpp"
#include "datasets/bson/validate.hpp"
#include "datasets/extended_json/parse.hpp"
#include "datasets/extended_json/write.hpp"

namespace shardsweep::extended_json {
namespace {

std::string document(std::string_view json) {
  std::string out;
  parse_document(json, out);
  return out;
}

std::string hex(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    constexpr char digits[] = "0123456789abcdef";
    out += digits[static_cast<unsigned char>(c) >> 4];
    out += digits[static_cast<unsigned char>(c) & 15];
  }
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
      EXPECT_EQ(hex(built), bytes);
      EXPECT_FALSE(bson::validate(built)) << hex(built);
      const std::string json = to_json({bson::Type::Document, built}, Style::canonical);
      EXPECT_EQ(hex(document(json)), bytes) << json;
      ++compared;
    }
  }
  EXPECT_GT(compared, 400);
}

}  // namespace
}  // namespace shardsweep::extended_json
