#include "datasets/extended_json/parse.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "datasets/bson/validate.hpp"
#include "datasets/error.hpp"
#include "datasets/extended_json/write.hpp"
#include "tests/datasets/bson/documents.hpp"

namespace shardsweep::extended_json {
namespace {

using bson::Type;
using bson::testing::document_of;
using bson::testing::element_of;
using bson::testing::from_hex;
using bson::testing::number_bytes;
using bson::testing::string_of;
using bson::testing::to_hex;

void expect_value(std::string_view json, Type type, const std::string& bytes) {
  const bson::Value value = parse_value(json);
  EXPECT_EQ(value.type, type) << json;
  EXPECT_EQ(to_hex(value.bytes), to_hex(bytes)) << json;
}

double parse_double(std::string_view json) {
  const bson::Value value = parse_value(json);
  EXPECT_EQ(value.type, Type::Double) << json;
  return bson::ValueView(value).as_double();
}

std::int64_t parse_date(const std::string& text) {
  const bson::Value value = parse_value("{\"$date\": \"" + text + "\"}");
  EXPECT_EQ(value.type, Type::Date);
  return bson::ValueView(value).as_int64();
}

TEST(ParseNumber, TakesTheSmallestIntegerType) {
  expect_value("0", Type::Int32, number_bytes(std::int32_t{0}));
  expect_value("-0", Type::Int32, number_bytes(std::int32_t{0}));
  expect_value("2147483647", Type::Int32, number_bytes(std::int32_t{2147483647}));
  expect_value("-2147483648", Type::Int32, number_bytes(std::numeric_limits<std::int32_t>::min()));
  expect_value("2147483648", Type::Int64, number_bytes(std::int64_t{2147483648}));
  expect_value("-2147483649", Type::Int64, number_bytes(std::int64_t{-2147483649}));
  expect_value("7347715653542871041", Type::Int64, number_bytes(std::int64_t{7347715653542871041}));
  expect_value("9223372036854775807", Type::Int64,
               number_bytes(std::numeric_limits<std::int64_t>::max()));
  expect_value("-9223372036854775808", Type::Int64,
               number_bytes(std::numeric_limits<std::int64_t>::min()));
}

TEST(ParseNumber, CountsIntegersThatBecomeDoubles) {
  ParseNotes notes;
  std::string out;
  parse_document(R"({"a": 9223372036854775808, "b": 1, "c": [-99999999999999999999]})", out, {},
                 &notes);
  EXPECT_EQ(notes.integers_to_double, 2U);
  EXPECT_EQ(parse_double("9223372036854775808"), 9223372036854775808.0);
  EXPECT_EQ(parse_double("123456789012345678901234567890"), 123456789012345678901234567890.0);
  notes = {};
  parse_value("1e5", {}, &notes);
  EXPECT_EQ(notes.integers_to_double, 0U);
}

TEST(ParseNumber, RoundsDoublesCorrectly) {
  EXPECT_EQ(parse_double("1.0"), 1.0);
  EXPECT_EQ(parse_double("0.1"), 0.1);
  EXPECT_EQ(parse_double("-1.5e-3"), -1.5e-3);
  EXPECT_EQ(parse_double("1E+2"), 100.0);
  EXPECT_EQ(parse_double("9007199254740993.0"), 9007199254740992.0);
  EXPECT_EQ(parse_double("9007199254740993.00000000000000000001"), 9007199254740994.0);
  EXPECT_EQ(parse_double("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(parse_double("4.9e-324"), 5e-324);
  EXPECT_EQ(parse_double("1e-400"), 0.0);
  EXPECT_TRUE(std::signbit(parse_double("-0.0")));
  EXPECT_TRUE(std::signbit(parse_double("-1e-999999999999")));
  EXPECT_EQ(parse_double("0e999999999999"), 0.0);
  EXPECT_EQ(parse_double("0.000e+5"), 0.0);
  const std::string zeros(1'000'000, '0');
  EXPECT_EQ(parse_double("0." + zeros + "5e1000000"), 0.5);
  EXPECT_EQ(parse_double("1" + zeros + "e-1000000"), 1.0);
}

TEST(ParseNumber, ReadsBackWhatIsWritten) {
  const std::uint64_t seed = 99;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20000; ++i) {
    double value = static_cast<double>(static_cast<std::int64_t>(random() >> (random() % 60))) /
                   std::pow(10.0, static_cast<double>(random() % 18));
    if (i % 2 == 0) {
      const std::uint64_t bits = random();
      std::memcpy(&value, &bits, sizeof value);
      if (!std::isfinite(value)) continue;
    }
    const std::string json =
        to_json(bson::Value{Type::Double, number_bytes(value)}, Style::relaxed);
    ASSERT_EQ(to_hex(parse_value(json).bytes), to_hex(number_bytes(value))) << json;
  }
}

TEST(ParseText, UnescapesStrings) {
  expect_value(R"("")", Type::String, string_of(""));
  expect_value(R"("a\"\\\/\b\f\n\r\tz")", Type::String, string_of("a\"\\/\b\f\n\r\tz"));
  expect_value(R"("\u0041\u00e9\u20AC\ud83d\ude00")", Type::String,
               string_of("A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"));
  expect_value(R"("a\u0000b")", Type::String, string_of(std::string_view("a\0b", 3)));
  expect_value("\"\x7f\xc3\xa9\"", Type::String, string_of("\x7f\xc3\xa9"));
  // Escapes at every distance from the eight-byte steps.
  for (std::size_t before = 0; before < 20; ++before) {
    for (std::size_t after = 0; after < 20; ++after) {
      const std::string a(before, 'a');
      const std::string b(after, 'b');
      expect_value("\"" + a + "\\n" + b + "\"", Type::String, string_of(a + "\n" + b));
    }
  }
}

TEST(ParseDocument, KeepsOrderAndDuplicates) {
  std::string out = "kept";
  parse_document(" { \"b\" : true , \"a\":null,\"b\":[ ] ,\"\":{}}\r\n", out);
  EXPECT_EQ(to_hex(out.substr(4)),
            to_hex(document_of(element_of(Type::Bool, "b", "\1") + element_of(Type::Null, "a", "") +
                               element_of(Type::Array, "b", document_of("")) +
                               element_of(Type::Document, "", document_of("")))));
}

TEST(ParseDocument, NumbersArrayItems) {
  std::string items;
  std::string json = "[";
  for (int i = 0; i < 1234; ++i) {
    items += element_of(Type::Bool, std::to_string(i), std::string(1, '\0'));
    json += i == 0 ? "false" : ", false";
  }
  expect_value(json + "]", Type::Array, document_of(items));
}

TEST(ParseDocument, KeepsDollarNamesThatAreNoWrapper) {
  for (const std::string json :
       {R"({"$gt":5})", R"({"$ref":"c","$id":1,"$db":"d"})", R"({"$ref":1})",
        R"({"$type":"string"})", R"({"$regex":"a"})", R"({"$regex":"a","$options":"i"})",
        R"({"$options":"i","$regex":"a"})", R"({"$scope":{}})", R"({"$scope":{},"x":1})",
        R"({"$set":{"a":1}})", R"({"$":1})",
        R"({"$regex":{"$regularExpression":{"pattern":"a","options":"i"}},"$options":"x"})",
        R"({"$oidx":1})", R"({"$numberint":1})", R"({"a":1,"$inc":2})"}) {
    const bson::Value value = parse_value(json);
    EXPECT_EQ(value.type, Type::Document) << json;
    EXPECT_EQ(to_json(value, Style::relaxed), json);
  }
}

TEST(ParseWrapper, BuildsEveryType) {
  const std::string oid = "00112233445566778899aabb";
  expect_value(R"({"$oid":"00112233445566778899AABB"})", Type::ObjectId, from_hex(oid));
  expect_value(R"({"$symbol":"s"})", Type::Symbol, string_of("s"));
  expect_value(R"({"$numberInt":"-5"})", Type::Int32, number_bytes(std::int32_t{-5}));
  expect_value(R"({"$numberLong":"5"})", Type::Int64, number_bytes(std::int64_t{5}));
  expect_value(R"({"$numberDouble":"5"})", Type::Double, number_bytes(5.0));
  expect_value(R"({"$numberDouble":"-1.5E+3"})", Type::Double, number_bytes(-1500.0));
  expect_value(R"({"$numberDouble":"Infinity"})", Type::Double, from_hex("000000000000f07f"));
  expect_value(R"({"$numberDouble":"-Infinity"})", Type::Double, from_hex("000000000000f0ff"));
  expect_value(R"({"$numberDouble":"NaN"})", Type::Double, from_hex("000000000000f87f"));
  expect_value(R"({"$numberDecimal":"1"})", Type::Decimal128,
               from_hex("0100000000000000 0000000000004030"));
  expect_value(R"({"$timestamp":{"t":4294967295,"i":2}})", Type::Timestamp,
               from_hex("02000000ffffffff"));
  expect_value(R"({"$timestamp":{"i":2,"t":1}})", Type::Timestamp, from_hex("0200000001000000"));
  expect_value(R"({"$regularExpression":{"pattern":"a\\d","options":"xi"}})", Type::Regex,
               std::string("a\\d\0ix\0", 7));
  expect_value(R"({"$regularExpression":{"options":"","pattern":""}})", Type::Regex,
               std::string(2, '\0'));
  expect_value(R"({"$dbPointer":{"$ref":"d.c","$id":{"$oid":")" + oid + R"("}}})", Type::DbPointer,
               string_of("d.c") + from_hex(oid));
  expect_value(R"({"$dbPointer":{"$id":{"$oid":")" + oid + R"("},"$ref":"d.c"}})", Type::DbPointer,
               string_of("d.c") + from_hex(oid));
  expect_value(R"({"$minKey":1})", Type::MinKey, "");
  expect_value(R"( { "$maxKey" : 1 } )", Type::MaxKey, "");
  expect_value(R"({"$undefined":true})", Type::Undefined, "");
  expect_value(R"({"\u0024oid":"0011223344556677\u0038899aabb"})", Type::ObjectId, from_hex(oid));
}

TEST(ParseWrapper, BuildsBinary) {
  expect_value(R"({"$binary":{"base64":"","subType":"00"}})", Type::Binary,
               from_hex("00000000 00"));
  expect_value(R"({"$binary":{"base64":"\/\/8=","subType":"5"}})", Type::Binary,
               from_hex("02000000 05 ffff"));
  expect_value(R"({"$binary":{"subType":"FF","base64":"AQIDBA=="}})", Type::Binary,
               from_hex("04000000 ff 01020304"));
  expect_value(R"({"$binary":{"base64":"AQID","subType":"02"}})", Type::Binary,
               from_hex("07000000 02 03000000 010203"));
  expect_value(R"({"$uuid":"00112233-4455-6677-8899-aabbccddeeff"})", Type::Binary,
               from_hex("10000000 04 00112233445566778899aabbccddeeff"));
}

TEST(ParseWrapper, BuildsCodeWithItsScopeInAnyOrder) {
  expect_value(R"x({"$code":"f()"})x", Type::Code, string_of("f()"));
  const std::string scope =
      document_of(element_of(Type::Int32, "x", number_bytes(std::int32_t{1})));
  const std::string parts = string_of("f") + scope;
  const std::string bytes = number_bytes(static_cast<std::int32_t>(parts.size() + 4)) + parts;
  expect_value(R"({"$code":"f","$scope":{"x":1}})", Type::CodeWithScope, bytes);
  expect_value(R"({ "$scope" : {"x":1} , "$code" : "f" })", Type::CodeWithScope, bytes);
  // A scope in a scope, and something behind it.
  const bson::Value value =
      parse_value(R"([{"$scope":{"a":{"$code":"g","$scope":{}}},"$code":"f"},2])");
  EXPECT_EQ(to_json(value, Style::relaxed),
            R"([{"$code":"f","$scope":{"a":{"$code":"g","$scope":{}}}},2])");
}

TEST(ParseDate, ReadsTimesWithZones) {
  EXPECT_EQ(parse_date("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(parse_date("1970-01-01T00:00:00.001Z"), 1);
  EXPECT_EQ(parse_date("1970-01-01T00:00:00.5z"), 500);
  EXPECT_EQ(parse_date("1970-01-01T00:00:00.123000Z"), 123);
  EXPECT_EQ(parse_date("1969-12-31T23:59:59.999Z"), -1);
  EXPECT_EQ(parse_date("2012-12-24T12:15:30.501Z"), 1356351330501);
  EXPECT_EQ(parse_date("2024-03-01T10:00:09.000+01:00"), parse_date("2024-03-01T09:00:09Z"));
  EXPECT_EQ(parse_date("2024-03-01T10:00:09-0430"), parse_date("2024-03-01T14:30:09Z"));
  EXPECT_EQ(parse_date("2000-02-29T00:00:00Z"), 951782400000);
  EXPECT_EQ(parse_date("0000-01-01T00:00:00Z"), -62167219200000);
  EXPECT_EQ(parse_date("9999-12-31T23:59:59.999Z"), 253402300799999);
  expect_value(R"({"$date":{"$numberLong":"-62135596800001"}})", Type::Date,
               number_bytes(std::int64_t{-62135596800001}));
}

TEST(ParseLegacy, ReadsTheFirstFormsOnRequest) {
  const auto legacy = [](std::string_view json) {
    return to_json(parse_value(json, {.legacy = true}), Style::canonical);
  };
  EXPECT_EQ(legacy(R"({"$date":42})"), R"({"$date":{"$numberLong":"42"}})");
  EXPECT_EQ(legacy(R"({"$date":-1577836800000})"), R"({"$date":{"$numberLong":"-1577836800000"}})");
  EXPECT_EQ(legacy(R"({"$date":{"$numberLong":7}})"), R"({"$date":{"$numberLong":"7"}})");
  EXPECT_EQ(legacy(R"({"$date":"1970-01-01T00:00:01.000+0000"})"),
            R"({"$date":{"$numberLong":"1000"}})");
  EXPECT_EQ(legacy(R"({"$numberLong":5})"), R"({"$numberLong":"5"})");
  EXPECT_EQ(legacy(R"({"$numberInt":5})"), R"({"$numberInt":"5"})");
  EXPECT_EQ(legacy(R"({"$numberDouble":5.5})"), R"({"$numberDouble":"5.5"})");
  const std::string binary = R"({"$binary":{"base64":"AQID","subType":"05"}})";
  EXPECT_EQ(legacy(R"({"$binary":"AQID","$type":"05"})"), binary);
  EXPECT_EQ(legacy(R"({"$type":"5","$binary":"AQID"})"), binary);
  EXPECT_EQ(legacy(R"({ "$binary" : "AQID" , "$type" : 5 })"), binary);
  const std::string regex = R"({"$regularExpression":{"pattern":"^a","options":"im"}})";
  EXPECT_EQ(legacy(R"({"$regex":"^a","$options":"mi"})"), regex);
  EXPECT_EQ(legacy(R"({"$options":"mi","$regex":"^a"})"), regex);
  EXPECT_EQ(legacy(R"({"$undefined":true})"), R"({"$undefined":true})");
  EXPECT_EQ(legacy(R"({"$timestamp":{"t":1,"i":2}})"), R"({"$timestamp":{"t":1,"i":2}})");
  EXPECT_EQ(legacy(R"({"$symbol":"s"})"), R"({"$symbol":"s"})");
  EXPECT_EQ(legacy(R"({"$ref":"c","$id":"i"})"), R"({"$ref":"c","$id":"i"})");
  // Query operators of these names stay documents.
  for (const std::string json :
       {R"({"$type":"string"})", R"({"$regex":"a"})", R"({"$options":"i"})",
        R"({"$regex":{"$symbol":"a"},"$options":"i"})", R"({"$regex":"a","$options":null})"}) {
    EXPECT_EQ(legacy(json), json);
  }
}

TEST(ParseNesting, TakesTwoHundredLevels) {
  const auto nested = [](const std::string& open, const std::string& close, int levels,
                         const std::string& inside) {
    std::string json;
    for (int i = 0; i < levels; ++i) json += open;
    json += inside;
    for (int i = 0; i < levels; ++i) json += close;
    return json;
  };
  // Wrappers are no levels.
  const std::string wrapper = R"({"$numberLong":"1"})";
  for (const int levels : {1, 100, 200}) {
    EXPECT_NO_THROW(parse_value(nested("[", "]", levels, wrapper)));
    EXPECT_NO_THROW(parse_value(nested("{\"a\":", "}", levels, wrapper)));
    EXPECT_FALSE(bson::validate(parse_value(nested("{\"a\":", "}", levels, wrapper)).bytes));
  }
  EXPECT_NO_THROW(parse_value(nested("[", "]", 199, "{}")));
  EXPECT_NO_THROW(parse_value(nested(R"({"$code":"f","$scope":{"a":)", "}}", 200, "1")));
  EXPECT_NO_THROW(parse_value(nested(R"({"$scope":{"a":)", R"(},"$code":"f"})", 50, "1")));
}

TEST(ParseSize, KnowsTheLimit) {
  const auto of_size = [](std::size_t size) {
    return "{\"s\":\"" + std::string(size - 13, 'x') + "\"}";
  };
  std::string out;
  parse_document(of_size(bson::max_document_bytes), out);
  EXPECT_EQ(out.size(), bson::max_document_bytes);
  EXPECT_THROW(parse_document(of_size(bson::max_document_bytes + 1), out), datasets::DataError);
  EXPECT_EQ(out.size(), bson::max_document_bytes);
}

}  // namespace
}  // namespace shardsweep::extended_json
