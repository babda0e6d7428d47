#include "host/candidates/refusals.hpp"

#include <gmock/gmock.h>

#include "host/candidates/generate.hpp"
#include "tests/support/memory_table.hpp"

namespace shardsweep::host {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr ServerVersion all_servers[] = {ServerVersion::v4_2, ServerVersion::v4_4,
                                         ServerVersion::v5_0, ServerVersion::v6_0,
                                         ServerVersion::v7_0, ServerVersion::v8_0};

std::string codes(const std::vector<Refusal>& refusals) {
  std::string text;
  for (const Refusal& refusal : refusals) text += (text.empty() ? "" : " ") + refusal.code;
  return text;
}

std::vector<Refusal> check(const char* key, const ColumnTable& table,
                           ServerVersion server = ServerVersion::v8_0,
                           const datasets::CollectionMetadata& metadata = {}) {
  ClusterOptions cluster;
  cluster.server = server;
  return check_key(parse_key_pattern(key), cluster, metadata, table);
}

test::MemoryTable two_columns() {
  test::MemoryTable table;
  table.add("a", {1, 2, 3});
  table.add("b", {1, 1, 2});
  return table;
}

TEST(CandidatesRefusals, ArraysOnThePathOnEveryServer) {
  test::MemoryTable table = two_columns();
  FieldColumn& tags = table.add("tags", {0, 0, 1});
  tags.arrays = 3;
  tags.first_array_row = 17;
  for (const ServerVersion server : all_servers) {
    for (const char* key : {"{tags: 1}", "{tags: 'hashed'}"}) {
      const std::vector<Refusal> refusals = check(key, table, server);
      ASSERT_EQ(codes(refusals), "ShardKeyNotFound") << key;
      EXPECT_THAT(refusals[0].reason,
                  HasSubstr("3 documents have an array on the path tags, the first in row 17"));
    }
    EXPECT_THAT(check("{a: 1}", table, server), IsEmpty());
  }
}

// Documents without a key field: refused up to 4.2, null from 4.4.
TEST(CandidatesRefusals, MissingFieldsUpTo42) {
  test::MemoryTable table = two_columns();
  table.add("region", {0, 0, 1}).missing = 2;
  table.add("zone", {0, 0, 1}).nulls = 2;
  for (const ServerVersion server : all_servers) {
    const bool refused = server < ServerVersion::v4_4;
    EXPECT_EQ(codes(check("{region: 1}", table, server)), refused ? "OperationFailed" : "");
    EXPECT_EQ(codes(check("{region: 'hashed'}", table, server)), refused ? "OperationFailed" : "");
    EXPECT_EQ(codes(check("{zone: 1}", table, server)), "") << "an explicit null is a value";
  }
  EXPECT_THAT(check("{region: 1}", table, ServerVersion::v4_2)[0].reason,
              HasSubstr("2 documents lack region"));
}

// 512 bytes of key value up to 4.2 (SERVER-42368 took the limit away in 4.4).
TEST(CandidatesRefusals, KeyValuesOver512BytesUpTo42) {
  // {"s": text} takes 5 + 3 + 5 + length bytes.
  test::MemoryTable table;
  table.add_text("s", {"x", std::string(499, 'y'), "z"});
  table.add_text("t", {"x", std::string(500, 'y'), "z"});
  table.add("n", {1, 2, 3});
  table.add_text("u", {std::string(300, 'a'), "b", "c"});
  for (const ServerVersion server : all_servers) {
    const std::string over = server < ServerVersion::v4_4 ? "ShardKeyTooBig" : "";
    EXPECT_EQ(codes(check("{s: 1}", table, server)), "");
    EXPECT_EQ(codes(check("{t: 1}", table, server)), over);
    EXPECT_EQ(codes(check("{t: 'hashed'}", table, server)), "");
    EXPECT_EQ(codes(check("{n: 1, s: 1}", table, server)), over);
    EXPECT_EQ(codes(check("{u: 1, s: 1}", table, server)), over);
  }
  EXPECT_THAT(check("{t: 1}", table, ServerVersion::v4_2)[0].reason, HasSubstr("one of 513"));
}

TEST(CandidatesRefusals, LargeFieldsThatDoNotMeetAreTaken) {
  test::MemoryTable table;
  table.add_text("s", {std::string(300, 'a'), "b"});
  table.add_text("t", {"x", std::string(300, 'y')});
  EXPECT_THAT(check("{s: 1, t: 1}", table, ServerVersion::v4_2), IsEmpty());
}

TEST(CandidatesRefusals, PatternRulesByRelease) {
  const test::MemoryTable table = two_columns();
  for (const ServerVersion server : all_servers)
    EXPECT_EQ(codes(check("{a: 1, b: 'hashed'}", table, server)),
              server < ServerVersion::v4_4 ? "BadValue" : "");
}

TEST(CandidatesRefusals, AtMost32Fields) {
  const test::MemoryTable table;
  std::string text = "{";
  for (int i = 0; i < 33; ++i) text.append("f").append(std::to_string(i)).append(":1,");
  EXPECT_EQ(codes(check((text + "}").c_str(), table)), "CannotCreateIndex");
}

TEST(CandidatesRefusals, ViewsAndCappedCollectionsByName) {
  const test::MemoryTable table = two_columns();
  datasets::CollectionMetadata metadata;
  metadata.type = "view";
  EXPECT_EQ(codes(check("{a: 1}", table, ServerVersion::v8_0, metadata)),
            "CommandNotSupportedOnView");
  metadata = {};
  metadata.capped = true;
  EXPECT_EQ(codes(check("{a: 1}", table, ServerVersion::v4_2, metadata)), "InvalidOptions");
}

// The three restrictions of MongoDB src/mongo/db/global_catalog/README_timeseries.md.
TEST(CandidatesRefusals, TimeSeriesKeysAreMetaAndLastTheTime) {
  const test::MemoryTable table = two_columns();
  datasets::CollectionMetadata weather;
  weather.type = "timeseries";
  weather.time_field = "ts";
  weather.meta_field = "sensor";
  const auto refused = [&](const char* key, ServerVersion server = ServerVersion::v8_0) {
    return codes(check(key, table, server, weather));
  };
  EXPECT_EQ(refused("{meta: 1}"), "");
  EXPECT_EQ(refused("{meta: 'hashed'}"), "");
  EXPECT_EQ(refused("{'meta.id': 1, 'meta.site': 1, 'control.min.ts': 1}"), "");
  EXPECT_EQ(refused("{'control.min.ts': 1}"), "");
  EXPECT_EQ(refused("{'control.min.ts': 1, meta: 1}"), "5914000");
  EXPECT_EQ(refused("{'control.min.ts': 'hashed'}"), "BadValue");
  for (const char* key : {"{_id: 1}", "{metadata: 1}", "{'control.max.ts': 1}",
                          "{'control.min.temp': 1}", "{meta: 1, 'data.ts': 1}"})
    EXPECT_EQ(refused(key), "5914001") << key;
  EXPECT_EQ(refused("{meta: 1}", ServerVersion::v5_0), "IllegalOperation");
  EXPECT_EQ(refused("{meta: 1}", ServerVersion::v6_0), "");
  EXPECT_THAT(check("{_id: 1}", table, ServerVersion::v8_0, weather)[0].reason,
              HasSubstr("(meta) and the time field (control.min.ts) only, not _id"));
  weather.time_field.clear();
  EXPECT_EQ(refused("{'control.min.any': 1}"), "");
}

TEST(CandidatesRefusals, NotesOfTheCollection) {
  EXPECT_THAT(collection_notes({}), IsEmpty());
  datasets::CollectionMetadata metadata;
  metadata.type = "timeseries";
  metadata.time_field = "ts";
  metadata.meta_field = "sensor";
  metadata.collation = R"({"locale":"fr"})";
  metadata.clustered = true;
  const std::vector<std::string> notes = collection_notes(metadata);
  ASSERT_THAT(notes, SizeIs(3));
  EXPECT_THAT(notes[0], HasSubstr("(here meta for sensor) and, last, the time field (here "
                                  "control.min.ts)"));
  EXPECT_THAT(notes[1], HasSubstr(R"({"locale":"fr"})"));
  EXPECT_THAT(notes[1], HasSubstr("locale: \"simple\""));
  EXPECT_THAT(notes[2], HasSubstr("clustered"));
}

}  // namespace
}  // namespace shardsweep::host
