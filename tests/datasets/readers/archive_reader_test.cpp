#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "datasets/readers/crc64.hpp"
#include "tests/datasets/input/support.hpp"
#include "tests/datasets/readers/archive_writer.hpp"

namespace shardsweep::datasets {
namespace {

using test::ArchiveWriter;
using test::error_of;
using test::numbered_document;
using test::read_inputs;
using test::Reading;
using test::slow_crc64;
using test::TempFolder;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Crc64, FitsThePublishedCheckValue) {
  // Catalogue of parametrised CRC algorithms, CRC-64/XZ.
  Crc64 crc;
  crc.update("123456789");
  EXPECT_EQ(crc.value(), 0x995dc9bbdf1939faU);
  EXPECT_EQ(slow_crc64("123456789"), 0x995dc9bbdf1939faU);
  EXPECT_EQ(Crc64().value(), 0U);
}

TEST(Crc64, AnySplitGivesTheSame) {
  const std::string bytes = test::numbered_documents(10, 7);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    Crc64 crc;
    crc.update(std::string_view(bytes).substr(0, cut));
    crc.update(std::string_view(bytes).substr(cut));
    EXPECT_EQ(crc.value(), slow_crc64(bytes));
  }
}

class ArchiveReader : public testing::Test {
 protected:
  /// Two collections in turns, and the system's own.
  static ArchiveWriter two_collections(bool flip_orders = false) {
    ArchiveWriter archive;
    archive.announce("admin", "system.version");
    archive.announce("shop", "orders",
                     R"({"indexes":[{"v":{"$numberInt":"2"},"key":{"_id":{"$numberInt":"1"}},)"
                     R"("name":"_id_"}],"collectionName":"orders","type":"collection"})");
    archive.announce("shop", "users");
    archive.block("shop", "orders", numbered_document(1) + numbered_document(2));
    archive.block("admin", "system.version", numbered_document(100));
    archive.block("shop", "users", numbered_document(50));
    archive.block("shop", "orders", numbered_document(3));
    archive.end("shop", "users", !flip_orders);
    archive.end("admin", "system.version");
    archive.block("shop", "orders", numbered_document(4));
    archive.end("shop", "orders", flip_orders);
    return archive;
  }
  std::string write(const ArchiveWriter& archive) const { return write(archive.bytes()); }
  std::string write(std::string_view bytes) const { return folder_.write("dump.archive", bytes); }
  static OpenOptions of(const std::string& ns, bool skip_bad = false) {
    OpenOptions options;
    options.ns = ns;
    options.skip_bad = skip_bad;
    return options;
  }
  TempFolder folder_;
};

TEST_F(ArchiveReader, TakesTheBlocksOfOneCollectionInOrder) {
  const std::string path = write(two_collections());
  const std::vector<std::string> expected = {numbered_document(1), numbered_document(2),
                                             numbered_document(3), numbered_document(4)};
  for (const std::size_t block : {1, 7, 100'000})
    for (const char* ns : {"orders", "shop.orders"}) {
      OpenOptions options = of(ns);
      options.block_bytes = block;
      EXPECT_EQ(read_inputs({path}, options).documents, expected);
    }
  const std::string packed =
      folder_.write("dump.gz", test::filtered("gzip -c", test::read_file(path)));
  EXPECT_EQ(read_inputs({packed}, of("orders")).documents, expected);
}

TEST_F(ArchiveReader, MetadataIsOfTheCollection) {
  const auto collection = open_collection({write(two_collections())}, of("orders"));
  EXPECT_EQ(collection->metadata().collection, "orders");
  EXPECT_EQ(collection->metadata().type, "collection");
  ASSERT_EQ(collection->metadata().indexes.size(), 1U);
  EXPECT_EQ(collection->metadata().indexes[0].name, "_id_");
}

TEST_F(ArchiveReader, NeedsToKnowWhichCollection) {
  const std::string path = write(two_collections());
  EXPECT_EQ(error_of([&] { read_inputs({path}); }),
            path +
                " holds 2 collections: shop.orders, shop.users, beside 1 collection of the "
                "system; pick one with --ns");
  EXPECT_EQ(error_of([&] { read_inputs({path}, of("shop.carts")); }),
            path +
                " has no collection shop.carts; it holds admin.system.version, shop.orders, "
                "shop.users; pick one with --ns");
  ArchiveWriter same;
  same.announce("a", "c");
  same.announce("b", "c");
  const std::string both = write(same);
  EXPECT_EQ(error_of([&] { read_inputs({both}, of("c")); }),
            "c names 2 collections of " + both + ": a.c, b.c; say --ns db.collection");
}

TEST_F(ArchiveReader, TheOnlyCollectionNeedsNoName) {
  ArchiveWriter archive;
  archive.announce("admin", "system.users");
  archive.announce("../../etc", "passwd\n");
  archive.block("../../etc", "passwd\n", numbered_document(1));
  archive.end("../../etc", "passwd\n");
  EXPECT_EQ(read_inputs({write(archive)}).documents.size(), 1U);
  EXPECT_THAT(error_of([&] { read_inputs({write(archive)}, of("x")); }),
              HasSubstr("it holds admin.system.users, ../../etc.passwd\\n; pick"));
}

TEST_F(ArchiveReader, ManyCollectionsAreListedInPart) {
  ArchiveWriter archive;
  for (int i = 0; i < 1000; ++i) archive.announce("db", "c" + std::to_string(i));
  const std::string error = error_of([&] { read_inputs({write(archive)}); });
  EXPECT_THAT(error, HasSubstr("holds 1000 collections: db.c0, db.c1,"));
  EXPECT_THAT(error, HasSubstr("db.c19 and 980 more; pick one with --ns"));
}

TEST_F(ArchiveReader, TimeSeriesAreReadAsTheirBuckets) {
  ArchiveWriter archive;
  archive.announce("db", "weather", R"({"options":{"timeseries":{"timeField":"t"}}})",
                   "timeseries");
  archive.block("db", "system.buckets.weather", numbered_document(1));
  archive.end("db", "system.buckets.weather");
  const auto collection = open_collection({write(archive)}, of("db.weather"));
  EXPECT_EQ(test::read_all(*collection).documents.size(), 1U);
  EXPECT_EQ(collection->metadata().type, "timeseries");
  EXPECT_EQ(collection->metadata().collection, "weather");
}

TEST_F(ArchiveReader, AViewHasNoDocuments) {
  ArchiveWriter archive;
  archive.announce("db", "v", R"({"options":{"viewOn":"c"}})", "view");
  const std::string path = write(archive);
  EXPECT_EQ(error_of([&] { read_inputs({path}, of("v")); }),
            path + ": db.v is a view and has no documents of its own; pick a collection with --ns");
}

TEST_F(ArchiveReader, AViewIsCountedApartAndNotTakenUnasked) {
  ArchiveWriter archive;
  archive.announce("db", "v", R"({"options":{"viewOn":"c"}})", "view");
  archive.announce("db", "c");
  archive.announce("db", "system.views");
  archive.announce("db", "d");
  const std::string path = write(archive);
  EXPECT_EQ(error_of([&] { read_inputs({path}); }),
            path +
                " holds 2 collections: db.c, db.d, beside 1 view without documents and 1 "
                "collection of the system; pick one with --ns");
  EXPECT_THAT(error_of([&] { read_inputs({path}, of("x")); }),
              HasSubstr("it holds db.v (a view), db.c, db.system.views, db.d; pick"));
  ArchiveWriter one;
  one.announce("db", "v", R"({"options":{"viewOn":"c"}})", "view");
  one.announce("db", "c");
  one.block("db", "c", numbered_document(1));
  one.end("db", "c");
  EXPECT_EQ(read_inputs({write(one)}).documents.size(), 1U);
}

TEST_F(ArchiveReader, TheChecksumOfTheCollectionIsVerified) {
  const std::string path = write(two_collections(true));
  const std::string error = error_of([&] { read_inputs({path}, of("orders")); });
  EXPECT_THAT(error, HasSubstr(": the checksum (CRC-64) of shop.orders does not fit its documents: "
                               "some bytes are damaged; "));
  const Reading reading = read_inputs({path}, of("orders", true));
  EXPECT_EQ(reading.documents.size(), 4U);
  EXPECT_EQ(reading.report.skipped, 1U);
}

TEST_F(ArchiveReader, AChangedByteInADocumentIsNoticed) {
  std::string bytes = two_collections().bytes();
  const std::size_t at = bytes.find(numbered_document(3));
  ASSERT_NE(at, std::string::npos);
  bytes[at + 9] = 77;  // another _id, a valid document
  EXPECT_THAT(error_of([&] { read_inputs({write(bytes)}, of("orders")); }), HasSubstr("(CRC-64)"));
}

TEST_F(ArchiveReader, BadDocumentsAreSkippedAndCountInTheChecksum) {
  std::string bad = numbered_document(2);
  bad.back() = 1;
  ArchiveWriter archive;
  archive.announce("db", "c");
  archive.block("db", "c", numbered_document(1) + bad + numbered_document(3));
  archive.end("db", "c");
  const std::string path = write(archive);
  EXPECT_THAT(error_of([&] { read_inputs({path}); }), HasSubstr("bad document, at byte "));
  const Reading reading = read_inputs({path}, of("", true));
  EXPECT_THAT(reading.documents, ElementsAre(numbered_document(1), numbered_document(3)));
  EXPECT_EQ(reading.report.skipped, 1U);
}

TEST_F(ArchiveReader, EveryTruncationIsAnErrorOrLacksOnlyOthers) {
  const std::string bytes = two_collections().bytes();
  for (std::size_t size = 4; size < bytes.size(); ++size) {
    const std::string path = write(bytes.substr(0, size));
    EXPECT_NE(error_of([&] { read_inputs({path}, of("orders")); }), "") << size;
    try {
      const Reading reading = read_inputs({path}, of("orders", true));
      EXPECT_LE(reading.documents.size(), 4U);
      EXPECT_EQ(reading.report.skipped, 1U);
    } catch (const std::exception& error) {
      // The table of contents is cut: no choice can be made.
      EXPECT_THAT(error.what(), HasSubstr("table of contents is broken at byte "));
    }
  }
  // Its other collection is whole long before the end.
  ArchiveWriter archive;
  archive.announce("db", "a");
  archive.announce("db", "b");
  archive.block("db", "b", numbered_document(1));
  archive.block("db", "a", numbered_document(1));
  archive.end("db", "a");
  const std::string path = write(archive);
  EXPECT_EQ(read_inputs({path}, of("a")).documents.size(), 1U);
  EXPECT_THAT(error_of([&] { read_inputs({path}, of("b")); }),
              HasSubstr("the archive ends before the end of db.b (it is cut short); make"));
}

TEST_F(ArchiveReader, StructureErrorsAreNamed) {
  const auto error = [&](const std::string& bytes) {
    return error_of([&] { read_inputs({write(bytes)}, of("c")); });
  };
  const std::string end("\xff\xff\xff\xff");
  ArchiveWriter archive;
  archive.announce("db", "c");
  const std::string prelude = archive.bytes();
  EXPECT_THAT(error(prelude + end), HasSubstr("an end of block stands where a block must begin"));
  EXPECT_THAT(error(prelude + std::string(4, '\0')), HasSubstr("document length 0 "));
  std::string bad = numbered_document(1);
  bad.back() = 1;
  EXPECT_THAT(error(prelude + bad), HasSubstr("bad block header: "));
  ArchiveWriter again = archive;
  again.end("db", "c");
  again.block("db", "c", numbered_document(1));
  EXPECT_THAT(error(again.bytes()), HasSubstr("more of db.c follows its end"));
  ArchiveWriter inside = archive;
  inside.end("db", "c");
  std::string bytes = inside.bytes();
  bytes.resize(bytes.size() - 4);
  EXPECT_THAT(error(bytes), HasSubstr("the archive ends inside a block (it is cut short)"));
  EXPECT_THAT(error(bytes + numbered_document(1) + end),
              HasSubstr("documents follow the end of a collection"));
}

TEST_F(ArchiveReader, ThePreludeIsChecked) {
  EXPECT_THAT(error_of([&] { read_inputs({write(ArchiveWriter("0.2"))}); }),
              HasSubstr("archive version \"0.2\" is not known, only 0.1 is"));
  EXPECT_THAT(error_of([&] { read_inputs({write(ArchiveWriter())}); }),
              HasSubstr(" holds no collection"));
  const std::string magic("\x6d\xe2\x99\x81");
  EXPECT_THAT(error_of([&] { read_inputs({write(magic)}); }),
              HasSubstr("the archive's table of contents is broken at byte 4: the input ends"));
  EXPECT_THAT(error_of([&] { read_inputs({write(magic + "\xff\xff\xff\xff")}); }),
              HasSubstr("the header is missing"));
  EXPECT_THAT(error_of([&] { read_inputs({write(magic + numbered_document(1))}); }),
              HasSubstr("the header names no version"));
  EXPECT_THAT(
      error_of([&] { read_inputs({write(magic + std::string(9, '\0'))}); }),
      HasSubstr(
          "broken at byte 4: document length 0 (a document has at least 5 bytes); dump it again"));
  OpenOptions options;
  options.format = "archive";
  EXPECT_THAT(error_of([&] { read_inputs({write("{}")}, options); }),
              HasSubstr("not an archive of mongodump: it does not begin with 6d e2 99 81"));
}

}  // namespace
}  // namespace shardsweep::datasets
