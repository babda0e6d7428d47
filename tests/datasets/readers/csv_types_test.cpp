// Columns whose header names a type.
#include <gmock/gmock.h>

#include "tests/datasets/readers/csv_fixture.hpp"

namespace shardsweep::datasets {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using CsvTypes = CsvReader;

TEST_F(CsvTypes, TypedHeaders) {
  EXPECT_THAT(
      read("a.auto(),b.binary(hex),c.binary(base64),d.binary(base32),e.boolean(),f.boolean(),"
           "g.date(2006-01-02),h.date_ms(yyyy-MM-dd),i.date_oracle(YYYY-MM-DD),j.decimal(),"
           "k.double(),l.int32(),m.int64(),n.string(),o.p.date_go(2006)\n"
           "1,00fF,AP8=,AD7Q====,TRUE,0,1970-01-02,1970-01-03,1970-01-04,1.50,2,3,4,5,1971\n"),
      ElementsAre(R"({"a":{"$numberInt":"1"},"b":{"$binary":{"base64":"AP8=","subType":"00"}},)"
                  R"("c":{"$binary":{"base64":"AP8=","subType":"00"}},)"
                  R"("d":{"$binary":{"base64":"AP8=","subType":"00"}},"e":true,"f":false,)"
                  R"("g":{"$date":{"$numberLong":"86400000"}},)"
                  R"("h":{"$date":{"$numberLong":"172800000"}},)"
                  R"("i":{"$date":{"$numberLong":"259200000"}},"j":{"$numberDecimal":"1.50"},)"
                  R"("k":{"$numberDouble":"2.0"},"l":{"$numberInt":"3"},"m":{"$numberLong":"4"},)"
                  R"("n":"5","o":{"p":{"$date":{"$numberLong":"31536000000"}}}})"));
}

/// What a cell of type decimal() becomes.
std::string decimal_json(const std::string& document) {
  constexpr std::string_view head = R"("$numberDecimal":")";
  const std::size_t begin = document.find(head) + head.size();
  return document.substr(begin, document.find('"', begin) - begin);
}

// Texts and values as in the BSON Decimal128 specification's tests (decimal128-1.json and others).
TEST_F(CsvTypes, DecimalsAtEveryPlaceOfTheText) {
  const std::vector<std::pair<std::string, std::string>> cells = {
      {"1E2", "1E+2"},
      {"1e+2", "1E+2"},
      {"-1.50", "-1.50"},
      {"12E-3", "0.012"},
      {"NaN", "NaN"},
      {"Infinity", "Infinity"},
      {"-inf", "-Infinity"},
      {"0E-6176", "0E-6176"},
      {"1E-6176", "1E-6176"},
      {"9.999999999999999999999999999999999E+6144", "9.999999999999999999999999999999999E+6144"},
      {"1E+6144", "1.000000000000000000000000000000000E+6144"}};
  std::string first = "v.decimal(),n.int32()\n";
  std::string last = "n.int32(),v.decimal()\n";
  std::string tabs = "v.decimal()\tn.int32()\n";
  for (const auto& [cell, value] : cells) {
    first += cell + ",5\n";
    last += "3," + cell + "\n";
    tabs += cell + "\t5\n";
  }
  for (const auto& [text, name] :
       {std::pair(first, "a.csv"), std::pair(last, "a.csv"), std::pair(tabs, "a.tsv")})
    for (const std::size_t batch : {1, 40, 1 << 20}) {
      OpenOptions options;
      options.batch_bytes = batch;
      const std::vector<std::string> documents = read(text, name, options);
      ASSERT_EQ(documents.size(), cells.size());
      for (std::size_t i = 0; i < cells.size(); ++i)
        EXPECT_EQ(decimal_json(documents[i]), cells[i].second) << name << ' ' << cells[i].first;
    }
}

TEST_F(CsvTypes, TypedHeaderForms) {
  // The last ".type(" counts, brackets in layouts are escaped.
  EXPECT_THAT(read("\"a.string().date(2006 \\(\\\\\\))\"\n1970 (\\)\n"),
              ElementsAre(R"x({"a":{"string()":{"$date":{"$numberLong":"0"}}}})x"));
  EXPECT_THAT(read("x.nothing()\n5\n"), ElementsAre(R"x({"x":{"nothing()":{"$numberInt":"5"}}})x"));
  OpenOptions options;
  options.csv_fields = {"id.int64()", "c.d.string()"};
  EXPECT_THAT(read("7,8\n", "a.csv", options),
              ElementsAre(R"({"id":{"$numberLong":"7"},"c":{"d":"8"}})"));
}

TEST_F(CsvTypes, CellsThatDoNotFitTheirType) {
  const auto cell = [&](const std::string& type, const std::string& text) {
    return error("k.string(),v." + type + "\nx," + text + "\n");
  };
  const std::string advice =
      "; repair it, or pass --skip-bad to leave such documents out and count them";
  EXPECT_EQ(cell("int32()", "2147483648"),
            "line 2: text from byte " +
                std::to_string(std::string("k.string(),v.int32()\n").size()) +
                ": column \"v\": \"2147483648\" is no int32()" + advice);
  EXPECT_THAT(cell("int32()", "1.0"), HasSubstr("column \"v\": \"1.0\" is no int32()"));
  EXPECT_THAT(cell("int64()", "9223372036854775808"), HasSubstr("is no int64()"));
  EXPECT_THAT(cell("double()", "1.5x"), HasSubstr("is no double()"));
  EXPECT_THAT(cell("double()", "1e400"),
              HasSubstr("\"1e400\" is beyond the range of a double (about 1.8e308); repair"));
  for (const char* text : {"1.2.3", "1E", "E2", "1e2x", "x", "--1"})
    EXPECT_THAT(cell("decimal()", text), HasSubstr("is no decimal()")) << text;
  for (const std::string& text :
       {std::string("1E6145"), std::string("1E-6177"), std::string(35, '1')})
    EXPECT_THAT(cell("decimal()", text),
                HasSubstr('"' + text +
                          "\" does not fit a Decimal128, which has 34 digits and "
                          "exponents from -6176 to 6111"));
  EXPECT_THAT(cell("boolean()", "yes"), HasSubstr("is no boolean()"));
  EXPECT_THAT(cell("date(2006-01-02)", "2024-02-30"), HasSubstr("is no date(2006-01-02)"));
  EXPECT_THAT(cell("binary(hex)", "0"), HasSubstr("is no binary(hex)"));
  EXPECT_THAT(cell("binary(hex)", "0g"), HasSubstr("is no binary(hex)"));
  EXPECT_THAT(cell("binary(base64)", "AP8"), HasSubstr("is no binary(base64)"));
  EXPECT_THAT(cell("binary(base64)", "A==="), HasSubstr("is no binary(base64)"));
  EXPECT_THAT(cell("binary(base64)", "AP=8"), HasSubstr("is no binary(base64)"));
  EXPECT_THAT(cell("binary(base32)", "ad7q===="), HasSubstr("is no binary(base32)"));
  EXPECT_THAT(cell("string()", "\xff"), HasSubstr("\"\\xff\" is not UTF-8 text"));
  EXPECT_THAT(cell("auto()", "\xff"), HasSubstr("\"\\xff\" is not UTF-8 text"));
  EXPECT_THAT(cell("int32()", "\x1b[31m" + std::string(1000, 'y')), HasSubstr("\"\\x1b[31myyy"));
  EXPECT_LT(cell("int32()", std::string(1000, 'y')).size(), 300U);
}

TEST_F(CsvTypes, TypesThatCannotBeUsed) {
  EXPECT_THAT(
      error("a.int32(),b\n"),
      HasSubstr("column \"a.int32()\" has a type and column \"b\" has none; give every column "
                "a type (\"b.auto()\") or none"));
  EXPECT_THAT(error("a.int32(5)\n"),
              HasSubstr("column \"a\": type int32(5): int32 takes no argument"));
  EXPECT_THAT(error("a.binary(rot13)\n"),
              HasSubstr("type binary(rot13): the encoding must be base64, base32 or hex"));
  EXPECT_THAT(
      error("a.date()\n"),
      HasSubstr(
          "type date(): a layout must stand in the brackets, as in date(2006-01-02 15:04:05)"));
  EXPECT_THAT(error("a.date_ms()\n"), HasSubstr("as in date_ms(yyyy-MM-dd HH:mm:ss)"));
  EXPECT_THAT(error("a.date_oracle()\n"), HasSubstr("as in date_oracle(YYYY-MM-DD HH24:MI:SS)"));
}

}  // namespace
}  // namespace shardsweep::datasets
