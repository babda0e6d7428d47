#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "datasets/extended_json/parse.hpp"
#include "host/cli/cli.hpp"

namespace shardsweep::host {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct Outcome {
  int status = -1;
  std::string out, err;
};

Outcome route(std::vector<std::string> arguments, const std::string& input) {
  arguments.insert(arguments.begin(), "route");
  std::istringstream in(input);
  std::ostringstream out, err;
  Outcome outcome;
  outcome.status = run(arguments, in, out, err);
  outcome.out = out.str();
  outcome.err = err.str();
  return outcome;
}

class CommandRoute : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "command_route_" +
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(folder_ + "/config");
    map_ = write("map.json", R"({"key": {"x": 1}, "chunks": [
        {"min": {"x": {"$minKey": 1}}, "max": {"x": 0}, "shard": "b"},
        {"min": {"x": 0}, "max": {"x": {"$maxKey": 1}}, "shard": "a"}]})");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << bytes;
    return folder_ + "/" + name;
  }

  void dump(const std::string& collection, const std::string& document) const {
    std::string bytes;
    extended_json::parse_document(document, bytes);
    write("config/" + collection + ".bson", bytes);
  }

  std::string folder_, map_;
};

TEST_F(CommandRoute, WritesOneAnswerALine) {
  const Outcome outcome = route({"--chunks", map_}, R"({"op": "find", "filter": {"x": 5}}
{"op": "find", "filter": {}}
{"op": "insert", "document": {"x": [1]}}
)");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, R"({"shards":["a"],"chunks":[1],"kind":"singleKey","sentTo":["a"],)"
                         R"("protocol":"oneShard","error":null}
{"shards":["a","b"],"chunks":[0,1],"kind":"minKeyToMaxKey","sentTo":["a","b"],)"
                         R"("protocol":"manyShards","error":null}
{"shards":[],"chunks":[],"kind":null,"sentTo":[],"protocol":null,"error":"ShardKeyNotFound"}
)");
}

TEST_F(CommandRoute, FollowsTheReleaseAndTheCollation) {
  const std::string update =
      R"({"op": "update", "filter": {"y": 1}, "update": {"$set": {"z": 1}}})";
  EXPECT_THAT(route({"--chunks", map_}, update).out, HasSubstr("\"protocol\":\"twoPhase\""));
  EXPECT_THAT(route({"--chunks", map_, "--server", "7.0"}, update).out,
              HasSubstr("\"error\":\"InvalidOptions\""));
  const std::string find = R"({"op": "find", "filter": {"x": "k"}})";
  EXPECT_THAT(route({"--chunks", map_}, find).out, HasSubstr("\"shards\":[\"a\"]"));
  EXPECT_THAT(route({"--chunks", map_, "--collation", R"({"locale": "de"})"}, find).out,
              HasSubstr("\"shards\":[\"a\",\"b\"]"));
}

TEST_F(CommandRoute, StopsAtABadLineWithTheEarlierOnesWritten) {
  const Outcome outcome = route({"--chunks", map_}, "{\"op\": \"find\"}\n{\"op\": \"fnd\"}\n");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out, HasSubstr("minKeyToMaxKey"));
  EXPECT_THAT(outcome.err, HasSubstr("error: stdin line 2: field op: \"fnd\" is not one of find"));
  EXPECT_EQ(route({"--chunks", map_}, "\n").err,
            "error: stdin line 1: blank; give one operation a line\n");
  EXPECT_EQ(route({"--chunks", map_}, "[1]\n").status, 3);
  EXPECT_EQ(route({"--chunks", map_}, "{\"op\": \"find\", \"filter\": {\"x\": 1}\n").status, 3);
}

TEST_F(CommandRoute, ReadsFilesAndLegacyJson) {
  const std::string operations =
      write("ops.jsonl", R"({"op": "find", "filter": {"x": {"$date": 5}}})");
  EXPECT_THAT(route({"--chunks", map_, operations}, "").err,
              AllOf(HasSubstr("ops.jsonl line 1"), HasSubstr("--legacy-json")));
  EXPECT_EQ(route({"--chunks", map_, "--legacy-json", operations}, "").status, 0);
}

TEST_F(CommandRoute, SaysWhyTheServerRefuses) {
  const Outcome outcome = route({"--chunks", map_, "-v"}, R"({"op": "find", "filter": {"$x": 1}})");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "refused: BadValue: unknown top level operator: $x\n");
}

TEST_F(CommandRoute, RefusesWrongUsage) {
  const auto error = [](const std::vector<std::string>& arguments) {
    const Outcome outcome = route(arguments, "");
    EXPECT_EQ(outcome.status, 2);
    return outcome.err;
  };
  EXPECT_THAT(error({}), HasSubstr("--chunks is missing"));
  EXPECT_THAT(error({"--chunks", "-"}), HasSubstr("--chunks cannot be -"));
  EXPECT_THAT(error({"--chunks", map_, "--server", "3.6"}),
              HasSubstr("known are 4.2, 4.4, 5.0, 6.0, 7.0, 8.0"));
  EXPECT_THAT(error({"--chunks", map_, "--key", "{x: "}), HasSubstr("key {x: "));
  EXPECT_THAT(error({"--chunks", map_, "--key", "{y: 1}"}), HasSubstr("are of {x: 1}"));
  EXPECT_THAT(error({"--chunks", map_, "--collation", "de"}), HasSubstr("--collation: at byte"));
  EXPECT_THAT(error({"--chunks", map_, "--nonsense"}), HasSubstr("--nonsense"));
}

TEST_F(CommandRoute, RefusesKeysThatTheServerRefuses) {
  const std::string hashed = write("hashed.json", R"({"key": {"x": 1, "y": "hashed"}, "chunks": [
      {"min": {"x": {"$minKey": 1}}, "max": {"x": {"$maxKey": 1}, "y": {"$maxKey": 1}},
       "shard": "a"}]})");
  EXPECT_EQ(route({"--chunks", hashed}, "").status, 0);
  EXPECT_EQ(route({"--chunks", hashed, "--server", "4.2"}, "").status, 3);
  EXPECT_EQ(route({"--chunks", map_, "--key", "{x: -1}"}, "").status, 3);
}

TEST_F(CommandRoute, NamesBrokenChunks) {
  const std::string broken = write("broken.json", R"({"key": {"x": 1}, "chunks": [
      {"min": {"x": 1}, "max": {"x": {"$maxKey": 1}}, "shard": "a"}]})");
  const Outcome outcome = route({"--chunks", broken}, "");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("broken.json: chunk 0: it begins at {x: 1}"));
}

TEST_F(CommandRoute, ShowsItsOptions) {
  const Outcome outcome = route({"--help"}, "");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("--chunks"), HasSubstr("--server"), HasSubstr("\"op\"")));
}

/// A dump of config with a collection that was moved; what it does not name is on the primary.
class RouteUnsharded : public CommandRoute {
 protected:
  void SetUp() override {
    CommandRoute::SetUp();
    const std::string uuid = R"({"$uuid": "00000000-0000-4000-8000-000000000001"})";
    dump("collections", R"({"_id": "shop.moved", "key": {"_id": 1}, "unsplittable": true,
                            "uuid": )" +
                            uuid + "}");
    dump("chunks", R"({"min": {"_id": {"$minKey": 1}}, "max": {"_id": {"$maxKey": 1}},
                       "shard": "owningShard", "uuid": )" +
                       uuid + "}");
    dump("databases", R"({"_id": "shop", "primary": "dbPrimary"})");
  }

  void expect_shard(const std::string& ns, const std::string& operation, const std::string& shard) {
    const Outcome outcome = route({"--chunks", folder_, "--ns", ns}, operation);
    const std::string list = "[\"" + shard + "\"]";
    EXPECT_EQ(outcome.out, "{\"shards\":" + list + ",\"chunks\":[],\"kind\":null,\"sentTo\":" +
                               list + ",\"protocol\":\"oneShard\",\"error\":null}\n");
    EXPECT_EQ(outcome.status, 0);
  }
};

constexpr const char* insert = R"({"op": "insert", "document": {"x": 1}})";
constexpr const char* update_one =
    R"({"op": "update", "filter": {"x": {"$gt": 1}}, "update": {"$set": {"y": 1}}})";
constexpr const char* delete_one = R"({"op": "delete", "filter": {"x": {"$gt": 1}}})";

// The cases of tests/cases/routing.json that are prose, by their ids.
TEST_F(RouteUnsharded, untracked_insert) {
  expect_shard("shop.plain", insert, "dbPrimary");
}
TEST_F(RouteUnsharded, untracked_updateOne) {
  expect_shard("shop.plain", update_one, "dbPrimary");
}
TEST_F(RouteUnsharded, untracked_deleteOne) {
  expect_shard("shop.plain", delete_one, "dbPrimary");
}
TEST_F(RouteUnsharded, unsplittable_insert) {
  expect_shard("shop.moved", insert, "owningShard");
}
TEST_F(RouteUnsharded, unsplittable_updateOne) {
  expect_shard("shop.moved", update_one, "owningShard");
}
TEST_F(RouteUnsharded, unsplittable_deleteOne) {
  expect_shard("shop.moved", delete_one, "owningShard");
}

}  // namespace
}  // namespace shardsweep::host
