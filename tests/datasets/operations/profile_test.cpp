// Documents of system.profile, with the fields that servers of 3.6 to 8.0 write.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "datasets/collection.hpp"
#include "tests/datasets/input/support.hpp"
#include "tests/datasets/operations/records.hpp"

namespace shardsweep::datasets {
namespace {

using test::described;
using test::read_operation_text;
using test::RecordedOperations;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// One entry: {op, ns: "shop.cart", command, ...more}.
std::string entry(const std::string& op, const std::string& command, const std::string& more = "") {
  return R"({"op":")" + op + R"(","ns":"shop.cart","command":)" + command +
         R"(,"millis":7,"ts":{"$date":"2025-06-02T08:30:00Z"},"client":"10.1.0.9","allUsers":[])" +
         more + "}\n";
}

std::string one(const std::string& text) {
  const RecordedOperations read = read_operation_text(text);
  EXPECT_THAT(read.report.unjudged, IsEmpty()) << text;
  EXPECT_EQ(read.operations.size(), 1U) << text;
  return read.operations.empty() ? "" : described(read.operations[0]);
}

TEST(ProfileEntry, FindWithItsFigures) {
  const RecordedOperations read = read_operation_text(
      entry("query",
            R"({"find":"cart","filter":{"user":{"$gte":4}},"sort":{"at":-1},"limit":20,"skip":5,
          "collation":{"locale":"fr"},"let":{"x":3},"$db":"shop","lsid":{"id":{"$uuid":
          "7d2b1f66-58b5-4f6b-9a3b-30d1f2a1c001"}},"txnNumber":{"$numberLong":"9"},
          "autocommit":false,"readConcern":{"level":"snapshot","atClusterTime":
          {"$timestamp":{"t":1700000000,"i":2}}}})",
            R"(,"keysExamined":31,"docsExamined":{"$numberLong":"25"},"nreturned":20.0,"cursorid":
          {"$numberLong":"77"},"planSummary":"IXSCAN { user: 1 }","queryHash":"AA","locks":{})"));
  ASSERT_EQ(read.operations.size(), 1U);
  const Operation& find = read.operations[0];
  EXPECT_EQ(described(find), R"(find shop.cart {"user":{"$gte":4}})");
  EXPECT_EQ(test::json_of(find.sort), R"({"at":-1})");
  EXPECT_EQ(find.limit, 20);
  EXPECT_EQ(find.skip, 5);
  EXPECT_EQ(test::json_of(find.collation), R"({"locale":"fr"})");
  EXPECT_EQ(test::json_of(find.let), R"({"x":3})");
  EXPECT_EQ(find.time_ms, 1748853000000);
  EXPECT_EQ(find.duration_ms, 7);
  EXPECT_EQ(find.keys_examined, 31);
  EXPECT_EQ(find.documents_examined, 25);
  EXPECT_EQ(find.returned, 20);
  EXPECT_EQ(find.plan_summary, "IXSCAN { user: 1 }");
  EXPECT_EQ(find.weight, 1);
  ASSERT_TRUE(find.session.has_value());
  EXPECT_EQ(find.session->transaction_number, 9);
  EXPECT_TRUE(find.session->multi_statement);
  EXPECT_EQ(find.session->id.size(), 21U);
  EXPECT_EQ(find.at_cluster_time, (std::uint64_t{1700000000} << 32U) + 2);
  EXPECT_EQ(find.source.format, "profile");
  EXPECT_FALSE(find.source.shard_side);
}

TEST(ProfileEntry, EveryKindOfRead) {
  EXPECT_EQ(one(entry("query", R"({"find":"cart"})")), "find shop.cart");
  EXPECT_EQ(one(entry("command", R"({"aggregate":"cart","pipeline":[{"$match":{"user":4}},
      {"$count":"n"}],"cursor":{}})")),
            R"(aggregate shop.cart [{"$match":{"user":4}},{"$count":"n"}])");
  EXPECT_EQ(one(entry("command", R"({"count":"cart","query":{"user":4}})")),
            R"(count shop.cart {"user":4})");
  const auto distinct =
      read_operation_text(entry("command", R"({"distinct":"cart","key":"sku","query":{"u":1}})"));
  ASSERT_EQ(distinct.operations.size(), 1U);
  EXPECT_EQ(described(distinct.operations[0]), R"(distinct shop.cart {"u":1})");
  EXPECT_EQ(distinct.operations[0].distinct_key, "sku");
}

TEST(ProfileEntry, EveryKindOfWrite) {
  EXPECT_EQ(one(entry("update", R"({"q":{"_id":3},"u":{"$inc":{"n":1}},"multi":true,
                                    "upsert":false})")),
            R"(update shop.cart {"_id":3} -> {"$inc":{"n":1}} multi)");
  EXPECT_EQ(one(entry("update", R"({"q":{"_id":3},"u":{"n":1},"multi":false,"upsert":true})")),
            R"(replace shop.cart {"_id":3} -> {"n":1} upsert)");
  EXPECT_EQ(one(entry("update", R"({"q":{"_id":3},"u":[{"$set":{"n":1}}]})")),
            R"(update shop.cart {"_id":3} -> [{"$set":{"n":1}}])");
  EXPECT_EQ(one(entry("remove", R"({"q":{"n":9},"limit":0})")),
            R"(delete shop.cart {"n":9} multi)");
  EXPECT_EQ(one(entry("remove", R"({"q":{"n":9},"limit":1})")), R"(delete shop.cart {"n":9})");
  EXPECT_EQ(one(entry("command", R"({"findAndModify":"cart","query":{"n":1},"update":
      {"$set":{"n":2}},"upsert":true,"sort":{"at":1}})")),
            R"(findAndModify shop.cart {"n":1} -> {"$set":{"n":2}} upsert)");
  EXPECT_EQ(one(entry("command", R"({"findandmodify":"cart","query":{"n":1},"remove":1})")),
            R"(findAndModify shop.cart {"n":1} remove)");
  EXPECT_EQ(one(entry("insert", R"({"insert":0,"document":{"_id":8}})")),
            R"(insert shop.cart {"_id":8})");
}

TEST(ProfileEntry, PartsOfABulkWriteAreOperations) {
  EXPECT_EQ(one(entry("update", R"({"update":0,"filter":{"_id":3},"updateMods":{"$set":{"n":1}},
                                    "multi":false})")),
            R"(update shop.cart {"_id":3} -> {"$set":{"n":1}})");
  EXPECT_EQ(one(entry("remove", R"({"delete":0,"filter":{"n":3},"multi":true})")),
            R"(delete shop.cart {"n":3} multi)");
  const auto read = read_operation_text(
      R"({"op":"bulkWrite","ns":"admin.$cmd","command":{"bulkWrite":1,"ops":3},"millis":1})");
  EXPECT_THAT(described(read.report.left_out), ElementsAre("double-logged 1"));
}

TEST(ProfileEntry, InsertsWithoutDocumentsAreCountedAsTheyAreMany) {
  const auto read = read_operation_text(
      entry("insert", R"({"insert":"cart","ordered":true,"$db":"shop"})", R"(,"ninserted":12)"));
  EXPECT_THAT(read.operations, IsEmpty());
  EXPECT_THAT(described(read.report.unjudged), ElementsAre("no-document 12"));
  EXPECT_EQ(read.report.unjudged_by_kind[static_cast<std::size_t>(OperationKind::insert)], 12U);
  EXPECT_THAT(read.report.cannot_see,
              testing::Contains("inserts are recorded without their documents: only their number "
                                "is known"));
}

TEST(ProfileEntry, GetMoresGoOnWithTheirFind) {
  const std::string more = R"(,"cursorid":{"$numberLong":"9007199254740993"})";
  const std::string get_more =
      entry("getmore", R"({"getMore":{"$numberLong":"9007199254740993"},"collection":"cart"})",
            R"(,"originatingCommand":{"find":"cart","filter":{"user":5}})" + more);
  const std::string find = entry("query", R"({"find":"cart","filter":{"user":5}})", more);
  const auto with_find = read_operation_text(find + get_more + get_more);
  EXPECT_THAT(described(with_find.operations), ElementsAre(R"(find shop.cart {"user":5})"));
  EXPECT_THAT(described(with_find.report.left_out), ElementsAre("getMore 2"));
  // The find itself was too fast to be recorded.
  const auto without = read_operation_text(get_more + get_more);
  EXPECT_THAT(described(without.operations), ElementsAre(R"(find shop.cart {"user":5})"));
  EXPECT_THAT(described(without.report.left_out), ElementsAre("getMore 1"));
  const auto aggregate =
      read_operation_text(entry("getmore", R"({"getMore":{"$numberLong":"5"},"collection":"cart"})",
                                R"(,"originatingCommand":{"aggregate":"cart","pipeline":[]})"));
  EXPECT_THAT(described(aggregate.operations), ElementsAre("aggregate shop.cart []"));
}

TEST(ProfileEntry, TruncatedCommandsAreCountedWithAnExample) {
  const auto read = read_operation_text(
      entry("query", R"({"$truncated":"{ find: \"cart\", filter: { user: { $in: [ 1, 2...",
                         "comment":"x"})") +
      entry("update", R"({"$truncated":"{ q: { _id: 1 }, u: { ..."})") +
      entry("getmore", R"({"getMore":{"$numberLong":"5"},"collection":"cart"})",
            R"(,"originatingCommand":{"$truncated":"{ find: ..."})"));
  EXPECT_THAT(read.operations, IsEmpty());
  ASSERT_THAT(described(read.report.unjudged), ElementsAre("truncated 3"));
  EXPECT_THAT(read.report.unjudged[0].example, HasSubstr("records line 1: {"));
  EXPECT_THAT(read.report.unjudged[0].example, HasSubstr("$truncated"));
  EXPECT_EQ(read.report.unjudged_by_kind[static_cast<std::size_t>(OperationKind::find)], 2U);
  EXPECT_EQ(read.report.unjudged_by_kind[static_cast<std::size_t>(OperationKind::update)], 1U);
}

TEST(ProfileEntry, RecordsOfAShardSaySo) {
  const auto read = read_operation_text(
      entry("query", R"({"find":"cart","filter":{"user":1},"shardVersion":{"t":1}})") +
      entry("update", R"({"q":{"_id":3},"u":{"$set":{"n":1}},"$_originalQuery":{"sku":"a"},
                          "$_originalCollation":{"locale":"de"}})") +
      entry("command", R"({"aggregate":"cart","pipeline":[],"fromMongos":true,
                           "$_isClusterQueryWithoutShardKeyCmd":true})") +
      entry("command", R"({"_clusterWriteWithoutShardKey":"cart","writeCmd":{}})"));
  EXPECT_THAT(described(read.operations),
              ElementsAre(R"(find shop.cart {"user":1})",
                          R"(update shop.cart {"sku":"a"} -> {"$set":{"n":1}})"));
  EXPECT_TRUE(read.operations[0].source.shard_side);
  EXPECT_TRUE(read.operations[1].source.shard_side);
  EXPECT_EQ(test::json_of(read.operations[1].collation), R"({"locale":"de"})");
  EXPECT_THAT(described(read.report.left_out), ElementsAre("two-phase-part 2"));
  EXPECT_EQ(read.report.hosts.at(0).role, Role::shard);
  EXPECT_THAT(read.report.cannot_see, testing::Contains(HasSubstr("once for each shard")));
}

TEST(ProfileEntry, OldRecordsAreCountedNotGuessed) {
  const auto read = read_operation_text(
      R"({"op":"update","ns":"shop.cart","query":{"_id":1},"updateobj":{"$set":{"a":1}},"millis":2})");
  EXPECT_THAT(read.operations, IsEmpty());
  EXPECT_THAT(described(read.report.unjudged), ElementsAre("incomplete 1"));
}

TEST(ProfileEntry, ABadFieldIsNamedWithItsPlace) {
  const test::TempFolder folder;
  const std::string path =
      folder.write("p.json", entry("query", R"({"find":"cart"})") +
                                 R"({"op":"query","ns":5,"command":{"find":"cart"},"millis":1})");
  EXPECT_EQ(test::error_of([&] { test::read_operation_files({path}); }),
            path +
                " line 2: field ns: 5 is not a string; repair it, or pass --skip-bad to leave "
                "such documents out and count them");
  OperationOptions options;
  options.skip_bad = true;
  const auto read = test::read_operation_files({path}, options);
  EXPECT_EQ(read.operations.size(), 1U);
  EXPECT_EQ(read.report.skipped, 1U);
  EXPECT_EQ(read.report.skipped_examples.at(0).where, path + " line 2");
}

TEST(ProfileEntry, WhatNoServerWouldTakeIsTheClientsMistake) {
  const auto read = read_operation_text(entry("query", R"({"find":"cart","filter":"all"})") +
                                        entry("command", R"({"aggregate":"cart"})"));
  EXPECT_THAT(described(read.report.unjudged), ElementsAre("malformed 1", "incomplete 1"));
}

}  // namespace
}  // namespace shardsweep::datasets
