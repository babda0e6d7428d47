#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/datasets/input/support.hpp"
#include "tests/datasets/operations/records.hpp"

namespace shardsweep::datasets {
namespace {

using test::described;
using test::read_operation_text;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string sample(const std::string& name, const std::string& command,
                   const std::string& ns = "shop.cart") {
  return R"({"_id":{"$uuid":"5b0e3d9c-8a51-4c62-b8c8-2f3c1d10ab01"},"ns":")" + ns +
         R"(","collectionUuid":{"$uuid":"5b0e3d9c-8a51-4c62-b8c8-2f3c1d10ab02"},"cmdName":")" +
         name + R"(","cmd":)" + command + R"(,"expireAt":{"$date":"2025-06-09T08:30:00Z"}})" + "\n";
}

TEST(SampledQuery, EveryCommand) {
  const auto read = read_operation_text(
      sample("find", R"({"filter":{"a":1},"collation":{}})") +
      sample("aggregate",
             R"({"filter":{"a":{"$lt":5}},"collation":{"locale":"de"},"let":{"x":1}})") +
      sample("count", R"({"filter":{}})") + sample("distinct", R"({"filter":{"b":2}})") +
      sample("update", R"({"update":"cart","updates":[{"q":{"a":1},"u":{"$set":{"b":1}},
          "multi":true,"upsert":false}],"ordered":true,"$db":"shop"})") +
      sample("delete", R"({"delete":"cart","deletes":[{"q":{"a":1},"limit":0}]})") +
      sample("findAndModify", R"({"findAndModify":"cart","query":{"a":1},"update":{"c":1},
          "upsert":true,"new":false})") +
      sample("bulkWrite", R"({"bulkWrite":1,"ops":[{"update":0,"filter":{"a":1},"updateMods":
          {"b":1},"multi":false}],"nsInfo":[{"ns":"shop.cart"}]})"));
  EXPECT_THAT(described(read.operations),
              ElementsAre(R"(find shop.cart {"a":1})", R"(aggregate shop.cart {"a":{"$lt":5}})",
                          "count shop.cart {}", R"(distinct shop.cart {"b":2})",
                          R"(update shop.cart {"a":1} -> {"$set":{"b":1}} multi)",
                          R"(delete shop.cart {"a":1} multi)",
                          R"(findAndModify shop.cart {"a":1} -> {"c":1} upsert)",
                          R"(replace shop.cart {"a":1} -> {"b":1})"));
  EXPECT_FALSE(read.operations[0].collation.given());
  EXPECT_EQ(test::json_of(read.operations[1].collation), R"({"locale":"de"})");
  EXPECT_EQ(test::json_of(read.operations[1].let), R"({"x":1})");
  EXPECT_EQ(read.operations[0].time_ms, 1748853000000);  // a week before it expires
  EXPECT_EQ(read.operations[0].source.format, "sampledQueries");
  EXPECT_THAT(read.report.unjudged, IsEmpty());
  EXPECT_THAT(read.report.cannot_see, testing::Contains(HasSubstr("no inserts")));
}

TEST(SampledQuery, DiffsAreHandedOutBesideThem) {
  const auto read = read_operation_text(
      R"({"_id":{"$uuid":"5b0e3d9c-8a51-4c62-b8c8-2f3c1d10ab01"},"ns":"shop.cart","collectionUuid":
         {"$uuid":"5b0e3d9c-8a51-4c62-b8c8-2f3c1d10ab02"},"diff":{"a":{"x":"i"},"b":"d"},
         "expireAt":{"$date":"2025-06-09T08:30:00Z"}})" +
      sample("find", R"({"filter":{"a":1}})"));
  EXPECT_EQ(read.operations.size(), 1U);
  ASSERT_EQ(read.diffs.size(), 1U);
  EXPECT_EQ(read.diffs[0].ns, "shop.cart");
  EXPECT_EQ(test::json_of(read.diffs[0].diff), R"({"a":{"x":"i"},"b":"d"})");
  EXPECT_EQ(read.report.records, 2U);
}

TEST(SampledQuery, OtherNamespacesAndUnknownCommandsAreCounted) {
  OperationOptions options;
  options.ns = "shop.cart";
  const auto read = read_operation_text(
      sample("find", R"({"filter":{}})", "shop.users") + sample("compact", R"({"compact":"cart"})"),
      options);
  EXPECT_THAT(described(read.report.left_out), ElementsAre("other-namespace 1"));
  EXPECT_THAT(described(read.report.unjudged), ElementsAre("unsupported 1"));
}

TEST(SampledQuery, ABadSampleGivesNothingAtAll) {
  OperationOptions options;
  options.skip_bad = true;
  const auto read = read_operation_text(
      sample("delete", R"({"delete":"cart","deletes":[{"q":{},"limit":0},5]})"), options);
  EXPECT_THAT(read.operations, IsEmpty());
  EXPECT_EQ(read.report.skipped, 1U);
}

TEST(SampledQuery, MissingFieldsAreNamed) {
  const test::TempFolder folder;
  const auto error = [&](const std::string& text) {
    const std::string path = folder.write("s.json", text);
    return test::error_of([&] { test::read_operation_files({path}); }).substr(path.size());
  };
  EXPECT_THAT(error(sample("find", R"({"collation":{}})")),
              HasSubstr(" line 1: field filter is missing; repair it, or pass --skip-bad"));
  EXPECT_THAT(error(sample("update", R"({"update":"cart","updates":2})")),
              HasSubstr(" line 1: field updates: 2 is not an array"));
  EXPECT_THAT(error(sample("find", "5")), HasSubstr("field cmd: 5 is not an object"));
}

}  // namespace
}  // namespace shardsweep::datasets
