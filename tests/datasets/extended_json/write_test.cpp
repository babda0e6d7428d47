#include "datasets/extended_json/write.hpp"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <cmath>
#include <limits>

#include "datasets/bson/builder.hpp"
#include "datasets/extended_json/parse.hpp"
#include "tests/datasets/bson/documents.hpp"

namespace shardsweep::extended_json {
namespace {

using bson::Type;
using bson::testing::document_of;
using bson::testing::element_of;
using bson::testing::from_hex;
using bson::testing::number_bytes;
using bson::testing::string_of;

/// The canonical, report and relaxed forms, which differ by type only in these.
void expect_forms(Type type, const std::string& bytes, const std::string& canonical,
                  const std::string& report, const std::string& relaxed) {
  const bson::ValueView value{type, bytes};
  EXPECT_EQ(to_json(value, Style::canonical), canonical);
  EXPECT_EQ(to_json(value, Style::report), report);
  EXPECT_EQ(to_json(value, Style::relaxed), relaxed);
}

void expect_form(Type type, const std::string& bytes, const std::string& json) {
  expect_forms(type, bytes, json, json, json);
}

TEST(Write, NumbersByStyle) {
  expect_forms(Type::Int32, number_bytes(std::int32_t{-7}), R"({"$numberInt":"-7"})", "-7", "-7");
  expect_forms(Type::Int64, number_bytes(std::int64_t{1} << 60),
               R"({"$numberLong":"1152921504606846976"})",
               R"({"$numberLong":"1152921504606846976"})", "1152921504606846976");
  const auto real = [](double value, const std::string& text) {
    const std::string wrapped = R"({"$numberDouble":")" + text + R"("})";
    expect_forms(Type::Double, number_bytes(value), wrapped, wrapped, text);
  };
  real(1, "1.0");
  real(-0.0, "-0.0");
  real(0.1, "0.1");
  real(1e15, "1000000000000000.0");
  real(1e16, "1e+16");
  real(0.0001, "0.0001");
  real(0.00001, "1e-05");
  real(1.5e300, "1.5e+300");
  real(5e-324, "5e-324");
  real(123456.789, "123456.789");
  expect_form(Type::Double, number_bytes(std::numeric_limits<double>::infinity()),
              R"({"$numberDouble":"Infinity"})");
  expect_form(Type::Double, number_bytes(-std::numeric_limits<double>::infinity()),
              R"({"$numberDouble":"-Infinity"})");
  expect_form(Type::Double, from_hex("010000000000f8ff"), R"({"$numberDouble":"NaN"})");
  expect_form(Type::Decimal128, from_hex("0c00000000000000 0000000000003e30"),
              R"({"$numberDecimal":"1.2"})");
}

TEST(Write, PlainTypes) {
  expect_form(Type::Null, "", "null");
  expect_form(Type::Bool, "\1", "true");
  expect_form(Type::Bool, std::string(1, '\0'), "false");
  expect_form(Type::String, string_of("a\"b"), R"("a\"b")");
  expect_form(Type::Document, document_of(""), "{}");
  expect_form(Type::Array, document_of(""), "[]");
  const std::string items = element_of(Type::Null, "5", "") + element_of(Type::Bool, "x", "\1");
  expect_form(Type::Array, document_of(items), "[null,true]");
  expect_form(Type::Document, document_of(items), R"({"5":null,"x":true})");
}

TEST(Write, Wrappers) {
  expect_form(Type::ObjectId, from_hex("00112233445566778899aabb"),
              R"({"$oid":"00112233445566778899aabb"})");
  expect_form(Type::Binary, from_hex("03000000 04 ffee01"),
              R"({"$binary":{"base64":"/+4B","subType":"04"}})");
  expect_form(Type::Binary, from_hex("01000000 80 00"),
              R"({"$binary":{"base64":"AA==","subType":"80"}})");
  expect_form(Type::Binary, from_hex("06000000 02 02000000 0102"),
              R"({"$binary":{"base64":"AQI=","subType":"02"}})");
  expect_form(Type::Undefined, "", R"({"$undefined":true})");
  expect_form(Type::MinKey, "", R"({"$minKey":1})");
  expect_form(Type::MaxKey, "", R"({"$maxKey":1})");
  expect_form(Type::Timestamp, from_hex("02000000ffffffff"),
              R"({"$timestamp":{"t":4294967295,"i":2}})");
  expect_form(Type::Regex, std::string("a/\"\0xi\0", 7),
              R"({"$regularExpression":{"pattern":"a/\"","options":"ix"}})");
  expect_form(Type::DbPointer, string_of("d.c") + from_hex("00112233445566778899aabb"),
              R"({"$dbPointer":{"$ref":"d.c","$id":{"$oid":"00112233445566778899aabb"}}})");
  expect_form(Type::Code, string_of("f"), R"({"$code":"f"})");
  expect_form(Type::Symbol, string_of("s"), R"({"$symbol":"s"})");
  const std::string parts = string_of("f") + document_of(element_of(Type::Null, "x", ""));
  expect_form(Type::CodeWithScope,
              number_bytes(static_cast<std::int32_t>(parts.size() + 4)) + parts,
              R"({"$code":"f","$scope":{"x":null}})");
}

TEST(Write, DatesByStyleAndYear) {
  const auto date = [](std::int64_t value, const std::string& relaxed) {
    const std::string canonical = R"({"$date":{"$numberLong":")" + std::to_string(value) + R"("}})";
    expect_forms(Type::Date, number_bytes(value), canonical, canonical,
                 relaxed.empty() ? canonical : R"({"$date":")" + relaxed + R"("})");
  };
  date(0, "1970-01-01T00:00:00Z");
  date(1, "1970-01-01T00:00:00.001Z");
  date(1356351330501, "2012-12-24T12:15:30.501Z");
  date(951782400000, "2000-02-29T00:00:00Z");
  date(253402300799999, "9999-12-31T23:59:59.999Z");
  date(253402300800000, "");
  date(-1, "");
  date(std::numeric_limits<std::int64_t>::min(), "");
}

TEST(Write, StringsAreAlwaysValidJson) {
  const auto written = [](std::string_view text) {
    std::string out;
    write_string(text, out);
    return out;
  };
  EXPECT_EQ(written(""), R"("")");
  EXPECT_EQ(written("\"\\/\b\f\n\r\t"), R"("\"\\/\u0008\u000c\n\r\t")");
  EXPECT_EQ(written(std::string_view("\0\x1f\x7f", 3)), R"("\u0000\u001f\u007f")");
  EXPECT_EQ(written("\xc3\xa9\xf0\x9f\x98\x80"), "\"\xc3\xa9\xf0\x9f\x98\x80\"");
  EXPECT_EQ(written("\xe2\x80\xa8\xe2\x80\xa9"), R"("\u2028\u2029")");
  EXPECT_EQ(written("a\xff\xc3"), R"("a\ufffd\ufffd")");
  EXPECT_EQ(written("</script>"), R"("</script>")");
}

TEST(Write, ShortestDoubleIsExactAndShort) {
  EXPECT_EQ(shortest_double(42), "42");
  EXPECT_EQ(shortest_double(-0.0), "-0.0");
  EXPECT_EQ(shortest_double(0), "0");
  EXPECT_EQ(shortest_double(87.4), "87.4");
  EXPECT_EQ(shortest_double(1e21), "1e+21");
  EXPECT_EQ(shortest_double(9007199254740994.0), "9007199254740994");
  EXPECT_EQ(shortest_double(1.7976931348623157e308), "1.7976931348623157e+308");
}

// Another parser's opinion of all that is written.
TEST(Write, OutputIsJsonForAnotherParser) {
  bson::testing::RandomDocuments documents(5);
  simdjson::dom::parser parser;
  for (int i = 0; i < 300; ++i) {
    const std::string document = documents.document();
    for (const Style style : {Style::canonical, Style::report, Style::relaxed}) {
      const std::string json = to_json({Type::Document, document}, style);
      ASSERT_EQ(parser.parse(json).error(), simdjson::SUCCESS) << json;
    }
  }
}

}  // namespace
}  // namespace shardsweep::extended_json
