#include "datasets/input/dump_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "datasets/collection.hpp"
#include "datasets/error.hpp"
#include "tests/datasets/input/support.hpp"

namespace shardsweep::datasets {
namespace {

using test::error_of;
using test::numbered_document;
using test::TempFolder;
using testing::HasSubstr;

constexpr const char* orders_metadata =
    R"({"indexes":[{"v":{"$numberInt":"2"},"key":{"_id":{"$numberInt":"1"}},"name":"_id_"},)"
    R"({"v":{"$numberInt":"2"},"key":{"custId":{"$numberInt":"1"}},"name":"c","unique":true}],)"
    R"("uuid":"0123456789abcdef0123456789abcdef","collectionName":"orders","type":"collection"})";

class DumpFolder : public testing::Test {
 protected:
  std::unique_ptr<Collection> open(const std::string& path, const std::string& ns = "") const {
    OpenOptions options;
    options.ns = ns;
    return open_collection({path}, options);
  }
  /// A dump of two databases.
  void write_dump() const {
    folder_.write("dump/shop/orders.bson", numbered_document(1));
    folder_.write("dump/shop/orders.metadata.json", orders_metadata);
    folder_.write("dump/shop/a%2Fb.bson.gz", test::filtered("gzip -c", numbered_document(2)));
    folder_.write("dump/shop/v.metadata.json", R"({"options":{"viewOn":"orders"},"type":"view"})");
    folder_.write("dump/shop/prelude.json", "{}");
    folder_.write("dump/old/orders.bson", numbered_document(3));
    folder_.write("dump/admin/system.version.bson", numbered_document(4));
    folder_.write("dump/oplog.bson", numbered_document(5));
  }
  std::string path(const std::string& name = "dump") const { return folder_.path() + '/' + name; }
  TempFolder folder_;
};

TEST_F(DumpFolder, PicksTheCollectionByName) {
  write_dump();
  const auto orders = open(path(), "shop.orders");
  EXPECT_EQ(test::read_all(*orders).documents, std::vector{numbered_document(1)});
  EXPECT_EQ(orders->files()[0].path, path("dump/shop/orders.bson"));
  EXPECT_EQ(orders->metadata().collection, "orders");
  ASSERT_EQ(orders->metadata().indexes.size(), 2U);
  EXPECT_TRUE(orders->metadata().indexes[1].unique);
  EXPECT_EQ(test::read_all(*open(path("dump/shop"), "orders")).documents,
            std::vector{numbered_document(1)});
  EXPECT_EQ(test::read_all(*open(path(), "a/b")).documents, std::vector{numbered_document(2)});
  EXPECT_EQ(test::read_all(*open(path("dump/old/."))).documents, std::vector{numbered_document(3)});
}

TEST_F(DumpFolder, ListsWhatThereIs) {
  write_dump();
  EXPECT_EQ(error_of([&] { open(path()); }),
            path() +
                " holds 3 collections: old.orders, shop.a/b, shop.orders, beside 1 collection "
                "of the system; pick one with --ns");
  EXPECT_THAT(error_of([&] { open(path(), "orders"); }),
              HasSubstr("orders names 2 collections of " + path() +
                        ": old.orders, shop.orders; say --ns db.collection"));
  EXPECT_THAT(error_of([&] { open(path(), "shop.none"); }),
              HasSubstr(path() + " has no collection shop.none; it holds admin.system.version, "));
  for (const char* ns : {"shop.v", "v"})
    EXPECT_THAT(error_of([&] { open(path("dump/shop"), ns); }),
                HasSubstr(": " + std::string(ns) +
                          " is a view and has no documents of its own; pick a collection with "));
  folder_.write("dump/shop/c.metadata.json", R"({"indexes":[]})");
  EXPECT_THAT(error_of([&] { open(path(), "shop.c"); }),
              HasSubstr(": shop.c has no documents in this dump, only its metadata"));
}

TEST_F(DumpFolder, FoldersWithoutDocuments) {
  std::filesystem::create_directory(path());
  EXPECT_THAT(error_of([&] { open(path()); }),
              HasSubstr(path() + ": no file of documents in this folder (.bson, "));
  EXPECT_THAT(error_of([&] { list_dump(path("none")); }),
              HasSubstr("cannot read folder " + path("none") + ": No such file or directory"));
}

TEST_F(DumpFolder, AFolderOfViewsAloneNamesThem) {
  folder_.write("dump/shop/w%2Fx.metadata.json", R"({"options":{"viewOn":"orders"}})");
  folder_.write("dump/shop/v.metadata.json.gz",
                test::filtered("gzip -c", R"({"options":{"viewOn":"orders"},"type":"view"})"));
  for (const std::string& folder : {path(), path("dump/shop")})
    EXPECT_THAT(
        error_of([&] { open(folder); }),
        HasSubstr(folder + " holds no documents, only metadata of views: v, w/x; a view has "
                           "none of its own, so dump the collection that it shows"));
}

TEST_F(DumpFolder, ExportsAreTakenWhereThereIsNoBson) {
  folder_.write("dump/orders.json", R"({"a":1})");
  folder_.write("dump/notes.txt", "x");
  EXPECT_EQ(test::read_all(*open(path())).documents.size(), 1U);
  folder_.write("dump/users.csv", "a\n1\n");
  EXPECT_THAT(error_of([&] { open(path()); }),
              HasSubstr("holds 2 collections: dump.orders, dump.users; pick"));
  EXPECT_EQ(test::read_all(*open(path(), "users")).documents.size(), 1U);
}

TEST_F(DumpFolder, TimeSeriesAreReadAsTheirBuckets) {
  folder_.write("dump/db/system.buckets.weather.bson", numbered_document(1));
  folder_.write(
      "dump/db/weather.metadata.json",
      R"({"options":{"timeseries":{"timeField":"t"}},"collectionName":"weather","type":"timeseries"})");
  for (const char* ns : {"", "weather", "db.weather", "db.system.buckets.weather"}) {
    const auto weather = open(path(), ns);
    EXPECT_EQ(test::read_all(*weather).documents.size(), 1U);
    EXPECT_EQ(weather->metadata().type, "timeseries");
    EXPECT_EQ(weather->metadata().collection, "weather");
  }
  std::filesystem::remove(path("dump/db/weather.metadata.json"));
  EXPECT_EQ(open(path())->metadata().type, "timeseries");
}

TEST_F(DumpFolder, MetadataIsFoundBesideAFile) {
  const std::string packed =
      folder_.write("orders.bson.gz", test::filtered("gzip -c", numbered_document(1)));
  EXPECT_EQ(open(packed)->metadata().collection, "orders");
  EXPECT_EQ(open(packed)->metadata().type, "");
  EXPECT_TRUE(open(packed)->metadata().indexes.empty());
  folder_.write("orders.metadata.json.gz", test::filtered("gzip -c", orders_metadata));
  EXPECT_EQ(open(packed)->metadata().indexes.size(), 2U);
  folder_.write("orders.metadata.json.gz", "{");
  EXPECT_THAT(error_of([&] { open(packed); }), HasSubstr(path("orders.metadata.json.gz") + ": "));
  const std::string json = folder_.write("orders.json", "{}");
  EXPECT_EQ(open(json)->metadata().collection, "");
}

TEST_F(DumpFolder, OfSeveralFilesTheFirstMetadataCounts) {
  const std::string a = folder_.write("a.bson", numbered_document(1));
  const std::string orders = folder_.write("orders.bson", numbered_document(2));
  folder_.write("orders.metadata.json", orders_metadata);
  EXPECT_EQ(open_collection({a, orders}, {})->metadata().collection, "orders");
  EXPECT_EQ(open_collection({orders, a}, {})->metadata().collection, "orders");
}

TEST_F(DumpFolder, NamesThatMongodumpCutsAreInTheMetadata) {
  const std::string stem = std::string(208, 'n') + "%24" + std::string(27, 'h');
  const std::string whole(240, 'n');
  folder_.write("dump/db/" + stem + ".bson", numbered_document(1));
  folder_.write("dump/db/" + stem + ".metadata.json",
                R"({"indexes":[],"collectionName":")" + whole + "\"}");
  EXPECT_EQ(list_dump(path())[0].ns.collection, whole);
}

TEST(UnescapeFileName, PercentPairs) {
  EXPECT_EQ(unescape_file_name("a%2Fb%2f%24"), "a/b/$");
  EXPECT_EQ(unescape_file_name("100%"), "100%");
  EXPECT_EQ(unescape_file_name("%zz%4"), "%zz%4");
}

}  // namespace
}  // namespace shardsweep::datasets
