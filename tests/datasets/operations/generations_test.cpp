// One entry and one line per kind of operation, with what each generation of servers adds to them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/datasets/operations/records.hpp"

namespace shardsweep::datasets {
namespace {

using test::described;
using test::read_operation_text;
using testing::ElementsAre;
using testing::IsEmpty;

struct Generation {
  std::string version;
  std::string line_fields;     ///< of attr
  std::string service;         ///< of the line itself
  std::string profile_fields;  ///< of the entry
};

const std::vector<Generation> generations = {
    {"4.4", R"("queryHash":"9F","planCacheKey":"3C","flowControl":{"acquireCount":1})", "",
     R"("queryHash":"9F","planCacheKey":"3C","numYield":0,"responseLength":44)"},
    {"5.0",
     R"("remote":"10.3.0.1:4100","readConcern":{"level":"local","provenance":"implicitDefault"})",
     "", R"("readConcern":{"level":"local","provenance":"implicitDefault"},"storage":{"data":{}})"},
    {"6.0", R"("queryFramework":"classic","cpuNanos":81234)", "",
     R"("queryFramework":"sbe","execStats":{"stage":"FETCH","inputStage":{"stage":"IXSCAN"}})"},
    {"7.0", R"("queryFramework":"sbe","catalogCacheDatabaseLookupDurationMillis":0)", "",
     R"("queryFramework":"classic","cpuNanos":{"$numberLong":"81234"})"},
    {"8.0", R"("isFromUserConnection":true,"collectionType":"normal","planCacheShapeHash":"9F",
               "queryShapeHash":"AB","queues":{"execution":{"admissions":1}},"workingMillis":102)",
     R"("svc":"S",)", R"("planCacheShapeHash":"9F","queryShapeHash":"AB","opid":77)"}};

struct Kind {
  std::string op;    ///< of the profiler
  std::string type;  ///< of the log
  std::string command;
  std::string operation;
};

const std::vector<Kind> kinds = {
    {"query", "command", R"({"find":"cart","filter":{"k":1}})", R"(find shop.cart {"k":1})"},
    {"command", "command", R"({"aggregate":"cart","pipeline":[{"$match":{"k":1}}]})",
     R"(aggregate shop.cart [{"$match":{"k":1}}])"},
    {"command", "command", R"({"count":"cart","query":{"k":1}})", R"(count shop.cart {"k":1})"},
    {"command", "command", R"({"distinct":"cart","key":"z","query":{"k":1}})",
     R"(distinct shop.cart {"k":1})"},
    {"command", "command", R"({"findAndModify":"cart","query":{"k":1},"remove":true})",
     R"(findAndModify shop.cart {"k":1} remove)"},
    {"update", "update", R"({"q":{"k":1},"u":{"$set":{"z":1}},"multi":true,"upsert":false})",
     R"(update shop.cart {"k":1} -> {"$set":{"z":1}} multi)"},
    {"update", "update", R"({"q":{"k":1},"u":{"z":1},"multi":false,"upsert":true})",
     R"(replace shop.cart {"k":1} -> {"z":1} upsert)"},
    {"remove", "remove", R"({"q":{"k":1},"limit":1})", R"(delete shop.cart {"k":1})"},
    {"insert", "command", R"({"insert":"cart","documents":[{"k":1}],"ordered":true})",
     R"(insert shop.cart {"k":1})"},
};

std::string profile_entry(const Kind& kind, const Generation& generation) {
  return R"({"op":")" + kind.op + R"(","ns":"shop.cart","command":)" + kind.command + "," +
         generation.profile_fields +
         R"(,"locks":{},"millis":{"$numberInt":"12"},"ts":{"$date":"2025-06-02T08:30:00Z"}})";
}

std::string log_line(const Kind& kind, const Generation& generation) {
  const std::string component = kind.type == "command" ? "COMMAND" : "WRITE";
  const std::string fields = "," + generation.line_fields + test::mongod_fields;
  std::string line = test::slow_line(component, kind.type, "shop.cart", kind.command, fields);
  line.insert(line.find(R"("ctx")"), generation.service);
  return line;
}

TEST(ServerGenerations, EveryKindOfProfileEntry) {
  for (const Generation& generation : generations)
    for (const Kind& kind : kinds) {
      SCOPED_TRACE(generation.version + " " + kind.command);
      const auto read = read_operation_text(profile_entry(kind, generation));
      EXPECT_THAT(described(read.operations), ElementsAre(kind.operation));
      EXPECT_THAT(read.report.unjudged, IsEmpty());
      EXPECT_EQ(read.operations.at(0).duration_ms, 12);
      EXPECT_FALSE(read.operations.at(0).source.shard_side);
    }
}

TEST(ServerGenerations, EveryKindOfLine) {
  for (const Generation& generation : generations)
    for (const Kind& kind : kinds) {
      SCOPED_TRACE(generation.version + " " + kind.command);
      const auto read = read_operation_text(log_line(kind, generation));
      EXPECT_THAT(described(read.operations), ElementsAre(kind.operation));
      EXPECT_THAT(read.report.unjudged, IsEmpty());
      EXPECT_EQ(read.operations.at(0).duration_ms, 120);
      EXPECT_EQ(read.operations.at(0).source.format, "mongod-log");
      EXPECT_EQ(read.report.hosts.at(0).role, Role::mongod);
    }
}

}  // namespace
}  // namespace shardsweep::datasets
