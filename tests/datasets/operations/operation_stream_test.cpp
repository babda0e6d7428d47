// How inputs are recognised, opened and read, whatever their records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "datasets/error.hpp"
#include "datasets/extended_json/parse.hpp"
#include "tests/datasets/input/support.hpp"
#include "tests/datasets/operations/records.hpp"
#include "tests/datasets/readers/archive_writer.hpp"

namespace shardsweep::datasets {
namespace {

using test::described;
using test::error_of;
using test::filtered;
using test::read_operation_files;
using test::read_operation_text;
using test::slow_line;
using test::TempFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string log_line(int number) {
  return slow_line("COMMAND", "command", "shop.cart",
                   R"({"find":"cart","filter":{"n":)" + std::to_string(number) + "}}",
                   test::mongod_fields);
}

std::string find_of(int number) {
  return R"(find shop.cart {"n":)" + std::to_string(number) + "}";
}

std::string bson_of(const std::string& json) {
  std::string bytes;
  extended_json::parse_document(json, bytes);
  return bytes;
}

std::string profile_bson(int number) {
  return bson_of(R"({"op":"query","ns":"shop.cart","command":{"find":"cart","filter":{"n":)" +
                 std::to_string(number) +
                 R"(}},"millis":1,"ts":{"$date":"2025-06-02T08:30:00Z"}})");
}

class OperationFiles : public testing::Test {
 protected:
  TempFolder folder_;
};

TEST_F(OperationFiles, EachFormatIsRecognisedWhateverItsName) {
  const std::string line = R"({"op":"find","ns":"shop.cart","filter":{"n":1}})";
  const std::string profile =
      R"({"op":"query","ns":"shop.cart","command":{"find":"cart","filter":{"n":1}},"millis":1})";
  for (const std::string& text :
       {line, profile, "[" + line + ",\n" + line + "]", log_line(1), "\xef\xbb\xbf" + line,
        "Jun  2 host mongod: " + log_line(1), profile_bson(1), filtered("gzip -c", log_line(1)),
        filtered("gzip -c", profile_bson(1)), filtered("zstd -qc", line)}) {
    const auto read = read_operation_files({folder_.write("data.csv", text)});
    ASSERT_FALSE(read.operations.empty()) << text;
    EXPECT_EQ(described(read.operations[0]), find_of(1));
  }
  EXPECT_THAT(read_operation_text("").operations, IsEmpty());
  EXPECT_THAT(read_operation_text(" \n").operations, IsEmpty());
}

TEST_F(OperationFiles, RotatedLogsAreReadInTheirOrder) {
  folder_.write("mongod.log", log_line(3));
  folder_.write("mongod.log.2025-06-01T00-00-00", log_line(1));
  folder_.write("mongod.log.2025-06-02T00-00-00.gz", filtered("gzip -c", log_line(2)));
  folder_.write("notes.txt", "nothing here\n");
  const auto read = read_operation_files({folder_.path()});
  EXPECT_THAT(described(read.operations), ElementsAre(find_of(1), find_of(2), find_of(3)));
  EXPECT_THAT(read.report.passed_over, ElementsAre(folder_.path() + "/notes.txt"));
  EXPECT_EQ(read.report.hosts.size(), 3U);
  ASSERT_EQ(read.files.size(), 3U);
  EXPECT_EQ(read.files[2].bytes, log_line(3).size());
  EXPECT_NE(read.files[2].xxh3, 0U);
}

TEST_F(OperationFiles, CursorsGoOnInTheNextLog) {
  const std::string open = slow_line("COMMAND", "command", "shop.cart", R"({"find":"cart"})",
                                     R"(,"cursorid":81,"locks":{})");
  const std::string more =
      slow_line("COMMAND", "command", "shop.cart", R"({"getMore":81,"collection":"cart"})",
                R"(,"originatingCommand":{"find":"cart"},"cursorid":81,"locks":{})");
  const auto read =
      read_operation_files({folder_.write("a.log", open), folder_.write("b.log", more)});
  EXPECT_THAT(described(read.operations), ElementsAre("find shop.cart"));
  EXPECT_THAT(described(read.report.left_out), ElementsAre("getMore 1"));
}

TEST_F(OperationFiles, ADumpFolderGivesItsRecordsOnly) {
  folder_.write("shop/cart.bson", test::numbered_documents(3));
  folder_.write("shop/cart.metadata.json", R"({"indexes":[],"collectionName":"cart"})");
  folder_.write("shop/system.profile.bson.gz",
                filtered("gzip -c", profile_bson(1) + profile_bson(2)));
  const auto read = read_operation_files({folder_.path()});
  EXPECT_THAT(described(read.operations), ElementsAre(find_of(1), find_of(2)));
  EXPECT_EQ(read.report.passed_over.size(), 2U);
}

TEST_F(OperationFiles, ADumpArchiveGivesItsRecordsOnly) {
  test::ArchiveWriter archive;
  archive.announce("shop", "cart");
  archive.announce("shop", "system.profile");
  archive.announce("config", "sampledQueries");
  archive.block("shop", "cart", test::numbered_documents(2));
  archive.block("config", "sampledQueries",
                bson_of(R"({"ns":"shop.cart","cmdName":"find","cmd":{"filter":{"n":2}}})"));
  archive.block("shop", "system.profile", profile_bson(1));
  archive.end("shop", "cart");
  archive.end("shop", "system.profile");
  archive.end("config", "sampledQueries");
  const auto read = read_operation_files({folder_.write("dump.archive", archive.bytes())});
  EXPECT_THAT(described(read.operations), ElementsAre(find_of(1), find_of(2)));
  EXPECT_EQ(read.files.size(), 1U);
}

TEST_F(OperationFiles, MixedFormatsInOneReading) {
  const auto read =
      read_operation_files({folder_.write("a", R"({"op":"count","filter":{"n":1},"weight":4})"),
                            folder_.write("b", log_line(2)), folder_.write("c", profile_bson(3))});
  EXPECT_THAT(described(read.operations), ElementsAre(R"(count  {"n":1})", find_of(2), find_of(3)));
  EXPECT_EQ(read.operations[0].weight, 4);
  ASSERT_EQ(read.report.hosts.size(), 3U);
  EXPECT_EQ(read.report.hosts[0].format, "jsonl");
  EXPECT_EQ(read.report.hosts[1].format, "log");
  EXPECT_EQ(read.report.hosts[2].format, "profile");
  EXPECT_EQ(read.report.by_kind[static_cast<std::size_t>(OperationKind::find)], 2U);
}

TEST_F(OperationFiles, OneServerIsOneHostHoweverManyFiles) {
  const std::string start =
      R"({"t":{"$date":"2025-06-01T00:00:00Z"},"s":"I","c":"CONTROL","id":4615611,"ctx":"initandlisten","msg":"MongoDB starting","attr":{"pid":3,"port":27017,"dbPath":"/d","host":"db1"}})"
      "\n";
  const auto read = read_operation_files({folder_.write("a.log", start + log_line(1)),
                                          folder_.write("b.log", start + log_line(2)),
                                          folder_.write("p.bson", profile_bson(3))});
  ASSERT_EQ(read.report.hosts.size(), 2U);
  EXPECT_EQ(read.report.hosts[0].host, "db1:27017");
  EXPECT_EQ(read.report.hosts[0].records, 2U);
  EXPECT_THAT(read.report.cannot_see, testing::Contains(HasSubstr("they count twice")));
}

TEST_F(OperationFiles, MutatedRecordsAreReadOrRefusedNeverMore) {
  constexpr unsigned seed = 20250602;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::string line =
      R"({"op":"update","filter":{"a":1},"update":{"$set":{"b":2}},"lsid":{"id":3},"txnNumber":4})";
  const std::vector<std::string> texts = {
      log_line(1) +
          slow_line("COMMAND", "command", "shop.$cmd",
                    R"({"update":"cart","updates":[{"q":{"a":1},"u":{"b":1}}]})",
                    test::mongos_fields) +
          log_line(2),
      line + "\n" + line, profile_bson(1) + profile_bson(2),
      bson_of(
          R"({"ns":"a.b","cmdName":"bulkWrite","cmd":{"ops":[{"delete":0,"filter":{},"multi":true}]}})")};
  OperationOptions options;
  options.skip_bad = true;
  std::size_t read = 0;
  for (int round = 0; round < 800; ++round) {
    std::string text = texts[static_cast<std::size_t>(round) % texts.size()];
    for (unsigned change = random() % 4 + 1; change > 0; --change)
      text[random() % text.size()] =
          random() % 2 ? static_cast<char>(random()) : "{}[]\",:0#$"[random() % 10];
    try {
      read += read_operation_files({folder_.write("m", text)}, options).operations.size();
    } catch (const DataError& error) {
      EXPECT_THAT(error.what(), HasSubstr(folder_.path() + "/m"));
    }
  }
  EXPECT_GT(read, 200U);
}

TEST_F(OperationFiles, BatchesAreBounded) {
  std::string text;
  for (int i = 0; i < 25; ++i) text += log_line(i);
  OperationOptions options;
  options.batch_operations = 10;
  options.block_bytes = 13;
  const auto stream = open_operations({folder_.write("a.log", text)}, options);
  OperationBatch batch;
  std::vector<std::size_t> sizes;
  while (stream->next(batch)) sizes.push_back(batch.operations.size());
  EXPECT_THAT(sizes, ElementsAre(10, 10, 5));
  EXPECT_EQ(stream->progress().bytes_done, text.size());
  EXPECT_EQ(stream->progress().bytes_total, text.size());
}

TEST_F(OperationFiles, WhatHoldsNoRecordsIsRefused) {
  const auto error = [&](const std::string& path) {
    return error_of([&] { open_operations({path}); });
  };
  const std::string documents = folder_.write("x/docs.json", R"({"_id":1,"name":"a"})");
  EXPECT_THAT(error(documents),
              HasSubstr(documents + ": no record of operations among its first 64 KiB; known are "
                                    "our JSON lines"));
  EXPECT_THAT(error(folder_.write("x/old.log",
                                  "2019-01-01T00:00:00.000+0000 I COMMAND [conn1] command a.b "
                                  "command: find { find: \"b\" } 104ms\n")),
              HasSubstr("text logs of 4.2 and older cannot be read"));
  EXPECT_THAT(error(folder_.path()), HasSubstr("no file in this folder holds records"));
  EXPECT_THAT(error(folder_.path() + "/none"), HasSubstr("No such file"));
  EXPECT_THAT(error_of([] { open_operations({}); }), HasSubstr("give files, folders or -"));
}

TEST_F(OperationFiles, BadRecordsAreNamedOrSkipped) {
  const std::string path = folder_.write("ops.jsonl",
                                         "{\"op\":\"find\"}\n{\"op\":\"find\",\n"
                                         "{\"op\":\"find\",\"weight\":-1}\n"
                                         "{\"user\":5}\n{\"op\":\"count\"}\n");
  EXPECT_THAT(error_of([&] { read_operation_files({path}); }),
              HasSubstr(path + " line 2: text from byte 14: "));
  OperationOptions options;
  options.skip_bad = true;
  const auto read = read_operation_files({path}, options);
  EXPECT_THAT(described(read.operations), ElementsAre("find ", "count "));
  ASSERT_EQ(read.report.skipped_examples.size(), 3U);
  EXPECT_EQ(read.report.skipped_examples[1].where, path + " line 3");
  EXPECT_EQ(read.report.skipped_examples[1].reason, "field weight: -1 is not a number over 0");
  EXPECT_THAT(read.report.skipped_examples[2].reason,
              HasSubstr("a document with the fields user is no record of an operation; known are"));
}

TEST_F(OperationFiles, Utf16IsRefusedWithItsFile) {
  std::string wide;
  for (const char c : std::string(R"({"op":"find"})")) wide += {c, '\0'};
  const std::string path = folder_.write("a.json", wide);
  EXPECT_THAT(error_of([&] { read_operation_files({path}); }),
              HasSubstr(path + ": the text is UTF-16; convert it to UTF-8 first"));
}

TEST_F(OperationFiles, DamageEndsAnInputAlone) {
  const std::string whole = filtered("gzip -c", log_line(1) + log_line(2));
  const std::string cut = folder_.write("a.gz", whole.substr(0, whole.size() - 12));
  const std::string good = folder_.write("b.log", log_line(3));
  EXPECT_THAT(error_of([&] { read_operation_files({cut, good}); }), HasSubstr(cut));
  OperationOptions options;
  options.skip_bad = true;
  const auto read = read_operation_files({cut, good}, options);
  EXPECT_THAT(described(read.operations), testing::Contains(find_of(3)));
  EXPECT_GE(read.report.skipped, 1U);
}

}  // namespace
}  // namespace shardsweep::datasets
