#include "datasets/metadata.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "datasets/error.hpp"
#include "tests/datasets/input/support.hpp"

namespace shardsweep::datasets {
namespace {

using test::error_of;
using testing::HasSubstr;

TEST(Metadata, IndexesInOrderWithTheirOptions) {
  const CollectionMetadata metadata = parse_metadata(R"({
    "options": {},
    "indexes": [
      {"v": {"$numberInt": "2"}, "key": {"_id": {"$numberInt": "1"}}, "name": "_id_"},
      {"key": {"z": {"$numberDouble": "-1.0"}, "a.b": {"$numberLong": "1"}}, "name": "z_a", "unique": true,
       "sparse": true, "hidden": true, "expireAfterSeconds": {"$numberInt": "60"}},
      {"key": {"h": "hashed", "t": "text"}, "name": "h", "unique": {"$numberInt": "0"},
       "collation": {"locale": "de", "strength": {"$numberInt": "2"}},
       "partialFilterExpression": {"a": {"$exists": true}}},
      {"key": {"s": true}, "name": "s", "collation": {"locale": "simple"}}],
    "uuid": "0123", "collectionName": "orders", "type": "collection"})",
                                                     "m.json");
  EXPECT_EQ(metadata.collection, "orders");
  EXPECT_EQ(metadata.type, "collection");
  EXPECT_FALSE(metadata.capped || metadata.clustered);
  ASSERT_EQ(metadata.indexes.size(), 4U);
  const IndexSpec& second = metadata.indexes[1];
  ASSERT_EQ(second.key.size(), 2U);
  EXPECT_EQ(second.key[0].path, "z");
  EXPECT_EQ(second.key[0].direction, -1);
  EXPECT_EQ(second.key[1].path, "a.b");
  EXPECT_TRUE(second.unique && second.sparse && second.hidden && second.simple_collation);
  EXPECT_FALSE(second.partial);
  EXPECT_EQ(second.expire_after_seconds, 60);
  const IndexSpec& third = metadata.indexes[2];
  EXPECT_EQ(third.key[0].special, "hashed");
  EXPECT_EQ(third.key[0].direction, 0);
  EXPECT_EQ(third.key[1].special, "text");
  EXPECT_TRUE(third.partial);
  EXPECT_FALSE(third.unique || third.simple_collation || third.expire_after_seconds);
  EXPECT_TRUE(metadata.indexes[3].simple_collation);
}

TEST(Metadata, OptionsOfTheCollection) {
  const auto options = [](const std::string& text) {
    return parse_metadata(R"({"options":{)" + text + R"(},"indexes":[]})", "m.json");
  };
  EXPECT_TRUE(options(R"("capped":true,"size":{"$numberInt":"4096"})").capped);
  EXPECT_TRUE(options(R"("clusteredIndex":{"key":{"_id":1},"unique":true})").clustered);
  EXPECT_TRUE(options(R"("clusteredIndex":true)").clustered);
  EXPECT_EQ(options(R"("collation":{"locale":"fr","strength":{"$numberInt":"1"}})").collation,
            R"({"locale":"fr","strength":1})");
  EXPECT_EQ(options(R"("collation":{"locale":"simple"})").collation, "");
  EXPECT_EQ(options(R"("timeseries":{"timeField":"t"})").type, "timeseries");
  const CollectionMetadata weather =
      options(R"("timeseries":{"timeField":"t","metaField":"sensor"})");
  EXPECT_EQ(weather.time_field, "t");
  EXPECT_EQ(weather.meta_field, "sensor");
  EXPECT_EQ(options(R"("viewOn":"c","pipeline":[])").type, "view");
  EXPECT_EQ(options("").type, "collection");
  EXPECT_EQ(parse_metadata("{}", "m.json").type, "collection");
}

TEST(Metadata, BrokenOnesAreNamed) {
  EXPECT_THAT(error_of([] { parse_metadata("", "m.json"); }), HasSubstr("m.json: "));
  EXPECT_THAT(error_of([] { parse_metadata("[]", "m.json"); }),
              HasSubstr("; dump the collection again, or move the file away to do without it"));
  EXPECT_THAT(error_of([] { parse_metadata(R"({"indexes":[1]})", "m.json"); }),
              HasSubstr("m.json: an index is not a document"));
  EXPECT_THAT(error_of([] { parse_metadata(R"({"indexes":[{"name":"x\u001b"}]})", "m.json"); }),
              HasSubstr("index \"x\\x1b\" has no key"));
  EXPECT_THAT(error_of([] { parse_metadata(R"({"indexes":[{"key":{"a":{}}}]})", "m.json"); }),
              HasSubstr("the direction of index field \"a\" is neither a number nor a string"));
}

}  // namespace
}  // namespace shardsweep::datasets
