// Rules of writes by release; sources: MongoDB
// src/mongo/s/write_ops/chunk_manager_targeter_test.cpp (up to 7.0),
// src/mongo/db/router_role/collection_routing_info_targeter_test.cpp and
// src/mongo/s/write_ops/unified_write_executor/write_op_analyzer.cpp (from 7.1), restated.
#include <gtest/gtest.h>

#include "datasets/operations/json_line.hpp"
#include "host/error.hpp"
#include "host/routing/shard_key.hpp"
#include "tests/host/routing/routing_support.hpp"

namespace shardsweep::host::routing {
namespace {

using test::map_of;
using test::rules_of;
using test::sent;
using test::three_chunks;

const std::string some = R"("filter": {"x": {"$gte": 0}, "y": 1})";
const std::string by_id = R"("filter": {"_id": 7})";
const std::string full = R"("filter": {"x": 5, "y": 1})";
const std::string within = R"("filter": {"x": {"$gt": 1, "$lt": 50}})";

std::string write(const std::string& release, const std::string& kind, const std::string& rest) {
  return sent("{\"op\": \"" + kind + "\", " + rest + "}", three_chunks(), rules_of(release));
}

const std::string set = R"(, "update": {"$set": {"z": 1}})";
const std::string multi = R"(, "multi": true)";
const std::string upsert = R"(, "upsert": true)";
const std::string in_transaction = R"(, "lsid": {"id": 1}, "txnNumber": 1, "autocommit": false)";
const std::string retryable = R"(, "lsid": {"id": 1}, "txnNumber": 1)";
const std::string not_retryable = R"(, "lsid": {"id": 1})";

const std::string one_shard = "s1 -> s1 oneShard";
const std::string two_phase = "s1 s2 -> s1 s2 twoPhase";
const std::string broadcast = "s1 s2 -> s0 s1 s2 empty broadcast";

// The cases of tests/cases/routing.json that are prose, by their ids.

TEST(RoutingCases, fanout_multi_shard_write_no_txn) {
  EXPECT_EQ(write("8.0", "update", some + set + multi), broadcast);
  EXPECT_EQ(write("8.0", "delete", some + multi), broadcast);
}

TEST(RoutingCases, fanout_multi_shard_write_param) {
  RoutingOptions options = rules_of("8.0");
  options.multi_writes_to_owners_only = true;
  const std::string line = std::string(R"({"op": "delete", "multi": true, )") + some + "}";
  EXPECT_EQ(sent(line, three_chunks(), options), "s1 s2 -> s1 s2 manyShards");
}

TEST(RoutingCases, fanout_multi_shard_write_txn) {
  EXPECT_EQ(write("8.0", "update", some + set + multi + in_transaction),
            "s1 s2 -> s1 s2 manyShards");
}

TEST(RoutingCases, fanout_id_write_retryable) {
  const std::string everywhere = "s0 s1 s2 -> s0 s1 s2 empty retryableWithId";
  for (const std::string& session : {std::string(), retryable}) {
    EXPECT_EQ(write("8.0", "update", by_id + set + session), everywhere);
    EXPECT_EQ(write("8.0", "replace", by_id + (R"(, "document": {"x": 1})" + session)), everywhere);
    EXPECT_EQ(write("8.0", "delete", by_id + session), everywhere);
  }
}

TEST(RoutingCases, fanout_id_write_nonretryable) {
  EXPECT_EQ(write("8.0", "update", by_id + set + not_retryable),
            "s0 s1 s2 -> s0 s1 s2 empty broadcast");
}

TEST(RoutingCases, fanout_two_phase) {
  EXPECT_EQ(write("8.0", "update", some + set), two_phase);
  EXPECT_EQ(write("8.0", "delete", some), two_phase);
  EXPECT_EQ(write("8.0", "update", by_id + set + upsert), "s0 s1 s2 -> s0 s1 s2 twoPhase");
  EXPECT_EQ(write("8.0", "findAndModify", by_id), "s0 s1 s2 -> s0 s1 s2 twoPhase");
  EXPECT_EQ(write("8.0", "findAndModify", some + set), two_phase);
}

TEST(RoutingCases, fanout_single_shard_write) {
  for (const std::string kind : {"update", "replace", "delete", "findAndModify"})
    EXPECT_EQ(write("8.0", kind, within), one_shard) << kind;
  EXPECT_EQ(write("8.0", "delete", within + multi), one_shard);
}

// Before 4.2 an upsert that replaces was routed by the replacement, whatever the filter; its regex
// is data there. From 4.2 on the filter must give the key, and a regex gives none.
TEST(RoutingCases, write_jst_rx_upsert_replace) {
  const ChunkMap map = map_of(R"({"key": {"a": 1}, "chunks": [
      {"min": {"a": {"$minKey": 1}}, "max": {"a": "abcde-1"}, "shard": "1"},
      {"min": {"a": "abcde-1"}, "max": {"a": {"$maxKey": 1}}, "shard": "0"}]})");
  const std::string line = R"({"op": "replace", "upsert": true,
      "filter": {"a": {"$regularExpression": {"pattern": "abcde.*", "options": ""}}},
      "update": {"a": {"$regularExpression": {"pattern": "abcde.*", "options": ""}}}})";
  EXPECT_EQ(sent(line, map, rules_of("4.2")), "error ShardKeyNotFound");
  const bson::Value regex{bson::Type::Regex, std::string("abcde.*\0\0", 9)};
  std::string replacement;
  bson::Builder builder(replacement);
  builder.open_document();
  builder.append("a", regex);
  builder.close();
  const KeyValues key = key_of_document(map.key(), bson::DocumentView(replacement));
  EXPECT_EQ(map.shards()[map.chunks()[map.chunk_of(key)].shard], "0");
}

TEST(WritesNow, OfOneDocumentInATransactionGoWhereTheirFilterPoints) {
  EXPECT_EQ(write("8.0", "update", by_id + set + in_transaction),
            "s0 s1 s2 -> s0 s1 s2 manyShards");
}

TEST(WritesNow, MultiUpsertsNeedTheKey) {
  EXPECT_EQ(write("8.0", "update", within + set + multi + upsert), "error ShardKeyNotFound");
  EXPECT_EQ(write("8.0", "update", full + set + multi + upsert), one_shard);
  EXPECT_EQ(write("8.0", "update", within + set + upsert), one_shard);
}

TEST(WritesNow, NoMultiUpdateReplaces) {
  EXPECT_EQ(write("8.0", "update", full + multi + R"(, "update": {"z": 1})"),
            "error FailedToParse");
}

TEST(WritesNow, AnIdUnderAnotherCollationIsNoExactOne) {
  const std::string text_id = R"("filter": {"_id": "k"}, "collation": {"locale": "de"})";
  EXPECT_EQ(write("8.0", "delete", text_id), "s0 s1 s2 -> s0 s1 s2 twoPhase");
  const std::string number_id = R"("filter": {"_id": 7}, "collation": {"locale": "de"})";
  EXPECT_EQ(write("8.0", "delete", number_id), "s0 s1 s2 -> s0 s1 s2 empty retryableWithId");
}

TEST(WritesNow, AnEmptyCollationIsNone) {
  RoutingOptions options = rules_of("8.0");
  options.default_collation =
      datasets::parse_operation(R"({"op": "find", "collation": {"locale": "de"}})").collation;
  const std::string start = R"({"op": "delete", "filter": {"_id": "k"})";
  const auto of = [&](const std::string& rest) {
    return sent(start + rest + "}", three_chunks(), options);
  };
  EXPECT_EQ(of(R"(, "collation": {})"), of(""));
  EXPECT_NE(of(R"(, "collation": {"locale": "fr"})"), of(""));
}

TEST(WritesBefore, UpdatesOfOneDocumentNeedOneShardOrTheId) {
  for (const std::string release : {"4.2", "4.4", "5.0", "6.0", "7.0"}) {
    EXPECT_EQ(write(release, "update", some + set), "error InvalidOptions");
    EXPECT_EQ(write(release, "update", within + set), one_shard);
    EXPECT_EQ(write(release, "update", by_id + set), "s0 s1 s2 -> s0 s1 s2 empty broadcast");
    EXPECT_EQ(write(release, "update", some + set + multi), broadcast);
    EXPECT_EQ(write(release, "update", within + set + upsert), "error ShardKeyNotFound");
    EXPECT_EQ(write(release, "update", full + set + upsert), one_shard);
  }
}

TEST(WritesBefore, ReplacementsHelpTheFilter) {
  EXPECT_EQ(write("7.0", "replace", by_id + std::string(R"(, "document": {"x": -5})")),
            "s0 -> s0 oneShard by replacement");
  EXPECT_EQ(write("7.0", "replace", within + std::string(R"(, "document": {"x": -5})")), one_shard);
  EXPECT_EQ(write("7.0", "replace", by_id + std::string(R"(, "document": {"x": [1]})")),
            "error ShardKeyNotFound");
  EXPECT_EQ(write("7.0", "update", by_id + std::string(R"(, "update": {"z": 1})")),
            "s0 -> s0 oneShard by replacement");
}

TEST(WritesBefore, RemovalsNeededTheKeyUntilThatWasLifted) {
  for (const std::string release : {"4.2", "4.4"}) {
    EXPECT_EQ(write(release, "delete", within), "error ShardKeyNotFound");
    EXPECT_EQ(write(release, "findAndModify", within), "error ShardKeyNotFound");
  }
  for (const std::string release : {"5.0", "6.0", "7.0"}) {
    EXPECT_EQ(write(release, "delete", within), one_shard);
    EXPECT_EQ(write(release, "findAndModify", within), one_shard);
  }
  for (const std::string release : {"4.2", "7.0"}) {
    EXPECT_EQ(write(release, "delete", some), "error ShardKeyNotFound");
    EXPECT_EQ(write(release, "delete", by_id), "s0 s1 s2 -> s0 s1 s2 empty broadcast");
    EXPECT_EQ(write(release, "delete", full), one_shard);
    EXPECT_EQ(write(release, "findAndModify", by_id), "error ShardKeyNotFound");
    EXPECT_EQ(write(release, "findAndModify", full + set), one_shard);
    EXPECT_EQ(write(release, "findAndModify", within + set + upsert), "error ShardKeyNotFound");
    EXPECT_EQ(write(release, "delete", within + multi), one_shard);
  }
}

// Reported for 4.4 by users of github.com/MongoEngine/mongoengine: an equality given twice is no
// key.
TEST(WritesBefore, AnEqualityGivenTwiceIsNoKey) {
  const std::string twice = R"("filter": {"$and": [{"x": 5}, {"x": 5}]})";
  EXPECT_EQ(write("4.4", "findAndModify", twice), "error ShardKeyNotFound");
  EXPECT_EQ(write("7.0", "findAndModify", twice), one_shard);
}

TEST(Inserts, GoToTheShardOfTheirKey) {
  EXPECT_EQ(write("8.0", "insert", R"("document": {"x": 5, "_id": 1})"), one_shard);
  EXPECT_EQ(write("8.0", "insert", R"("document": {"y": 5})"), "s0 -> s0 oneShard");
  EXPECT_EQ(write("4.2", "insert", R"("document": {"y": 5})"), "error ShardKeyNotFound");
  EXPECT_EQ(write("8.0", "insert", R"("document": {"x": [5]})"), "error ShardKeyNotFound");
}

}  // namespace
}  // namespace shardsweep::host::routing
