#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "datasets/bson/utf8.hpp"
#include "datasets/bson/validate.hpp"
#include "datasets/error.hpp"
#include "datasets/extended_json/parse.hpp"
#include "tests/datasets/bson/documents.hpp"

namespace shardsweep::extended_json {
namespace {

std::string refusal(std::string_view json, bool legacy = false) {
  std::string out = "kept";
  try {
    parse_document(json, out, {.legacy = legacy});
  } catch (const datasets::DataError& error) {
    EXPECT_EQ(out, "kept");
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << json;
  return {};
}

TEST(ParseError, NamesByteFieldAndReason) {
  EXPECT_EQ(refusal(""), "at byte 0: the text ends where a value is expected");
  EXPECT_EQ(refusal("  "), "at byte 2: the text ends where a value is expected");
  EXPECT_EQ(refusal("{"), "at byte 1: a field name in double quotes or '}' is expected");
  EXPECT_EQ(refusal("[1]"), "at byte 0: a document {...} is expected, found a value of type array");
  EXPECT_EQ(refusal(R"({"$oid":"00112233445566778899aabb"})"),
            "at byte 0: a document {...} is expected, found a value of type objectId");
  EXPECT_EQ(refusal(R"({"a":1} x)"), "at byte 8: there is more text after the value");
  EXPECT_EQ(refusal(R"({"a":1,})"),
            "at byte 7: field a: a field name in double quotes is expected");
  EXPECT_EQ(refusal(R"({"a":1 "b":2})"), "at byte 7: field a: ',' or '}' is expected");
  EXPECT_EQ(refusal(R"({"a" 1})"), "at byte 5: field a: ':' is expected after the field name");
  EXPECT_EQ(refusal(R"({a:1})"), "at byte 1: a field name in double quotes or '}' is expected");
  EXPECT_EQ(refusal(R"({"x":{"a":[1,2)"), "at byte 14: field x.a.1: ',' or ']' is expected");
  EXPECT_EQ(refusal(R"({"x":{"a":[1,]}})"),
            "at byte 13: field x.a.1: a value is expected, found ']'");
  EXPECT_EQ(refusal(R"({"a":tru})"), "at byte 5: field a: a value is expected, found 't'");
  EXPECT_EQ(refusal(R"({"a":})"), "at byte 5: field a: a value is expected, found '}'");
}

TEST(ParseError, GivesAdviceOnTextThatIsNoJson) {
  EXPECT_EQ(refusal(R"({"a":NaN})"),
            "at byte 5: field a: this number is no JSON: write {\"$numberDouble\": \"NaN\"} or "
            "\"Infinity\"");
  const std::string shell =
      "a value is expected; mongo shell text such as ObjectId(...) is no JSON: "
      "export with mongoexport";
  EXPECT_EQ(refusal(R"({"a":ObjectId("x")})"), "at byte 5: field a: " + shell);
  EXPECT_EQ(refusal(R"({"a":new Date(1)})"), "at byte 5: field a: " + shell);
  EXPECT_EQ(refusal("{\"a\":\x1b[31m}"), "at byte 5: field a: a value is expected, found '\\x1b'");
}

TEST(ParseError, RefusesNumbersThatAreNone) {
  for (const std::string number :
       {"01",  "-01", "00", "1.",  ".5",  "-",     "+1",  "1e",       "1e+",       "1.e1",
        "0x1", "1_0", "1f", "--1", "- 1", "1.2.3", "-.1", "Infinity", "-Infinity", "1e5.5"}) {
    refusal("{\"a\":" + number + "}");
  }
  EXPECT_EQ(refusal(R"({"a":01})"), "at byte 5: field a: a number must not begin with 0");
  EXPECT_EQ(refusal(R"({"a":1.})"),
            "at byte 7: field a: a digit is expected after the decimal point");
  EXPECT_EQ(refusal(R"({"a":1e})"), "at byte 7: field a: a digit is expected in the exponent");
  EXPECT_EQ(refusal(R"({"a":-x})"), "at byte 6: field a: a digit is expected after '-'");
}

TEST(ParseError, RefusesNumbersBeyondDouble) {
  const std::string reason = "the number is beyond the range of a double (about 1.8e308)";
  EXPECT_EQ(refusal(R"({"a":1e400})"), "at byte 5: field a: " + reason);
  EXPECT_EQ(refusal(R"({"a":-1e400})"), "at byte 5: field a: " + reason);
  EXPECT_EQ(refusal(R"({"a":1e999999999999})"), "at byte 5: field a: " + reason);
  // Exponents at the edge of int64, where adding the digits before the point must not wrap.
  EXPECT_EQ(refusal(R"({"a":1e9223372036854775807})"), "at byte 5: field a: " + reason);
  EXPECT_EQ(refusal(R"({"a":10e9223372036854775807})"), "at byte 5: field a: " + reason);
  EXPECT_EQ(refusal("{\"a\":" + std::string(400, '9') + "}"), "at byte 5: field a: " + reason);
  EXPECT_EQ(refusal("{\"a\":" + std::string(3'000'000, '9') + "}"),
            "at byte 5: field a: " + reason);
  EXPECT_EQ(refusal("{\"a\":0.0001e" + std::string(100, '9') + "}"),
            "at byte 5: field a: " + reason);
}

TEST(ParseError, RefusesBrokenText) {
  EXPECT_EQ(refusal(R"({"a":"b)"), "at byte 5: field a: the string is not closed");
  EXPECT_EQ(refusal(R"({"a)"), "at byte 1: the string is not closed");
  EXPECT_EQ(
      refusal("{\"a\":\"x\ny\"}"),
      "at byte 7: field a: the control character \\n stands in a string: write it as an escape");
  EXPECT_EQ(refusal("{\"a\":\"0123456789\x01\"}"),
            "at byte 16: field a: the control character \\x01 stands in a string: write it as an "
            "escape");
  EXPECT_EQ(refusal(R"({"a":"\x"})"), "at byte 6: field a: a backslash begins no known escape");
  EXPECT_EQ(refusal(R"({"a":"\)"), "at byte 6: field a: a backslash begins no known escape");
  EXPECT_EQ(refusal(R"({"a":"\u12g4"})"), "at byte 8: field a: \\u takes four hexadecimal digits");
  EXPECT_EQ(refusal(R"({"a":"\u12)"), "at byte 8: field a: \\u takes four hexadecimal digits");
  const std::string half = "half of a surrogate pair stands alone: it is no character";
  for (const std::string text : {R"(\ud800)", R"(\ud800x)", R"(\ud800\u0041)", R"(\udc00)",
                                 R"(\udc00\ud800)", R"(\ud800\ud800)", R"(\ud800\n)"}) {
    EXPECT_EQ(refusal("{\"a\":\"" + text + "\"}"), "at byte 6: field a: " + half);
  }
  EXPECT_EQ(refusal("{\"a\":\"\xff\"}"), "at byte 6: the text is not valid UTF-8");
  EXPECT_EQ(refusal("{\"a\":\"\xed\xa0\x80\"}"), "at byte 6: the text is not valid UTF-8");
  EXPECT_EQ(refusal(R"({"a\u0000b":1})"),
            "at byte 1: a field name must not contain the character NUL (\\u0000)");
  EXPECT_EQ(refusal(std::string("{\"a\":1\0}", 8)), "at byte 6: field a: ',' or '}' is expected");
}

TEST(ParseError, NamesTheOptionForLegacyForms) {
  EXPECT_EQ(refusal(R"({"a":{"$date":42}})"),
            "at byte 14: field a: $date takes an ISO-8601 string or {\"$numberLong\": "
            "\"milliseconds\"}; if the file is Extended JSON v1 of older tools, read it with "
            "--legacy-json");
  for (const std::string value : {R"({"$numberLong":5})", R"({"$numberInt":5})",
                                  R"({"$numberDouble":5})", R"({"$date":{"$numberLong":5}})",
                                  R"({"$binary":"AQID","$type":"00"})", R"({"$date":true})"}) {
    EXPECT_THAT(refusal("{\"a\":" + value + "}"), ::testing::HasSubstr("--legacy-json")) << value;
  }
}

TEST(ParseError, RefusesExtraAndMistypedKeysInWrappers) {
  const std::string oid = R"("$oid":"00112233445566778899aabb")";
  EXPECT_EQ(refusal("{\"a\":{" + oid + ",\"b\":1}}"),
            "at byte 39: field a: $oid must stand alone in its object: remove the other fields");
  EXPECT_EQ(refusal("{\"a\":{\"b\":1," + oid + "}}"),
            "at byte 18: field a.$oid: $oid must be the only type in its object");
  for (const std::string value :
       {R"({"$oid":42})",
        R"({"$oid":"0011"})",
        R"({"$oid":"00112233445566778899aabg"})",
        R"({"$oid":null})",
        R"({"$symbol":1})",
        R"({"$symbol":"a","b":1})",
        R"({"$numberInt":"1","b":1})",
        R"({"$numberInt":"2147483648"})",
        R"({"$numberInt":"1.0"})",
        R"({"$numberInt":""})",
        R"({"$numberInt":" 1"})",
        R"({"$numberInt":"+1"})",
        R"({"$numberLong":"9223372036854775808"})",
        R"({"$numberLong":"0x1"})",
        R"({"$numberLong":true})",
        R"({"$numberDouble":"x"})",
        R"({"$numberDouble":"1e400"})",
        R"({"$numberDouble":"inf"})",
        R"({"$numberDouble":"nan"})",
        R"({"$numberDouble":""})",
        R"({"$numberDouble":"1 "})",
        R"({"$numberDecimal":1})",
        R"({"$numberDecimal":""})",
        R"({"$numberDecimal":"1e9999"})",
        R"({"$numberDecimal":"1","b":1})",
        R"({"$binary":{"base64":"AQID"}})",
        R"({"$binary":{"subType":"00"}})",
        R"({"$binary":{"base64":1,"subType":"00"}})",
        R"({"$binary":{"base64":"","subType":0}})",
        R"({"$binary":{"base64":"","subType":"xx"}})",
        R"({"$binary":{"base64":"","subType":"000"}})",
        R"({"$binary":{"base64":"","subType":""}})",
        R"({"$binary":{"base64":"AQI","subType":"00"}})",
        R"({"$binary":{"base64":"AQI*","subType":"00"}})",
        R"({"$binary":{"base64":"=AQI","subType":"00"}})",
        R"({"$binary":{"base64":"A===","subType":"00"}})",
        R"({"$binary":{"base64":"","subType":"00","x":1}})",
        R"({"$binary":{"base64":"","base64":"","subType":"00"}})",
        R"({"$binary":{"base64":"","subType":"00"},"x":1})",
        R"({"$binary":1})",
        R"({"$uuid":1})",
        R"({"$uuid":"00112233-4455-6677-8899-aabbccddeef"})",
        R"({"$uuid":"00112233445566778899aabbccddeeff0000"})",
        R"({"$uuid":"0011223-34455-6677-8899-aabbccddeeff"})",
        R"({"$uuid":"0011223g-4455-6677-8899-aabbccddeeff"})",
        R"({"$code":1})",
        R"({"$code":"","x":1})",
        R"({"$code":"","$scope":1})",
        R"({"$code":"","$scope":{},"x":1})",
        R"({"$code":"","$scope":{"$oid":"00112233445566778899aabb"}})",
        R"({"$scope":{},"$code":1})",
        R"({"$scope":1,"$code":""})",
        R"({"$scope":{},"$code":"","x":1})",
        R"({"$timestamp":42})",
        R"({"$timestamp":{"t":1}})",
        R"({"$timestamp":{"i":1}})",
        R"({"$timestamp":{"t":"1","i":1}})",
        R"({"$timestamp":{"t":1,"i":-1}})",
        R"({"$timestamp":{"t":1,"i":1.5}})",
        R"({"$timestamp":{"t":4294967296,"i":1}})",
        R"({"$timestamp":{"t":1,"i":1,"x":1}})",
        R"({"$timestamp":{"t":1,"i":1},"x":1})",
        R"({"$regularExpression":{"pattern":"a"}})",
        R"({"$regularExpression":{"options":"a"}})",
        R"({"$regularExpression":"a"})",
        R"({"$regularExpression":{"pattern":1,"options":""}})",
        R"({"$regularExpression":{"pattern":"","options":1}})",
        R"({"$regularExpression":{"pattern":"","options":"","x":1}})",
        R"({"$regularExpression":{"pattern":"a\u0000","options":""}})",
        R"({"$regularExpression":{"pattern":"","options":"\u0000"}})",
        R"({"$dbPointer":"x"})",
        R"({"$dbPointer":{"$ref":"a"}})",
        R"({"$dbPointer":{"$ref":"a","$id":"x"}})",
        R"({"$dbPointer":{"$ref":1,"$id":{"$oid":"00112233445566778899aabb"}}})",
        R"({"$dbPointer":{"$ref":"a","$id":{"$oid":"0011"}}})",
        R"({"$dbPointer":{"$ref":"a","$id":{"$oid":"00112233445566778899aabb"},"b":1}})",
        R"({"$date":"2012"})",
        R"({"$date":{"$numberInt":"5"}})",
        R"({"$date":{"$numberLong":"5","x":1}})",
        R"({"$date":{"$numberLong":"5"},"x":1})",
        R"({"$date":{}})",
        R"({"$date":[]})",
        R"({"$minKey":0})",
        R"({"$minKey":true})",
        R"({"$minKey":1,"x":1})",
        R"({"$maxKey":"1"})",
        R"({"$maxKey":2})",
        R"({"$undefined":false})",
        R"({"$undefined":true,"x":1})",
        R"({"$undefined":1})"}) {
    const std::string reason = refusal("{\"a\":" + value + "}");
    EXPECT_THAT(reason, ::testing::StartsWith("at byte ")) << value;
    EXPECT_THAT(reason, ::testing::HasSubstr(": field a")) << value;
  }
}

TEST(ParseError, SaysWhatIsWrongInWrappers) {
  EXPECT_EQ(refusal(R"({"a":{"$numberInt":"2147483648"}})"),
            "at byte 19: field a: 2147483648 is beyond the range of $numberInt");
  EXPECT_EQ(
      refusal(R"({"a":{"$numberDecimal":"1E9999"}})"),
      "at byte 23: field a: $numberDecimal cannot hold '1E9999' exactly: it has 34 digits and "
      "exponents from -6176 to 6111");
  EXPECT_EQ(
      refusal(R"({"a":{"$date":"2012-02-30T00:00:00Z"}})"),
      "at byte 14: field a: '2012-02-30T00:00:00Z' is no date: there is no such day or time of "
      "day");
  EXPECT_EQ(
      refusal(R"({"a":{"$date":"2012-02-03T00:00:00"}})"),
      "at byte 14: field a: '2012-02-03T00:00:00' is no date: it must end with its time zone, "
      "Z or +hh:mm");
  EXPECT_EQ(
      refusal(R"({"a":{"$date":"2012-02-03T00:00:00.0001Z"}})"),
      "at byte 14: field a: '2012-02-03T00:00:00.0001Z' is no date: a date holds milliseconds, "
      "remove the digits behind them");
  EXPECT_EQ(
      refusal(R"({"a":{"$date":"yesterday"}})"),
      "at byte 14: field a: 'yesterday' is no date: write it like 2012-12-24T12:15:30.501Z, or "
      "as milliseconds in $numberLong");
  EXPECT_EQ(refusal(R"({"a":{"$timestamp":{"t":1}}})"),
            "at byte 26: field a: $timestamp lacks 'i'");
  EXPECT_EQ(refusal(R"({"a":{"$timestamp":{"t":1,"t":2}}})"),
            "at byte 26: field a: $timestamp has 't' twice");
  EXPECT_EQ(refusal(R"({"a":{"$oid":"\u001b[31m"}})"),
            "at byte 13: field a: $oid takes 24 hexadecimal digits, found '\\x1b[31m'");
}

TEST(ParseError, RefusesDatesThatAreNone) {
  for (const std::string text :
       {"2012-12-24", "2012-12-24T12:15Z", "2012-12-24 12:15:30Z", "2012-13-24T12:15:30Z",
        "2012-00-24T12:15:30Z", "2012-12-00T12:15:30Z", "2011-02-29T12:15:30Z",
        "2012-12-24T24:00:00Z", "2012-12-24T12:60:00Z", "2012-12-24T12:15:60Z",
        "2012-12-24T12:15:30.Z", "2012-12-24T12:15:30+1:00", "2012-12-24T12:15:30+25:00",
        "2012-12-24T12:15:30+01:60", "2012-12-24T12:15:30Zx", "12012-12-24T12:15:30Z",
        "-2012-12-24T12:15:30Z", "2012-12-24T12:15:3", ""}) {
    EXPECT_THAT(refusal("{\"a\":{\"$date\":\"" + text + "\"}}"),
                ::testing::HasSubstr("is no date"));
  }
}

TEST(ParseError, NamesThePathOfTooDeepNesting) {
  std::string objects;
  std::string arrays = "{\"list\":";
  std::string scopes;
  for (int i = 0; i < 201; ++i) {
    objects += "{\"a\":";
    scopes += R"({"a":{"$code":"","$scope":)";
  }
  for (int i = 0; i < 100000; ++i) arrays += "[";
  EXPECT_THAT(refusal(objects), ::testing::StartsWith("at byte 1000: field a.a.a"));
  EXPECT_THAT(refusal(objects), ::testing::EndsWith("nested deeper than 200 levels"));
  EXPECT_LT(refusal(objects).size(), 200U);
  EXPECT_THAT(refusal(arrays), ::testing::StartsWith("at byte 207: field list.0.0"));
  EXPECT_THAT(refusal(scopes), ::testing::EndsWith("nested deeper than 200 levels"));
  EXPECT_THAT(refusal(objects + "{}" + std::string(201, '}')),
              ::testing::EndsWith("nested deeper than 200 levels"));
}

TEST(ParseError, RefusesDocumentsOverTheLimit) {
  std::string numbers = "{\"a\":[0";
  for (int i = 0; i < 2'000'000; ++i) numbers += ",0";
  EXPECT_EQ(refusal(numbers + "]}"),
            "at byte 0: the document takes more than 16793600 bytes as BSON, which "
            "is the limit");
}

// Any cut and any changed byte: a clear error inside the text, or a valid document.
TEST(ParseError, SurvivesEveryCutAndEveryChangedByte) {
  const std::string sample =
      R"({"_id":{"$oid":"00112233445566778899aabb"},"n":[1,-2.5e3,{"$numberLong":"12"}],"t":)"
      R"({"$timestamp":{"t":1,"i":2}},"s":"\u00e9\n\ud83d\ude00x","b":{"$binary":{"base64":"AQID",)"
      R"("subType":"02"}},"r":{"$regularExpression":{"pattern":"a","options":"i"}},"c":{"$code":"f",)"
      R"("$scope":{"k":null}},"k":{"$scope":{},"$code":"g"},"d":{"$date":"2012-12-24T12:15:30.501Z"},)"
      R"("e":{"$numberDecimal":"1.5E3"},"p":{"$dbPointer":{"$ref":"a","$id":{"$oid":)"
      R"("00112233445566778899aabb"}}},"u":{"$uuid":"00112233-4455-6677-8899-aabbccddeeff"},)"
      R"("o":{"a":{"b":true}},"f":{"$numberDouble":"NaN"},"x":{"$binary":"AQID","$type":"00"},)"
      R"("y":{"$options":"i","$regex":"b"},"z":{"$minKey":1}})";
  std::size_t accepted = 0;
  const auto check = [&](const std::string& json) {
    for (const bool legacy : {false, true}) {
      std::string out;
      try {
        // A copy of the exact size, so that a sanitizer sees a read behind it.
        const std::vector<char> exact(json.begin(), json.end());
        parse_document({exact.data(), exact.size()}, out, {.legacy = legacy});
        ++accepted;
        ASSERT_FALSE(bson::validate(out)) << json;
      } catch (const datasets::DataError& error) {
        const std::string what = error.what();
        ASSERT_THAT(what, ::testing::StartsWith("at byte "));
        ASSERT_LE(std::stoul(what.substr(8)), json.size()) << what;
        ASSERT_TRUE(bson::is_utf8(what));
        for (const char c : what) ASSERT_GE(static_cast<unsigned char>(c), 0x20) << what;
      }
    }
  };
  std::string out;
  parse_document(sample, out, {.legacy = true});
  for (std::size_t size = 0; size < sample.size(); ++size) check(sample.substr(0, size));
  EXPECT_EQ(accepted, 0U);
  for (std::size_t at = 0; at < sample.size(); ++at) {
    for (const char byte : std::string("\"\\{}[]:,$0-.eE+tfn u\0\x1f\x80\xc3\xff", 25)) {
      std::string changed = sample;
      changed[at] = byte;
      check(changed);
    }
    std::string without = sample;
    check(without.erase(at, 1));
  }
  EXPECT_GT(accepted, 500U);
}

}  // namespace
}  // namespace shardsweep::extended_json
