// Rules of reads, aggregation and chunk maps; sources: MongoDB src/mongo/s/
// chunk_manager_query_test.cpp, src/mongo/db/pipeline/document_source_test.cpp, restated.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "datasets/error.hpp"
#include "datasets/operations/json_line.hpp"
#include "host/routing/time_series.hpp"
#include "tests/host/routing/routing_support.hpp"

namespace shardsweep::host::routing {
namespace {

using test::answer;
using test::map_of;
using test::sent;
using test::three_chunks;
using testing::HasSubstr;

std::string aggregate(const std::string& stages) {
  return sent("{\"op\": \"aggregate\", \"pipeline\": " + stages + "}", three_chunks());
}

constexpr const char* everywhere = "s0 s1 s2 -> s0 s1 s2 manyShards";
constexpr const char* one = "s1 -> s1 oneShard";

TEST(Reads, ReachTheChunksOfTheirKeys) {
  const ChunkMap map = three_chunks();
  EXPECT_EQ(answer(R"({"op": "find", "filter": {"x": 5}})", map),
            R"({"shards":["s1"],"chunks":[1],"kind":"singleKey","sentTo":["s1"],)"
            R"("protocol":"oneShard","error":null})");
  EXPECT_EQ(answer(R"({"op": "count", "filter": {"x": {"$lt": 100, "$gt": 1}}})", map),
            R"({"shards":["s1","s2"],"chunks":[1,2],"kind":"multipleKeys","sentTo":["s1","s2"],)"
            R"("protocol":"manyShards","error":null})");
  EXPECT_EQ(answer(R"({"op": "distinct", "key": "y"})", map),
            R"({"shards":["s0","s1","s2"],"chunks":[0,1,2],"kind":"minKeyToMaxKey",)"
            R"("sentTo":["s0","s1","s2"],"protocol":"manyShards","error":null})");
  EXPECT_EQ(answer(R"({"op": "find", "filter": {"x": {"$in": []}}})", map),
            R"({"shards":["s0"],"chunks":[0],"kind":"multipleKeys","sentTo":["s0"],)"
            R"("protocol":"oneShard","error":null})");
  EXPECT_EQ(answer(R"({"op": "find", "filter": {"x": {"$maxKey": 1}}})", map),
            R"({"shards":["s2"],"chunks":[2],"kind":"singleKey","sentTo":["s2"],)"
            R"("protocol":"oneShard","error":null})");
}

TEST(Reads, SortAndLimitNarrowNothing) {
  EXPECT_EQ(
      sent(R"({"op": "find", "filter": {"y": 1}, "sort": {"x": 1}, "limit": 1})", three_chunks()),
      everywhere);
}

TEST(Reads, TakeVariablesOfLetForConstants) {
  EXPECT_EQ(sent(R"({"op": "find", "filter": {"$expr": {"$eq": ["$x", "$$v"]}}, "let": {"v": 5}})",
                 three_chunks()),
            one);
}

TEST(Aggregation, UsesLeadingMatches) {
  EXPECT_EQ(aggregate(R"([{"$match": {"x": 5}}, {"$group": {"_id": "$y"}}])"), one);
  EXPECT_EQ(aggregate(R"([{"$match": {"y": 5}}, {"$match": {"x": 5}}])"), one);
  EXPECT_EQ(aggregate("[]"), everywhere);
  EXPECT_EQ(aggregate(R"([{"$geoNear": {"near": [0, 0], "query": {"x": 5}}}])"), one);
  EXPECT_EQ(sent(R"({"op": "aggregate", "filter": {"x": 5}})", three_chunks()), one);
}

TEST(Aggregation, MovesMatchesForward) {
  for (const std::string stage :
       {R"({"$sort": {"y": 1}})", R"({"$unwind": "$y"})", R"({"$unwind": {"path": "$y"}})",
        R"({"$addFields": {"y": 1}})", R"({"$set": {"z.x": 1}})", R"({"$unset": ["y", "z"]})",
        R"({"$project": {"x": 1}})", R"({"$project": {"y": 0}})",
        R"({"$lookup": {"from": "c", "as": "y"}})"})
    EXPECT_EQ(aggregate("[" + stage + R"(, {"$match": {"x": 5}}])"), one) << stage;
}

TEST(Aggregation, LeavesMatchesWhereTheyDepend) {
  for (const std::string stage :
       {R"({"$group": {"_id": "$x"}})", R"({"$limit": 5})", R"({"$skip": 5})", R"({"$facet": {}})",
        R"({"$unwind": "$x"})", R"({"$unwind": {"path": "$y", "includeArrayIndex": "x"}})",
        R"({"$addFields": {"x": 1}})", R"({"$addFields": {"x.y": 1}})", R"({"$unset": "x"})",
        R"({"$project": {"y": 1}})", R"({"$project": {"x": {"$add": ["$x", 1]}}})",
        R"({"$project": {"x": 0}})", R"({"$project": {"x": "$y"}})",
        R"({"$replaceRoot": {"newRoot": "$y"}})", R"({"$lookup": {"from": "c", "as": "x"}})",
        R"({"$sample": {"size": 1}})"})
    EXPECT_EQ(aggregate("[" + stage + R"(, {"$match": {"x": 5}}])"), everywhere) << stage;
}

TEST(Aggregation, FollowsRenames) {
  EXPECT_EQ(aggregate(R"([{"$project": {"k": "$x"}}, {"$match": {"k": 5}}])"), one);
  EXPECT_EQ(aggregate(R"([{"$addFields": {"k": "$x"}}, {"$addFields": {"x": 1}},
                          {"$match": {"k": 5}}])"),
            one);
  // The two change places.
  EXPECT_EQ(aggregate(R"([{"$addFields": {"x": "$y", "y": "$x"}}, {"$match": {"y": 5}}])"), one);
  EXPECT_EQ(aggregate(R"([{"$addFields": {"x": "$y", "y": "$x"}}, {"$match": {"x": 5}}])"),
            everywhere);
  EXPECT_EQ(aggregate(R"([{"$addFields": {"k": {"$add": ["$x", 1]}}}, {"$match": {"k": 5}}])"),
            everywhere);
}

TEST(Aggregation, MovesWhatItCanOfAMatch) {
  EXPECT_EQ(aggregate(R"([{"$addFields": {"y": 1}}, {"$match": {"y": 1, "x": 5}}])"), one);
  EXPECT_EQ(aggregate(R"([{"$addFields": {"y": 1}}, {"$match": {"$or": [{"x": 5}, {"y": 1}]}}])"),
            everywhere);
  EXPECT_EQ(aggregate(R"([{"$addFields": {"y": 1}},
                          {"$match": {"$expr": {"$eq": ["$x", 5]}}}])"),
            one);
}

TEST(Aggregation, OfTheWholeCluster) {
  EXPECT_EQ(aggregate(R"([{"$changeStream": {}}])"), "s0 s1 s2 -> s0 s1 s2 empty wholeCluster");
}

TEST(Aggregation, RefusesBrokenStages) {
  EXPECT_EQ(aggregate(R"([{}])"), "error Location40323");
  EXPECT_EQ(aggregate(R"([{"$match": 5}])"), "error Location15959");
}

TEST(Collations, HideStringsFromTheKey) {
  const ChunkMap map = map_of(R"({"key": {"a": "hashed"}, "chunks": [
      {"min": {"a": {"$minKey": 1}}, "max": {"a": {"$numberLong": "0"}}, "shard": "s0"},
      {"min": {"a": {"$numberLong": "0"}}, "max": {"a": {"$maxKey": 1}}, "shard": "s1"}]})");
  const std::string german = R"(, "collation": {"locale": "de"}})";
  EXPECT_EQ(sent(R"({"op": "find", "filter": {"a": "abc"}})", map), one);
  EXPECT_EQ(sent(R"({"op": "find", "filter": {"a": "abc"})" + german, map),
            "s0 s1 -> s0 s1 manyShards");
  // A number's hash is a point of the bounds.
  EXPECT_EQ(sent(R"({"op": "find", "filter": {"a": 1})" + german, map), one);
  // findAndModify does not ask what was hashed.
  EXPECT_EQ(sent(R"({"op": "findAndModify", "filter": {"a": "abc"})" + german, map), one);
  RoutingOptions options;
  options.default_collation = datasets::parse_operation(R"({"op": "find")" + german).collation;
  EXPECT_EQ(sent(R"({"op": "find", "filter": {"a": "abc"}})", map, options),
            "s0 s1 -> s0 s1 manyShards");
  EXPECT_EQ(sent(R"({"op": "find", "filter": {"a": "abc"}, "collation": {"locale": "simple"}})",
                 map, options),
            one);
}

TEST(Chunks, MustCoverAllKeys) {
  const auto error = [](const std::string& chunks) -> std::string {
    try {
      map_of(R"({"key": {"a": 1}, "chunks": [)" + chunks + "]}");
    } catch (const datasets::DataError& thrown) {
      return thrown.what();
    }
    return "none";
  };
  const std::string low = R"({"min": {"a": {"$minKey": 1}}, "max": {"a": 5}, "shard": "x"})";
  EXPECT_EQ(error(""), "map: there are no chunks");
  EXPECT_EQ(error(low),
            "map: chunk 0: it ends at {a: 5}; chunks must cover all keys from MinKey "
            "to MaxKey once");
  EXPECT_THAT(error(low + R"(, {"min": {"a": 6}, "max": {"a": {"$maxKey": 1}}, "shard": "x"})"),
              HasSubstr("chunk 0: it ends at {a: 5} but the next begins at {a: 6}"));
  EXPECT_THAT(error(R"({"min": {"a": 6}, "max": {"a": {"$maxKey": 1}}, "shard": "x"})"),
              HasSubstr("chunk 0: it begins at {a: 6}"));
  EXPECT_EQ(error(R"({"min": {"a": 6}, "shard": "x"})"),
            "map: chunk 0 of the file: field max is missing");
  EXPECT_EQ(error(R"({"min": {"b": 6}, "max": {"a": 7}, "shard": "x"})"),
            "map: chunk 0 of the file: field min: {\"b\":6} does not have the fields of the key "
            "{a: 1} in its order");
  EXPECT_EQ(error(R"({"min": {"a": 6}, "max": {"a": 7}, "shard": 5})"),
            "map: chunk 0 of the file: field shard: 5 is not the name of a shard");
}

TEST(Chunks, OfAHashedFieldEndAtHashes) {
  try {
    map_of(R"({"key": {"a": "hashed"}, "chunks": [
        {"min": {"a": {"$minKey": 1}}, "max": {"a": "x"}, "shard": "s"},
        {"min": {"a": "x"}, "max": {"a": {"$maxKey": 1}}, "shard": "s"}]})");
    ADD_FAILURE();
  } catch (const datasets::DataError& error) {
    EXPECT_THAT(error.what(), HasSubstr("has no hash (NumberLong) for a"));
  }
}

TEST(Chunks, RememberTheirOwners) {
  const ChunkMap map = map_of(R"({"key": {"x": 1}, "chunks": [
      {"min": {"x": {"$minKey": 1}}, "max": {"x": {"$maxKey": 1}}, "shard": "new",
       "history": [{"validAfter": {"$timestamp": {"t": 20, "i": 0}}, "shard": "new"},
                   {"validAfter": {"$timestamp": {"t": 10, "i": 0}}, "shard": "old"}]}]})");
  const auto at = [&](const std::string& time) {
    return sent(
        R"({"op": "find", "atClusterTime": {"$timestamp": {"t": )" + time + R"(, "i": 0}}})", map);
  };
  EXPECT_EQ(at("25"), "new -> new oneShard");
  EXPECT_EQ(at("15"), "old -> old oneShard");
  EXPECT_EQ(at("5"), "error StaleChunkHistory");
  EXPECT_EQ(sent(R"({"op": "find"})", map), "new -> new oneShard");
}

TEST(TimeSeriesCollection, IsRoutedByItsBuckets) {
  const ChunkMap map = map_of(R"({"key": {"meta.site": 1, "control.min.at": 1}, "chunks": [
      {"min": {"meta.site": {"$minKey": 1}}, "max": {"meta.site": 5, "control.min.at":
        {"$date": "2024-01-01T00:00:00Z"}}, "shard": "s0"},
      {"min": {"meta.site": 5, "control.min.at": {"$date": "2024-01-01T00:00:00Z"}},
       "max": {"meta.site": {"$maxKey": 1}, "control.min.at": {"$maxKey": 1}}, "shard": "s1"}]})");
  RoutingOptions options;
  options.time_series = TimeSeries{"at", "sensor", 3'600};
  const auto insert = [&](const std::string& time) {
    return sent(R"({"op": "insert", "document": {"at": {"$date": ")" + time +
                    R"("}, "sensor": {"site": 5}}})",
                map, options);
  };
  EXPECT_EQ(insert("2024-01-01T00:59:59Z"), "s1 -> s1 oneShard");
  EXPECT_EQ(insert("2023-12-31T23:59:59Z"), "s0 -> s0 oneShard");
  EXPECT_EQ(sent(R"({"op": "find", "filter": {"sensor.site": 9}})", map, options),
            "s1 -> s1 oneShard");
  // The time of a measurement is not that of its bucket, and meta is no name of its owner's.
  EXPECT_EQ(
      sent(R"({"op": "find", "filter": {"at": {"$date": "2024-01-01T00:00:00Z"}}})", map, options),
      "s0 s1 -> s0 s1 manyShards");
  EXPECT_EQ(sent(R"({"op": "find", "filter": {"meta.site": 9}})", map, options),
            "s0 s1 -> s0 s1 manyShards");
}

TEST(TimeSeriesCollection, TakesEveryTimeAndEveryRounding) {
  const auto rounding = [](const std::string& number) {
    const auto fields = datasets::parse_operation(
        R"({"op": "find", "filter": {"bucketRoundingSeconds": )" + number + "}}");
    return read_time_series(fields.filter.view()).rounding_seconds;
  };
  EXPECT_EQ(rounding("120.5"), 120);
  for (const std::string unusable :
       {R"({"$numberDouble": "NaN"})", R"({"$numberDouble": "Infinity"})", "1e300", "-1e300", "0"})
    EXPECT_EQ(rounding(unusable), 60) << unusable;
  const auto start = [](const std::string& milliseconds) {
    const auto insert = datasets::parse_operation(
        R"({"op": "insert", "document": {"at": {"$date": {"$numberLong": ")" + milliseconds +
        "\"}}}}");
    const std::string bucket = bucket_of(insert.document.view(), {"at", "", 60});
    const bson::DocumentView control(bson::DocumentView(bucket).begin()->value);
    return bson::DocumentView(control.begin()->value).begin()->value.as_int64();
  };
  EXPECT_EQ(start("-1"), -60'000);
  EXPECT_EQ(start("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(start("9223372036854775807"), 9'223'372'036'854'720'000);
}

}  // namespace
}  // namespace shardsweep::host::routing
