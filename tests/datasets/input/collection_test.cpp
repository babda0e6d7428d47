#include "datasets/collection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <xxhash.h>

#include <ctime>
#include <filesystem>
#include <stdexcept>

#include "datasets/error.hpp"
#include "tests/datasets/input/support.hpp"

namespace shardsweep::datasets {
namespace {

using test::as_json;
using test::data_file;
using test::error_of;
using test::read_all;
using test::read_inputs;
using test::Reading;
using test::TempFolder;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Collection, ReadsFilesOfOtherPrograms) {
  const Reading plain = read_inputs({data_file("orders.bson")});
  ASSERT_EQ(plain.documents.size(), 40U);
  EXPECT_EQ(as_json(plain.documents)[1],
            R"({"_id":{"$oid":"6553f1010000000000000001"},"customer":{"$numberInt":"7"},)"
            R"("placed":{"$date":{"$numberLong":"1704067260000"}},)"
            R"("total":{"$numberDouble":"0.25"},)"
            R"("address":{"city":"Zürich","zip":"00001"},)"
            R"("items":[{"sku":"s1","n":{"$numberInt":"2"}}]})");
  EXPECT_EQ(plain.report.document_bytes, 6093U);
  EXPECT_EQ(read_inputs({data_file("orders.bson.gz")}).documents, plain.documents);
  EXPECT_EQ(read_inputs({data_file("orders.bson.zst")}).documents, plain.documents);
  EXPECT_EQ(read_inputs({data_file("every_type.bson")}).documents.size(), 1U);
}

TEST(Collection, TheSameForAnyBlockAndBatchSizeAndThreads) {
  const TempFolder folder;
  std::string lines;
  for (const std::string& line : as_json(read_inputs({data_file("orders.bson")}).documents))
    lines += line + '\n';
  const std::string jsonl = folder.write("orders.jsonl", lines);
  const std::string csv = folder.write("orders.csv", "a,b.c,d\n1,\"x\ny\",2\n3,,z\n");
  for (const std::string& path : {data_file("orders.bson"), data_file("orders.bson.gz"),
                                  data_file("orders.bson.zst"), jsonl, csv}) {
    const Reading whole = read_inputs({path});
    for (const std::size_t block : {1, 7, 4096})
      for (const std::size_t batch : {1, 1000})
        for (const unsigned threads : {1U, 3U}) {
          OpenOptions options;
          options.block_bytes = block;
          options.batch_bytes = batch;
          options.threads = threads;
          EXPECT_EQ(read_inputs({path}, options).documents, whole.documents) << path;
        }
  }
}

TEST(Collection, FilesAreJoinedInTheOrderGiven) {
  const TempFolder folder;
  const std::string a = folder.write("a.jsonl", R"({"n":1}{"n":2})");
  const std::string b = folder.write("b.bson", test::numbered_document(3));
  const std::string empty = folder.write("empty.bson", "");
  OpenOptions options;
  const auto collection = open_collection({b, empty, a}, options);
  const Reading first = read_all(*collection);
  EXPECT_THAT(as_json(first.documents),
              ElementsAre(R"({"_id":{"$numberInt":"3"},"pad":""})", R"({"n":{"$numberInt":"1"}})",
                          R"({"n":{"$numberInt":"2"}})"));
  EXPECT_EQ(read_all(*collection).documents, first.documents);
  ASSERT_EQ(collection->files().size(), 3U);
  EXPECT_EQ(collection->files()[0].path, b);
  EXPECT_EQ(collection->files()[2].bytes, 14U);
  EXPECT_EQ(collection->files()[2].xxh3, XXH3_64bits(R"({"n":1}{"n":2})", 14));
}

TEST(Collection, ChecksumIsOfTheStoredBytes) {
  const auto collection = open_collection({data_file("orders.bson.gz")}, {});
  EXPECT_EQ(collection->files()[0].xxh3, 0U);
  const auto source = collection->read();
  EXPECT_EQ(source->progress().bytes_total, 972U);
  EXPECT_EQ(source->progress().bytes_done, 0U);
  DocumentBatch batch;
  while (source->next(batch)) {
  }
  EXPECT_EQ(source->progress().bytes_done, 972U);
  const std::string bytes = test::read_file(data_file("orders.bson.gz"));
  EXPECT_EQ(collection->files()[0].bytes, bytes.size());
  EXPECT_EQ(collection->files()[0].xxh3, XXH3_64bits(bytes.data(), bytes.size()));
}

TEST(Collection, AnInputThatChangesBetweenReadingsIsAnError) {
  const TempFolder folder;
  const std::string path = folder.write("a.bson", test::numbered_document(1));
  const auto collection = open_collection({path}, {});
  read_all(*collection);
  folder.write("a.bson", test::numbered_document(2));
  EXPECT_EQ(error_of([&] { read_all(*collection); }),
            path + " changed between two readings: use a copy that nothing writes to");
  std::filesystem::remove(path);
  EXPECT_THAT(error_of([&] { read_all(*collection); }),
              HasSubstr("cannot open " + path + ": No such file or directory"));
}

TEST(Collection, NoDocumentsIsNoError) {
  const TempFolder folder;
  for (const char* name : {"a.bson", "a", "a.jsonl", "a.csv", "a.tsv"})
    EXPECT_TRUE(read_inputs({folder.write(name, "")}).documents.empty()) << name;
  EXPECT_TRUE(read_inputs({folder.write("b.jsonl", " \n\n ")}).documents.empty());
  EXPECT_TRUE(read_inputs({folder.write("b", " \n\n ")}).documents.empty());
  EXPECT_TRUE(read_inputs({folder.write("b.json", "[]")}).documents.empty());
  EXPECT_TRUE(read_inputs({folder.write("b.csv", "a,b\n")}).documents.empty());
  EXPECT_TRUE(read_inputs({folder.write("b.gz", test::filtered("gzip -c", ""))}).documents.empty());
  EXPECT_TRUE(read_inputs({folder.write("c.zst", std::string("\x50\x2a\x4d\x18\0\0\0\0", 8))})
                  .documents.empty());
}

TEST(Collection, InputsMustBeNamedOnceAndFormatsKnown) {
  EXPECT_THAT(error_of([] { open_collection({}, {}); }), HasSubstr("no input is named"));
  EXPECT_THAT(error_of([] { open_collection({"-", "-"}, {}); }), HasSubstr("(-) is named twice"));
  OpenOptions options;
  options.format = "xml";
  EXPECT_THROW(open_collection({data_file("orders.bson")}, options), std::invalid_argument);
}

TEST(Collection, StandardInputCanBeReadTwice) {
  const TempFolder folder;
  const std::string bytes = test::read_file(data_file("orders.bson.zst"));
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  ::close(ends[1]);
  const int kept = ::dup(STDIN_FILENO);
  ::dup2(ends[0], STDIN_FILENO);
  OpenOptions options;
  options.temp_directory = folder.path();
  const auto collection = open_collection({"-"}, options);
  const Reading first = read_all(*collection);
  const Reading second = read_all(*collection);
  ::dup2(kept, STDIN_FILENO);
  ::close(kept);
  ::close(ends[0]);
  EXPECT_EQ(first.documents, read_inputs({data_file("orders.bson")}).documents);
  EXPECT_EQ(second.documents, first.documents);
  EXPECT_EQ(collection->files()[0].path, "-");
  EXPECT_EQ(collection->files()[0].bytes, bytes.size());
  EXPECT_EQ(collection->files()[0].xxh3, XXH3_64bits(bytes.data(), bytes.size()));
}

TEST(Collection, ABombOfZerosEndsAtOnce) {
  const TempFolder folder;
  // 64 members of 16 MiB.
  const std::string member = test::filtered("gzip -c", std::string(std::size_t{16} << 20U, '\0'));
  std::string members;
  for (int i = 0; i < 64; ++i) members += member;
  const std::string gigabyte = folder.write("zeros.gz", members);
  const std::clock_t begin = std::clock();
  EXPECT_THAT(error_of([&] { read_inputs({gigabyte}); }),
              HasSubstr("byte 0 has document length 0"));
  std::filesystem::rename(gigabyte, folder.path() + "/zeros.bson.gz");
  EXPECT_THAT(
      error_of([&] { read_inputs({folder.path() + "/zeros.bson.gz"}); }),
      HasSubstr("zeros.bson.gz byte 0: document length 0 (a document has at least 5 bytes); "
                "make the file anew, or pass --skip-bad to use what comes before"));
  EXPECT_LT(std::clock() - begin, CLOCKS_PER_SEC / 2) << "seconds of processor time";
}

TEST(Collection, SkippedDamageLeavesWhatCameBefore) {
  const TempFolder folder;
  const std::string stored = test::read_file(data_file("orders.bson.gz"));
  const std::string cut = folder.write("cut.bson.gz", stored.substr(0, 700));
  const std::string error = error_of([&] { read_inputs({cut}); });
  EXPECT_EQ(error, cut +
                       ": gzip data damaged at byte 700: the file ends inside the gzip data (it "
                       "is cut short); make the file anew, or pass --skip-bad to use what comes "
                       "before");
  OpenOptions options;
  options.skip_bad = true;
  const auto collection = open_collection({cut, data_file("orders.bson")}, options);
  const Reading reading = read_all(*collection);
  EXPECT_GT(reading.documents.size(), 50U);
  EXPECT_LT(reading.documents.size(), 80U);
  EXPECT_EQ(reading.report.skipped, 1U);
  EXPECT_EQ(reading.report.skipped_examples[0].where, cut);
  EXPECT_THAT(reading.report.skipped_examples[0].reason,
              HasSubstr("(it is cut short); the rest of the input is left out"));
  EXPECT_EQ(collection->files()[0].xxh3, XXH3_64bits(stored.data(), 700));
  EXPECT_EQ(read_all(*collection).documents, reading.documents);
}

/// Truncated at every byte, a file gives an error or fewer documents, and the same without a thread
/// more or less.
TEST(Collection, EveryTruncationEndsWell) {
  const TempFolder folder;
  OpenOptions skipping;
  skipping.skip_bad = true;
  for (const char* name : {"orders.bson.gz", "orders.bson.zst"}) {
    const std::string stored = test::read_file(data_file(name));
    for (std::size_t size = 5; size < stored.size(); size += 5) {
      const std::string path = folder.write(name, stored.substr(0, size));
      EXPECT_THAT(error_of([&] { read_inputs({path}); }), HasSubstr("cut short"));
      const Reading reading = read_inputs({path}, skipping);
      EXPECT_LE(reading.documents.size(), 40U);
      EXPECT_EQ(reading.report.skipped, 1U);
    }
  }
}

}  // namespace
}  // namespace shardsweep::datasets
