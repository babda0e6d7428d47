#include "host/routing/routing_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "datasets/error.hpp"
#include "datasets/extended_json/parse.hpp"
#include "host/error.hpp"

namespace shardsweep::host::routing {
namespace {

using testing::HasSubstr;

/// A folder of its own for each test.
class RoutingTableFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "routing_table_" +
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& bytes) const {
    const std::filesystem::path path = std::filesystem::path(folder_) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    return path.string();
  }

  /// A collection of the config database, as mongodump writes it.
  void dump(const std::string& collection, const std::vector<std::string>& documents) const {
    std::string bytes;
    for (const std::string& document : documents) extended_json::parse_document(document, bytes);
    write("config/" + collection + ".bson", bytes);
  }

  RoutingTable read(const std::string& ns = "", const std::string& key = "") const {
    TableOptions options;
    options.ns = ns;
    if (!key.empty()) options.key = parse_key_pattern(key);
    return read_routing_table(folder_, options);
  }

  std::string folder_;
};

std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const datasets::DataError& error) {
    return std::string("data: ") + error.what();
  } catch (const UsageError& error) {
    return std::string("usage: ") + error.what();
  }
  return "none";
}

TableOptions with_key(const std::string& key) {
  TableOptions options;
  options.key = parse_key_pattern(key);
  return options;
}

constexpr const char* low = R"({"min": {"a": {"$minKey": 1}}, "max": {"a": 5}, "shard": "s0"})";
constexpr const char* high = R"({"min": {"a": 5}, "max": {"a": {"$maxKey": 1}}, "shard": "s1"})";

TEST_F(RoutingTableFiles, ReadsAnObject) {
  const std::string path = write(
      "map.json", std::string(R"({"key": {"a": 1}, "shards": ["s0", "s1", "s9"], "chunks": [)") +
                      high + "," + low + "]}");
  const RoutingTable table = read_routing_table(path, {});
  ASSERT_TRUE(table.chunks);
  EXPECT_EQ(table.chunks->chunks().size(), 2U);
  EXPECT_EQ(table.chunks->chunks()[0].shard, 0U);
  EXPECT_EQ(table.chunks->shards(), (std::vector<std::string>{"s0", "s1", "s9"}));
  EXPECT_EQ(table.chunks->owners(), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(error_of([&] { read_routing_table(path, with_key("{b: 1}")); }),
            "usage: --key {b: 1}: the chunks of " + path +
                " are of {a: 1}; leave --key out or give their key");
}

TEST_F(RoutingTableFiles, ReadsAnArrayAndLines) {
  const std::string two = std::string(low) + "," + high;
  for (const std::string& text : {"[" + two + "]", std::string(low) + "\n" + high + "\n"}) {
    const std::string path = write("chunks.json", text);
    const RoutingTable table = read_routing_table(path, with_key("{a: 1}"));
    EXPECT_EQ(table.chunks->chunks().size(), 2U);
    EXPECT_EQ(error_of([&] { read_routing_table(path, {}); }),
              "usage: --key is missing: " + path + " does not say what key its chunks are of");
  }
}

TEST_F(RoutingTableFiles, NamesWhatIsWrong) {
  EXPECT_THAT(error_of([] { read_routing_table("/no/such/file", {}); }),
              HasSubstr("data: cannot open /no/such/file"));
  EXPECT_THAT(error_of([] { read_routing_table("-", {}); }),
              HasSubstr("usage: --chunks cannot be -"));
  const std::string empty = write("empty.json", "");
  EXPECT_EQ(error_of([&] { read_routing_table(empty, with_key("{a: 1}")); }),
            "data: " + empty + " holds no chunks");
  const std::string broken = write("broken.json", R"({"key": {"a": 1}, "chunks": 5})");
  EXPECT_EQ(error_of([&] { read_routing_table(broken, {}); }),
            "data: " + broken + ": field chunks: an array is wanted");
  const std::string keyless = write("key.json", R"({"key": {"a": []}, "chunks": []})");
  EXPECT_EQ(error_of([&] { read_routing_table(keyless, {}); }),
            "data: " + keyless + ": field key.a is neither 1 nor \"hashed\"");
}

// Up to 4.4 chunks name their collection.
TEST_F(RoutingTableFiles, ReadsADumpByNamespace) {
  dump("collections", {R"({"_id": "config.system.sessions", "key": {"_id": 1}})",
                       R"({"_id": "shop.old", "dropped": true})",
                       R"({"_id": "shop.orders", "dropped": false, "key": {"a": 1},
                           "defaultCollation": {"locale": "de"}})"});
  dump("chunks", {R"({"_id": "1", "ns": "shop.orders", "min": {"a": {"$minKey": 1}},
                      "max": {"a": 5}, "shard": "s0"})",
                  R"({"_id": "2", "ns": "config.system.sessions", "min": {"_id": {"$minKey": 1}},
                      "max": {"_id": {"$maxKey": 1}}, "shard": "s0"})",
                  R"({"_id": "3", "ns": "shop.orders", "min": {"a": 5},
                      "max": {"a": {"$maxKey": 1}}, "shard": "s1"})"});
  dump("shards", {R"({"_id": "s2"})", R"({"_id": "s1"})", R"({"_id": "s0"})"});
  const RoutingTable table = read();
  EXPECT_EQ(table.chunks->chunks().size(), 2U);
  EXPECT_EQ(table.chunks->shards(), (std::vector<std::string>{"s0", "s1", "s2"}));
  EXPECT_TRUE(table.default_collation.given());
  EXPECT_EQ(to_text(table.chunks->key()), "{a: 1}");
  EXPECT_THAT(error_of([&] { read("", "{b: 1}"); }), HasSubstr("is sharded by {a: 1}"));
}

constexpr const char* first_uuid = R"({"$uuid": "00000000-0000-4000-8000-000000000001"})";
constexpr const char* other_uuid = R"({"$uuid": "00000000-0000-4000-8000-000000000002"})";

std::string whole_chunk(const std::string& uuid, const std::string& field,
                        const std::string& shard) {
  return R"({"uuid": )" + uuid + R"(, "min": {")" + field + R"(": {"$minKey": 1}}, "max": {")" +
         field + R"(": {"$maxKey": 1}}, "shard": ")" + shard + "\"}";
}

// Since 5.0 chunks carry the collection's UUID.
TEST_F(RoutingTableFiles, ReadsADumpByUuid) {
  dump("collections",
       {R"({"_id": "shop.a", "key": {"a": 1}, "uuid": )" + std::string(first_uuid) + "}",
        R"({"_id": "shop.system.buckets.t", "key": {"meta": 1}, "timeseriesFields":
            {"timeField": "at", "metaField": "m", "granularity": "hours"}, "uuid": )" +
            std::string(other_uuid) + "}"});
  dump("chunks", {whole_chunk(first_uuid, "a", "s0"), whole_chunk(other_uuid, "meta", "s1")});
  EXPECT_EQ(read("shop.a").chunks->shards()[read("shop.a").chunks->chunks()[0].shard], "s0");
  const RoutingTable series = read("shop.t");
  ASSERT_TRUE(series.time_series);
  EXPECT_EQ(series.time_series->meta_field, "m");
  EXPECT_EQ(series.time_series->rounding_seconds, 86'400);
  EXPECT_THAT(error_of([&] { read(); }),
              HasSubstr("holds 2 sharded collections; pick one with --ns: shop.a, "));
  EXPECT_THAT(error_of([&] { read("shop.zzz"); }),
              HasSubstr("knows neither this collection nor its database's primary shard"));
}

TEST_F(RoutingTableFiles, NeedsTheCollectionsOfADump) {
  dump("chunks", {whole_chunk(first_uuid, "a", "s0")});
  EXPECT_THAT(error_of([&] { read(); }), HasSubstr("data: "));
}

// What config.collections does not name lies on its database's primary shard; a moved collection is
// named, but cannot be split.
TEST_F(RoutingTableFiles, KnowsTheOneShardOfUnshardedCollections) {
  dump("collections", {R"({"_id": "shop.moved", "key": {"_id": 1}, "unsplittable": true,
                           "uuid": )" +
                       std::string(first_uuid) + "}"});
  dump("chunks", {whole_chunk(first_uuid, "_id", "owner")});
  dump("databases", {R"({"_id": "shop", "primary": "primary"})"});
  EXPECT_FALSE(read("shop.plain").chunks);
  EXPECT_EQ(read("shop.plain").only_shard, "primary");
  EXPECT_FALSE(read("shop.moved").chunks);
  EXPECT_EQ(read("shop.moved").only_shard, "owner");
}

}  // namespace
}  // namespace shardsweep::host::routing
