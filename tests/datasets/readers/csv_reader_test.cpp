#include "datasets/readers/csv/csv_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

#include "tests/datasets/readers/csv_fixture.hpp"

namespace shardsweep::datasets {
namespace {

using test::as_json;
using test::error_of;
using test::read_inputs;
using test::Reading;
using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(CsvReader, UntypedCellsByTheirLooks) {
  EXPECT_THAT(read("a,b,c,d,e,f\n7,2147483648,1.5,x,-2147483648,9223372036854775808\n007,1e5,NaN,"
                   "Inf,\"12\",1 2\n"),
              ElementsAre(R"({"a":{"$numberInt":"7"},"b":{"$numberLong":"2147483648"},)"
                          R"("c":{"$numberDouble":"1.5"},"d":"x","e":{"$numberInt":"-2147483648"},)"
                          R"("f":{"$numberDouble":"9.223372036854776e+18"}})",
                          R"({"a":{"$numberInt":"7"},"b":{"$numberDouble":"100000.0"},)"
                          R"("c":{"$numberDouble":"NaN"},"d":{"$numberDouble":"Infinity"},)"
                          R"("e":{"$numberInt":"12"},"f":"1 2"})"));
  EXPECT_EQ(read_inputs({write("a\n9223372036854775808\n1e40\n1.5\n")}).report.integers_to_double,
            1U);
}

TEST_F(CsvReader, NumbersBeyondDoubleAreBadLines) {
  const std::string reason =
      " is beyond the range of a double (about 1.8e308); the column type string() keeps it as "
      "text; "
      "repair it, or pass --skip-bad to leave such documents out and count them";
  EXPECT_EQ(error("k,v\n1,1\n2,1e400\n"),
            "line 3: text from byte 8: column \"v\": \"1e400\"" + reason);
  for (const std::string& cell :
       {std::string("-1E+309"), std::string(310, '9'), std::string("10e9223372036854775807"),
        "-1" + std::string(400, '0')})
    EXPECT_THAT(error("k,v\n2," + cell + "\n"), HasSubstr("column \"v\": \"" + cell.substr(0, 60)))
        << cell;
  const Reading reading =
      read_inputs({write("v\n1e400\n2\n-" + std::string(309, '9') + "\n")}, skipping());
  EXPECT_THAT(as_json(reading.documents), ElementsAre(R"({"v":{"$numberInt":"2"}})"));
  EXPECT_EQ(reading.report.skipped, 2U);
  EXPECT_EQ(reading.report.integers_to_double, 0U);
  EXPECT_THAT(read("v.string()\n1e400\n"), ElementsAre(R"({"v":"1e400"})"));
  EXPECT_THAT(read("v\n1e-400\n"), ElementsAre(R"({"v":{"$numberDouble":"0.0"}})"));
}

TEST_F(CsvReader, QuotesSpacesAndLineEnds) {
  EXPECT_THAT(read("\xef\xbb\xbf"
                   "a,b\r\n\"x,\"\"y\"\"\r\nz\", \"q\" \r\n  lead, trail  \r\n\r\n \"\",last"),
              ElementsAre(R"({"a":"x,\"y\"\nz","b":"q"})", R"({"a":"lead","b":"trail"})",
                          R"({"b":"last"})"));
  EXPECT_THAT(read("a\n\"\xef\xbb\xbf\"\n"), ElementsAre("{\"a\":\"\xef\xbb\xbf\"}"));
}

TEST_F(CsvReader, QuotedHeaderBehindAByteOrderMark) {
  const std::string text =
      "\xef\xbb\xbf"
      "\"a,\nb\",c\n1,2\n";
  for (const std::size_t block : {1, 2, 3, 4, 1000}) {
    OpenOptions options;
    options.block_bytes = block;
    EXPECT_THAT(read(text, "a.csv", options),
                ElementsAre(R"({"a,\nb":{"$numberInt":"1"},"c":{"$numberInt":"2"}})"));
  }
  EXPECT_THAT(error(text + "\"x\"y\n"),
              HasSubstr("line 4: text from byte 16: cell 1: text follows"));
  EXPECT_THAT(read("\xef\xbb\xbf"
                   "a\tb\n1\t2\n",
                   "a.tsv"),
              ElementsAre(R"({"a":{"$numberInt":"1"},"b":{"$numberInt":"2"}})"));
  // One mark is dropped, and only a whole one.
  EXPECT_THAT(read("\xef\xbb\xbf\xef\xbb\xbf"
                   "a\n1\n"),
              ElementsAre("{\"\xef\xbb\xbf"
                          "a\":{\"$numberInt\":\"1\"}}"));
  EXPECT_THAT(read("\xef\xbb\xbc,\xef\xbb\xbd\n1,2\n"),
              ElementsAre("{\"\xef\xbb\xbc\":{\"$numberInt\":\"1\"},"
                          "\"\xef\xbb\xbd\":{\"$numberInt\":\"2\"}}"));
  EXPECT_THAT(error("\xef\xbb\n1\n"), HasSubstr("\"\\xef\\xbb\": the name is not UTF-8"));
  EXPECT_THAT(read("\xef\xbb\xbf"), ElementsAre());
}

// As mongoimport's reader: "a line with only whitespace characters is not considered a blank line".
TEST_F(CsvReader, BlankLinesAndLinesOfSpaces) {
  EXPECT_THAT(read("a\n\n\r\n1\n"), ElementsAre(R"({"a":{"$numberInt":"1"}})"));
  EXPECT_THAT(read("a\n  \n \t\r\n\"\"\n"), ElementsAre("{}", "{}", "{}"));
  EXPECT_THAT(read("a,b\n   \n , \n"), ElementsAre("{}", "{}"));
  EXPECT_THAT(read("a,b\n\"  \"\n"), ElementsAre(R"({"a":"  "})"));
  EXPECT_THAT(read("a.string(),b.int32()\n   \n"), ElementsAre("{}"));
  EXPECT_THAT(read("a\tb\n\n\r\n  \n \t\n", "a.tsv"), ElementsAre(R"({"a":"  "})", R"({"a":" "})"));
}

TEST_F(CsvReader, EmptyCellsLeaveTheFieldOut) {
  EXPECT_THAT(
      read("a.x,b,a.y\n,,\n1,,\n,\"\",2\n"),
      ElementsAre("{}", R"({"a":{"x":{"$numberInt":"1"}}})", R"({"a":{"y":{"$numberInt":"2"}}})"));
  EXPECT_THAT(read("a.int32(),b.date(2006)\n,\n"), ElementsAre("{}"));
}

TEST_F(CsvReader, DottedNamesMakeSubDocuments) {
  EXPECT_THAT(read("a.x,b,a.y.z,c\n1,2,3,4\n"),
              ElementsAre(R"({"a":{"x":{"$numberInt":"1"},"y":{"z":{"$numberInt":"3"}}},)"
                          R"("b":{"$numberInt":"2"},"c":{"$numberInt":"4"}})"));
}

TEST_F(CsvReader, RaggedRecords) {
  EXPECT_THAT(read("a,b\n1\n1,2,3,,x\n"),
              ElementsAre(R"({"a":{"$numberInt":"1"}})",
                          R"({"a":{"$numberInt":"1"},"b":{"$numberInt":"2"},)"
                          R"("field2":{"$numberInt":"3"},"field4":"x"})"));
  EXPECT_THAT(error("field1\n1,2\n"), HasSubstr("the name \"field1\" for one of them is taken"));
}

TEST_F(CsvReader, SkippingLeavesOutTheRecordAlone) {
  const Reading reading = read_inputs({write("a.int32()\n1\nx\n3\n\"q\"r\n5\n")}, skipping());
  EXPECT_EQ(reading.documents.size(), 3U);
  EXPECT_EQ(reading.report.skipped, 2U);
  EXPECT_THAT(reading.report.skipped_examples[1].where, HasSubstr(" line 5"));
  EXPECT_THAT(reading.report.skipped_examples[1].reason,
              HasSubstr("cell 1: text follows a closing quote"));
}

TEST_F(CsvReader, LinesAreCountedInsideQuotes) {
  EXPECT_THAT(error("a.int32()\n\n\"\n\n1\"\nx\n"), HasSubstr("line 3: text from byte 11: column"));
  EXPECT_THAT(read_inputs({write("a.int32()\n\n\"\n\n1\"\nx\n")}, skipping())
                  .report.skipped_examples[1]
                  .where,
              HasSubstr(" line 6"));
}

TEST_F(CsvReader, QuotesThatDoNotFit) {
  EXPECT_THAT(
      error("a,b\n1,x\"y\"\n"),
      HasSubstr("line 2: text from byte 4: cell 2: a quote stands inside an unquoted cell"));
  EXPECT_THAT(error("a,b\n\"x\"y,1\n"), HasSubstr("cell 1: text follows a closing quote"));
  EXPECT_THAT(error("a,b\n1,2\n\"x,1\n2\n"),
              HasSubstr("line 3: text from byte 8: the quote that opens a cell of this record is "
                        "not closed before the end; make"));
  const Reading reading = read_inputs({write("a,b\n1,2\n\"x,1\n2\n")}, skipping());
  EXPECT_EQ(reading.documents.size(), 1U);
  EXPECT_EQ(reading.report.skipped, 1U);
}

TEST_F(CsvReader, HeadersThatCannotBeUsed) {
  EXPECT_THAT(error("a,,b\n1,2,3\n"), HasSubstr("header line: column 2 \"\": the name is empty"));
  EXPECT_THAT(error("a,a\n"),
              HasSubstr("columns \"a\" and \"a\" cannot both be fields of one document"));
  EXPECT_THAT(error("a.b,a\n"), HasSubstr("columns \"a.b\" and \"a\" cannot both"));
  EXPECT_THAT(error("a,a.b\n"), HasSubstr("columns \"a\" and \"a.b\" cannot both"));
  EXPECT_THAT(error("$a\n"), HasSubstr("a field name cannot begin with $"));
  for (const char* name : {"a..b\n", ".a\n", "a.\n"})
    EXPECT_THAT(error(name), HasSubstr("a part between the dots is empty"));
  EXPECT_THAT(error(std::string("a\0b\n", 4)), HasSubstr("the name has a NUL in it"));
  EXPECT_THAT(error("\xff\n"), HasSubstr("\"\\xff\": the name is not UTF-8"));
  EXPECT_THAT(error("x\"y\n"), HasSubstr("header line: cell 1: a quote stands inside"));
  EXPECT_THAT(error("\"x\n"), HasSubstr("header line: the quote that opens a cell"));
  std::string deep = "a";
  for (int i = 0; i < 200; ++i) deep += ".a";
  EXPECT_THAT(error(deep + "\n"), HasSubstr("over 200 levels"));
  EXPECT_EQ(read(deep.substr(2) + "\n1\n").size(), 1U);
  EXPECT_THAT(error_of([&] { read_inputs({write("a,a\n1,2\n")}, skipping()); }),
              HasSubstr("header line: columns"));
  OpenOptions options;
  options.csv_fields = {"x", "x"};
  EXPECT_THAT(error_of([&] { read("1,2\n", "a.csv", options); }),
              HasSubstr("the field names given for "));
}

TEST_F(CsvReader, TabSeparatedHasNoQuotes) {
  EXPECT_THAT(read("a\tb\r\n\"x\t y \r\r\n\n1\t2", "a.tsv"),
              ElementsAre(R"({"a":"\"x","b":" y "})",
                          R"({"a":{"$numberInt":"1"},"b":{"$numberInt":"2"}})"));
  OpenOptions options;
  options.format = "tsv";
  EXPECT_EQ(read("a\tb\n1\t2\n", "a.txt", options).size(), 1U);
  EXPECT_THAT(read("a\tb\n1,5\t2\n", "a.tsv.gz"),
              ElementsAre(R"({"a":"1,5","b":{"$numberInt":"2"}})"));
}

TEST_F(CsvReader, CellsAndRecordsHaveLimits) {
  const std::string large(std::size_t{16} << 20U, 'x');
  EXPECT_EQ(read_inputs({write("a\n" + large + "\n")}).documents.size(), 1U);
  EXPECT_THAT(error("a\n" + large + "x\n"), HasSubstr("cell 1: the cell is longer than 16 MiB"));
  EXPECT_THAT(error("a,b\n" + large + "," + large + "\n"), HasSubstr("over the limit of 16793600"));
  const std::string endless = "a\n1\n\"" + large + large + large + large + "\n\",\n2\n";
  EXPECT_THAT(
      error(endless),
      HasSubstr(
          "line 3: text from byte 4: the record is longer than 48 MiB (is a quote not closed?)"));
  const Reading reading = read_inputs({write(endless)}, skipping());
  EXPECT_EQ(reading.documents.size(), 1U);
  EXPECT_EQ(reading.report.skipped, 1U);
}

TEST_F(CsvReader, ManyColumnsTakeLinearTime) {
  std::string header;
  std::string record;
  for (int i = 0; i < 100'000; ++i) {
    header += (i == 0 ? "c" : ",c") + std::to_string(i);
    record += i == 0 ? "1" : ",1";
  }
  const std::clock_t begin = std::clock();
  EXPECT_EQ(read_inputs({write(header + "\n" + record + "\n" + record + "\n")}).documents.size(),
            2U);
  EXPECT_LT(std::clock() - begin, 10 * CLOCKS_PER_SEC) << "processor time";
}

TEST_F(CsvReader, ShortRecordsCostWhatTheyHold) {
  std::string header = "c";
  for (int i = 1; i < 100'000; ++i) header += ",d.e" + std::to_string(i);
  std::string text = header + "\n";
  for (int i = 0; i < 300'000; ++i) text += "1\n";
  const std::clock_t begin = std::clock();
  const Reading reading = read_inputs({write(text)});
  EXPECT_LT(std::clock() - begin, 10 * CLOCKS_PER_SEC) << "processor time";
  EXPECT_EQ(reading.documents.size(), 300'000U);
  EXPECT_THAT(as_json({reading.documents.back()}), ElementsAre(R"({"c":{"$numberInt":"1"}})"));
}

TEST_F(CsvReader, FieldsInOrderOfTheirFirstColumns) {
  EXPECT_THAT(read("a.x,b,a.y\n1,2\n,2,3\n"),
              ElementsAre(R"({"a":{"x":{"$numberInt":"1"}},"b":{"$numberInt":"2"}})",
                          R"({"a":{"y":{"$numberInt":"3"}},"b":{"$numberInt":"2"}})"));
}

TEST_F(CsvReader, AnySplitGivesTheSame) {
  const std::string text =
      "\xef\xbb\xbf"
      "a,b.c\r\n\"x\r\n\"\"y\"\"\", 2 \r\n\n7,\"\"\r\nlast,z\"z\n3,";
  const Reading whole = read_inputs({write(text)}, skipping());
  EXPECT_EQ(whole.documents.size(), 3U);
  EXPECT_EQ(whole.report.skipped, 1U);
  for (const std::size_t block : {1, 2, 3, 5, 11}) {
    OpenOptions options = skipping();
    options.block_bytes = block;
    options.batch_bytes = 1;
    const Reading split = read_inputs({write(text)}, options);
    EXPECT_EQ(split.documents, whole.documents);
    EXPECT_EQ(split.report.skipped_examples[0].where, whole.report.skipped_examples[0].where);
  }
}

}  // namespace
}  // namespace shardsweep::datasets
