#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "datasets/bson/builder.hpp"
#include "datasets/bson/validate.hpp"
#include "tests/datasets/input/support.hpp"

namespace shardsweep::datasets {
namespace {

using test::error_of;
using test::numbered_document;
using test::numbered_documents;
using test::read_inputs;
using test::Reading;
using test::TempFolder;
using testing::HasSubstr;

OpenOptions skipping() {
  OpenOptions options;
  options.skip_bad = true;
  return options;
}

std::string with_length(std::string document, std::int32_t length) {
  for (unsigned i = 0; i < 4; ++i) document[i] = static_cast<char>(length >> (8 * i));
  return document;
}

class BsonReader : public testing::Test {
 protected:
  std::string write(std::string_view bytes) const { return folder_.write("a.bson", bytes); }
  TempFolder folder_;
};

TEST_F(BsonReader, EveryTruncationNamesTheDocumentThatIsCut) {
  const std::string document = numbered_document(7, 3);
  const std::size_t size = document.size();
  const std::string bytes = document + document + document;
  for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
    const std::string path = write(bytes.substr(0, cut));
    const std::size_t whole = cut / size;
    if (cut % size == 0) {
      EXPECT_EQ(read_inputs({path}).documents.size(), whole);
      continue;
    }
    const std::size_t there = cut % size;
    const std::string what =
        there < 4 ? "the input ends inside a document length: " + std::to_string(there) +
                        " of 4 bytes are there"
                  : "the input ends inside a document: " + std::to_string(there) + " of " +
                        std::to_string(size) + " bytes are there";
    EXPECT_EQ(error_of([&] { read_inputs({path}); }),
              path + " byte " + std::to_string(whole * size) + ": " + what +
                  "; make the file anew, or pass --skip-bad to use what comes before");
    const Reading reading = read_inputs({path}, skipping());
    EXPECT_EQ(reading.documents.size(), whole);
    EXPECT_EQ(reading.report.skipped, 1U);
  }
}

TEST_F(BsonReader, LengthsThatCannotBeTrueEndTheInput) {
  const std::string good = numbered_document(1);
  for (const auto& [length, what] : std::vector<std::pair<std::int32_t, std::string>>{
           {0, "document length 0 (a document has at least 5 bytes)"},
           {4, "document length 4 (a document has at least 5 bytes)"},
           {-1, "document length -1 (a document has at least 5 bytes)"},
           {-2147483647, "document length -2147483647 (a document has at least 5 bytes)"},
           {16793601, "document length 16793601 is over the limit of 16793600 bytes"},
           {2147483647, "document length 2147483647 is over the limit of 16793600 bytes"}}) {
    const std::string path = write(good + with_length(good, length) + good);
    const std::string error = error_of([&] { read_inputs({path}); });
    EXPECT_EQ(error, path + " byte 24: " + what +
                         "; make the file anew, or pass --skip-bad to use what comes before");
    for (const std::size_t block : {1, 3, 100'000}) {
      OpenOptions options = skipping();
      options.block_bytes = block;
      const Reading reading = read_inputs({path}, options);
      EXPECT_EQ(reading.documents.size(), 1U);
      EXPECT_EQ(reading.report.skipped, 1U);
      EXPECT_EQ(reading.report.skipped_examples[0].where, path + " byte 24");
      EXPECT_EQ(reading.report.skipped_examples[0].reason,
                what + "; the rest of the input is left out");
    }
  }
}

TEST_F(BsonReader, ADocumentThatIsBadInsideIsRejectedAlone) {
  std::string bad;
  bson::Builder builder(bad);
  builder.open_document();
  builder.open("a", bson::Type::Document);
  builder.append_bool("b\x1b", true);
  builder.close();
  builder.close();
  const std::size_t at = bad.size() - 3;  // the value of the boolean
  bad[at] = 2;
  const std::string good = numbered_document(1);
  const std::string path = write(good + bad + good + bad + good);
  const std::string error = error_of([&] { read_inputs({path}); });
  EXPECT_THAT(error, HasSubstr(path + " byte 24: bad document, at byte " + std::to_string(24 + at) +
                               ": field \"a.b\\x1b\": "));
  EXPECT_THAT(
      error,
      HasSubstr("; repair it, or pass --skip-bad to leave such documents out and count them"));
  for (const std::size_t block : {1, 5, 100'000}) {
    OpenOptions options = skipping();
    options.block_bytes = block;
    const Reading reading = read_inputs({path}, options);
    EXPECT_EQ(reading.documents.size(), 3U);
    EXPECT_EQ(reading.report.documents, 3U);
    EXPECT_EQ(reading.report.document_bytes, 72U);
    EXPECT_EQ(reading.report.skipped, 2U);
    EXPECT_EQ(reading.report.skipped_examples[1].where,
              path + " byte " + std::to_string(48 + bad.size()));
  }
}

TEST_F(BsonReader, FiveExamplesAreKept) {
  std::string bad = numbered_document(1);
  bad.back() = 1;
  std::string bytes = numbered_document(0);
  for (int i = 0; i < 9; ++i) bytes += bad;
  const Reading reading = read_inputs({write(bytes)}, skipping());
  EXPECT_EQ(reading.report.skipped, 9U);
  EXPECT_EQ(reading.report.skipped_examples.size(), 5U);
}

TEST_F(BsonReader, TheLargestDocumentIsReadAndOneByteMoreIsNot) {
  const std::size_t overhead = numbered_document(0).size();
  for (const std::size_t size : {std::size_t{16} << 20U, bson::max_document_bytes}) {
    const std::string path = write(numbered_document(0, size - overhead) + numbered_document(1));
    EXPECT_EQ(read_inputs({path}).report.document_bytes, size + 24);
  }
  const std::string path = write(numbered_document(0, bson::max_document_bytes + 1 - overhead));
  OpenOptions options;
  options.format = "bson";
  EXPECT_THAT(error_of([&] { read_inputs({path}, options); }),
              HasSubstr("byte 0: document length 16793601 is over the limit of 16793600 bytes"));
}

TEST_F(BsonReader, CountsDocumentsThatRepeatANameOnce) {
  std::string twice;
  bson::Builder builder(twice);
  builder.open_document();
  builder.append_int32("a", 1);
  builder.append_int32("a", 2);
  builder.append_int32("a", 3);
  builder.close();
  const Reading reading = read_inputs({write(twice + numbered_document(1) + twice)});
  EXPECT_EQ(reading.documents.size(), 3U);
  EXPECT_EQ(reading.report.duplicate_names, 2U);
}

TEST_F(BsonReader, BatchesAreOfAboutTheSizeAskedFor) {
  const std::string path = write(numbered_documents(20'000, 100));
  const auto collection = open_collection({path}, {});
  const auto source = collection->read();
  DocumentBatch batch;
  std::size_t batches = 0;
  std::size_t documents = 0;
  while (source->next(batch)) {
    ++batches;
    documents += batch.size();
    EXPECT_LE(batch.size(), 4096U);
    EXPECT_EQ(source->progress().documents, documents);
  }
  EXPECT_EQ(documents, 20'000U);
  EXPECT_EQ(batches, 5U);
}

}  // namespace
}  // namespace shardsweep::datasets
