// "Slow query" lines of mongod and mongos, with the fields that servers of 4.4 to 8.0 write.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/datasets/input/support.hpp"
#include "tests/datasets/operations/records.hpp"

namespace shardsweep::datasets {
namespace {

using test::described;
using test::mongod_fields;
using test::mongos_fields;
using test::read_operation_text;
using test::slow_line;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string find_line =
    slow_line("COMMAND", "command", "shop.cart",
              R"({"find":"cart","filter":{"user":4},"$db":"shop"})", mongod_fields);

std::vector<std::string> of_mongod(const std::string& component, const std::string& type,
                                   const std::string& command) {
  const auto read =
      read_operation_text(slow_line(component, type, "shop.cart", command, mongod_fields));
  EXPECT_THAT(read.report.unjudged, IsEmpty()) << command;
  return described(read.operations);
}

std::vector<std::string> of_mongos(const std::string& ns, const std::string& command) {
  const auto read =
      read_operation_text(slow_line("COMMAND", "command", ns, command, mongos_fields));
  EXPECT_THAT(read.report.unjudged, IsEmpty()) << command;
  return described(read.operations);
}

TEST(LogLine, FindWithItsFigures) {
  const auto read = read_operation_text(slow_line(
      "COMMAND", "command", "shop.cart",
      R"({"find":"cart","filter":{"user":7347715653542871041},"limit":3,"$db":"shop"})",
      R"(,"planSummary":"IXSCAN { user: 1 }","keysExamined":4,"docsExamined":3,"nreturned":3,
         "reslen":900,"locks":{},"remote":"10.0.0.3:5050","durationMillis":104)"));
  ASSERT_EQ(read.operations.size(), 1U);
  const Operation& find = read.operations[0];
  EXPECT_EQ(described(find), R"(find shop.cart {"user":7347715653542871041})");
  EXPECT_EQ(find.limit, 3);
  EXPECT_EQ(find.time_ms, 1748845800250);
  EXPECT_EQ(find.duration_ms, 104);
  EXPECT_EQ(find.keys_examined, 4);
  EXPECT_EQ(find.documents_examined, 3);
  EXPECT_EQ(find.returned, 3);
  EXPECT_EQ(find.plan_summary, "IXSCAN { user: 1 }");
  EXPECT_EQ(find.source.format, "mongod-log");
  EXPECT_EQ(read.report.hosts.at(0).role, Role::mongod);
  EXPECT_EQ(read.report.hosts.at(0).first_ms, find.time_ms);
  EXPECT_THAT(read.report.cannot_see, testing::Contains(HasSubstr("fast ones are missing")));
  EXPECT_THAT(read.report.cannot_see, testing::Contains(HasSubstr("records of one member")));
}

TEST(LogLine, EveryKindOfMongod) {
  const auto command = [](const std::string& text) {
    return of_mongod("COMMAND", "command", text);
  };
  EXPECT_THAT(command(R"({"aggregate":"cart","pipeline":[{"$match":{"a":1}}]})"),
              ElementsAre(R"(aggregate shop.cart [{"$match":{"a":1}}])"));
  EXPECT_THAT(command(R"({"count":"cart","query":{"a":1}})"),
              ElementsAre(R"(count shop.cart {"a":1})"));
  EXPECT_THAT(command(R"({"distinct":"cart","key":"b","query":{"a":1}})"),
              ElementsAre(R"(distinct shop.cart {"a":1})"));
  EXPECT_THAT(command(R"({"findAndModify":"cart","query":{"a":1},"remove":true})"),
              ElementsAre(R"(findAndModify shop.cart {"a":1} remove)"));
  EXPECT_THAT(of_mongod("WRITE", "update",
                        R"({"q":{"_id":1},"u":{"$set":{"a":2}},"multi":false,"upsert":false})"),
              ElementsAre(R"(update shop.cart {"_id":1} -> {"$set":{"a":2}})"));
  EXPECT_THAT(of_mongod("WRITE", "remove", R"({"q":{"a":1},"limit":1})"),
              ElementsAre(R"(delete shop.cart {"a":1})"));
}

TEST(LogLine, EveryKindOfMongos) {
  EXPECT_THAT(of_mongos("shop.cart", R"({"find":"cart","filter":{"a":1}})"),
              ElementsAre(R"(find shop.cart {"a":1})"));
  EXPECT_THAT(
      of_mongos("shop.$cmd",
                R"({"update":"cart","updates":[{"q":{"a":1},"u":{"$set":{"b":1}},"multi":true}]})"),
      ElementsAre(R"(update shop.cart {"a":1} -> {"$set":{"b":1}} multi)"));
  EXPECT_THAT(of_mongos("shop.cart", R"({"delete":"cart","deletes":[{"q":{"a":1},"limit":1}]})"),
              ElementsAre(R"(delete shop.cart {"a":1})"));
  EXPECT_THAT(of_mongos("shop.cart", R"({"insert":"cart","documents":[{"_id":1,"a":2}]})"),
              ElementsAre(R"(insert shop.cart {"_id":1,"a":2})"));
  EXPECT_THAT(of_mongos("admin.$cmd", R"({"bulkWrite":1,"ops":[{"insert":1,"document":{"_id":5}},
      {"update":1,"filter":{"a":1},"updateMods":{"$set":{"b":1}}},{"delete":1,"filter":{"a":2},"multi":false}],
      "nsInfo":[{"ns":"shop.other"},{"ns":"shop.cart"}]})"),
              ElementsAre(R"(insert shop.cart {"_id":5})",
                          R"(update shop.cart {"a":1} -> {"$set":{"b":1}})",
                          R"(delete shop.cart {"a":2})"));
}

TEST(LogLine, BatchesOfMongosThatAreOnlyCounted) {
  const auto read = read_operation_text(
      slow_line("COMMAND", "command", "shop.cart", R"({"update":"cart","updates":4})",
                mongos_fields) +
      slow_line("COMMAND", "command", "shop.cart", R"({"delete":"cart"})", mongos_fields) +
      slow_line("COMMAND", "command", "shop.cart", R"({"insert":"cart","documents":9})",
                mongos_fields) +
      slow_line("COMMAND", "command", "admin.$cmd", R"({"bulkWrite":1,"ops":3})", mongos_fields));
  EXPECT_THAT(read.operations, IsEmpty());
  EXPECT_THAT(described(read.report.unjudged), ElementsAre("batch 8", "no-document 9"));
  EXPECT_EQ(read.report.unjudged_by_kind[static_cast<std::size_t>(OperationKind::update)], 4U);
  EXPECT_EQ(read.report.hosts.at(0).role, Role::mongos);
  EXPECT_THAT(read.report.cannot_see, testing::Not(testing::Contains(HasSubstr("one member"))));
}

TEST(LogLine, WritesOfMongodAreLoggedTwiceAndCountedOnce) {
  const std::string write =
      slow_line("WRITE", "update", "shop.cart",
                R"({"q":{"a":1},"u":{"$set":{"b":1}},"multi":false})", mongod_fields);
  const std::string without =
      slow_line("COMMAND", "command", "shop.$cmd",
                R"({"update":"cart","ordered":true,"$db":"shop"})", mongod_fields);
  const auto with = [](int a) {
    return slow_line("COMMAND", "command", "shop.$cmd",
                     R"({"update":"cart","updates":[{"q":{"a":)" + std::to_string(a) +
                         R"(},"u":{"$set":{"b":1}}}]})",
                     R"(,"locks":{},"durationMillis":130)");
  };
  const auto read = read_operation_text(write + without + with(1) + with(2));
  EXPECT_THAT(described(read.operations),
              ElementsAre(R"(update shop.cart {"a":1} -> {"$set":{"b":1}})",
                          R"(update shop.cart {"a":2} -> {"$set":{"b":1}})"));
  EXPECT_THAT(described(read.report.left_out), ElementsAre("double-logged 2"));
}

TEST(LogLine, OtherLinesArePassedOver) {
  const auto read = read_operation_text(
      R"({"t":{"$date":"2025-06-02T06:00:00Z"},"s":"I","c":"CONTROL","id":20721,"ctx":"main","msg":"Process Details","attr":{"pid":"1","port":27018,"host":"db7"}}
{"t":{"$date":"2025-06-02T06:00:00Z"},"s":"I","c":"CONTROL","id":21951,"ctx":"main","msg":"Options set by command line","attr":{"options":{"sharding":{"clusterRole":"shardsvr"}}}}
{"t":{"$date":"2025-06-02T06:00:01Z"},"s":"I","c":"NETWORK","id":22943,"ctx":"listener","msg":"Connection accepted","attr":{"remote":"10.0.0.1:51803"}}
not a line of a log {51803}

)" + find_line +
      "Jun  2 06:00:00 db7 mongod[12]: " + find_line);
  EXPECT_EQ(read.operations.size(), 2U);
  EXPECT_EQ(read.report.other_lines, 5U);
  EXPECT_EQ(read.report.records, 2U);
  EXPECT_EQ(read.operations[0].source.host, "db7:27018");
  EXPECT_TRUE(read.operations[0].source.shard_side);
  EXPECT_EQ(read.report.hosts.at(0).host, "db7:27018");
  EXPECT_EQ(read.report.hosts.at(0).role, Role::shard);
}

TEST(LogLine, RoutersAreKnownByTheirOptionsOrService) {
  const auto options = read_operation_text(
      R"({"t":{"$date":"2025-06-02T06:00:00Z"},"s":"I","c":"CONTROL","id":21951,"ctx":"main","msg":"Options set by command line","attr":{"options":{"sharding":{"configDB":"c/a:1"}}}})"
      "\n" +
      slow_line("COMMAND", "command", "shop.cart", R"({"find":"cart"})", R"(,"durationMillis":5)"));
  EXPECT_EQ(options.operations.at(0).source.format, "mongos-log");
  std::string line =
      slow_line("COMMAND", "command", "shop.cart", R"({"find":"cart"})", mongod_fields);
  line.insert(line.find(R"("ctx")"), R"("svc":"R",)");
  EXPECT_EQ(read_operation_text(line).report.hosts.at(0).role, Role::mongos);
}

TEST(LogLine, WhatTheServerDoesForItselfIsLeftOut) {
  std::string ttl =
      slow_line("WRITE", "remove", "shop.cart", R"({"q":{"at":1},"limit":0})", mongod_fields);
  ttl.replace(ttl.find("conn31"), 6, "TTLMonitor");
  const auto command = [](const std::string& ns, const std::string& text,
                          const std::string& more = "") {
    return slow_line("COMMAND", "command", ns, text, more + mongod_fields);
  };
  const auto read = read_operation_text(
      find_line + ttl + command("local.oplog.rs", R"({"find":"oplog.rs"})") +
      command("local.oplog.rs", R"({"getMore":5,"collection":"oplog.rs"})",
              R"(,"appName":"OplogFetcher")") +
      command("admin.$cmd", R"({"hello":1})") +
      command("shop.system.views", R"({"find":"system.views"})") +
      command("shop.cart", R"({"collStats":"cart"})") +
      command("shop.cart", R"({"explain":{"find":"cart"}})") +
      command("shop.cart", R"({"_migrateClone":"cart"})") +
      command("shop.cart", R"({"mapReduce":"cart","map":"x"})") +
      command("shop.cart", R"({"aggregate":"cart","pipeline":[{"$changeStream":{}}]})") +
      command("shop.cart", R"("unrecognized")"));
  EXPECT_EQ(read.operations.size(), 1U);
  EXPECT_THAT(described(read.report.left_out),
              ElementsAre("internal 3", "system-namespace 3", "other-command 1", "explain 1"));
  EXPECT_THAT(described(read.report.unjudged), ElementsAre("unsupported 3"));
}

TEST(LogLine, TruncatedRedactedAndShapesAreCountedByReason) {
  std::string cut = slow_line("COMMAND", "command", "shop.cart",
                              R"({"find":"cart","filter":{"a":{"$in":[1,2]}}})", mongod_fields);
  cut.insert(
      cut.size() - 2,
      R"(,"truncated":{"command":{"filter":{"a":{"$in":{"2":{"type":"int","size":4}}}}}},"size":{"command":20000})");
  std::string other_cut = find_line;  // what was cut is not the command
  other_cut.insert(other_cut.size() - 2, R"(,"truncated":{"locks":{"x":{"type":"int","size":4}}})");
  const auto command = [](const std::string& text) {
    return slow_line("COMMAND", "command", "shop.cart", text, mongod_fields);
  };
  const auto read = read_operation_text(
      cut + other_cut + command(R"({"find":"cart","filter":{"a":"###"}})") +
      command(R"({"aggregate":"cart","pipeline":[{"$match":{"a":{"$in":["###"]}}}]})") +
      command(R"({"find":"cart","filter":{"a":{"$eq":"?number"}}})"));
  EXPECT_EQ(read.operations.size(), 1U);
  ASSERT_THAT(described(read.report.unjudged),
              ElementsAre("truncated 1", "redacted 2", "pattern-only 1"));
  EXPECT_THAT(read.report.unjudged[1].example,
              HasSubstr(R"(records line 3: {"find":"cart","filter":{"a":"###"}})"));
}

TEST(LogLine, OfACommandThatIsWrongInPartNothingCounts) {
  const auto read = read_operation_text(
      find_line + slow_line("COMMAND", "command", "shop.cart",
                            R"({"insert":"cart","documents":[{"_id":1},5]})", mongos_fields));
  EXPECT_THAT(described(read.operations), ElementsAre(R"(find shop.cart {"user":4})"));
  EXPECT_THAT(described(read.report.unjudged), ElementsAre("malformed 1"));
}

TEST(LogLine, RedactionReachesEveryValue) {
  const auto read = read_operation_text(
      slow_line("COMMAND", "command", "shop.cart",
                R"({"find":"###","filter":{"a":"###"},"limit":"###"})", mongod_fields) +
      slow_line("WRITE", "remove", "shop.cart", R"({"q":{"a":"###"},"limit":"###"})",
                mongod_fields) +
      slow_line("COMMAND", "command", "shop.$cmd", R"({"delete":"###","ordered":"###"})",
                mongod_fields));
  EXPECT_THAT(read.operations, IsEmpty());
  EXPECT_THAT(described(read.report.unjudged), ElementsAre("redacted 2"));
  EXPECT_THAT(described(read.report.left_out), ElementsAre("double-logged 1"));
}

TEST(LogLine, ATruncatedBulkWriteIsNotReadInPart) {
  std::string line =
      slow_line("COMMAND", "command", "admin.$cmd", R"({"bulkWrite":1,"ops":[{"delete":0,
      "filter":{"a":1},"multi":false}],"nsInfo":[{"ns":"shop.cart"}]})",
                mongos_fields);
  std::erase(line, '\n');
  line.insert(line.size() - 1,
              R"(,"truncated":{"command":{"ops":{"1":{"type":"object","size":400}}}})");
  const auto read = read_operation_text(line);
  EXPECT_THAT(read.operations, IsEmpty());
  EXPECT_THAT(described(read.report.unjudged), ElementsAre("truncated 1"));
}

TEST(LogLine, RepeatedWritesAreCountedOnce) {
  const auto insert = [](int number, const std::string& more = "") {
    return slow_line(
        "COMMAND", "command", "shop.cart",
        R"({"insert":"cart","documents":[{"_id":)" + std::to_string(number) +
            R"(}],"lsid":{"id":{"$uuid":"7d2b1f66-58b5-4f6b-9a3b-30d1f2a1c001"}},"txnNumber":)" +
            std::to_string(number) + "}",
        more + mongos_fields);
  };
  const auto read = read_operation_text(
      insert(1) + insert(1) + insert(2, R"(,"ok":0,"errName":"StaleConfig","errCode":13388)") +
      insert(2));
  EXPECT_THAT(described(read.operations),
              ElementsAre(R"(insert shop.cart {"_id":1})", R"(insert shop.cart {"_id":2})"));
  EXPECT_THAT(described(read.report.left_out), ElementsAre("retry 2"));
}

TEST(LogLine, NamespacesCanBePicked) {
  const std::string other =
      slow_line("COMMAND", "command", "shop.users", R"({"find":"users"})", mongod_fields);
  for (const std::string ns : {"shop.cart", "cart"}) {
    OperationOptions options;
    options.ns = ns;
    const auto read = read_operation_text(find_line + other, options);
    EXPECT_EQ(read.operations.size(), 1U);
    ASSERT_THAT(described(read.report.left_out), ElementsAre("other-namespace 1"));
    EXPECT_THAT(read.report.left_out[0].example, HasSubstr(R"(line 2: {"find":"users"})"));
  }
}

TEST(LogLine, ABrokenLastLineIsCountedAndOthersAreErrors) {
  const std::string half = find_line.substr(0, find_line.size() / 2);
  for (const std::string end : {"", "\n"}) {
    const auto read = read_operation_text(find_line + half + end);
    EXPECT_EQ(read.operations.size(), 1U);
    EXPECT_THAT(described(read.report.left_out), ElementsAre("broken-last-line 1"));
  }
  const test::TempFolder folder;
  const std::string path = folder.write("mongod.log", find_line + half + "\n" + find_line);
  const std::string error = test::error_of([&] { test::read_operation_files({path}); });
  EXPECT_THAT(error, HasSubstr(path + " line 2: line that ends before byte "));
  EXPECT_THAT(error, HasSubstr("pass --skip-bad"));
  OperationOptions options;
  options.skip_bad = true;
  options.block_bytes = 7;
  const auto read = test::read_operation_files({path}, options);
  EXPECT_EQ(read.operations.size(), 2U);
  EXPECT_EQ(read.report.skipped, 1U);
}

}  // namespace
}  // namespace shardsweep::datasets
