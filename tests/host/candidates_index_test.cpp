#include <gmock/gmock.h>

#include "host/candidates/index_support.hpp"
#include "host/candidates/refusals.hpp"
#include "tests/support/memory_table.hpp"

namespace shardsweep::host {
namespace {

using datasets::CollectionMetadata;
using datasets::IndexSpec;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

IndexSpec index(const std::string& pattern, const std::string& flags = "") {
  IndexSpec spec;
  spec.key = parse_key_pattern(pattern).fields;
  spec.name = pattern + flags;
  spec.unique = flags.find("unique") != std::string::npos;
  spec.sparse = flags.find("sparse") != std::string::npos;
  spec.partial = flags.find("partial") != std::string::npos;
  spec.hidden = flags.find("hidden") != std::string::npos;
  spec.simple_collation = flags.find("collation") == std::string::npos;
  return spec;
}

CollectionMetadata metadata(std::vector<IndexSpec> indexes) {
  CollectionMetadata made;
  made.indexes = std::move(indexes);
  return made;
}

// Case C03: MongoDB jstests/sharding/analyze_shard_key/cardinality_*.js. A key without any index is
// the row with an empty list.
TEST(CandidatesIndex, C03WhichIndexGivesTheMetrics) {
  struct Row {
    const char* key;
    IndexSpec index;
    bool served;
  };
  const Row rows[] = {
      {"{a: 1}", index("{a: 1}"), true},
      {"{a: 'hashed'}", index("{a: 'hashed'}"), true},
      {"{'a.x.y': 1}", index("{'a.x.y': 1}"), true},
      {"{a: 1}", index("{a: 1, b: 1}"), true},
      {"{'a.x': 1}", index("{'a.x': 1, b: 'hashed'}"), true},
      {"{a: 1}", index("{a: 'hashed'}"), true},
      {"{a: 'hashed'}", index("{a: 1}"), true},
      {"{a: 1, b: 1}", index("{a: 1, b: 'hashed', c: 1}"), true},
      {"{_id: 'hashed'}", index("{_id: 1}"), true},
      {"{a: 1}", IndexSpec{}, false},
      {"{a: 1, b: 1}", index("{b: 1}"), false},
      {"{a: 1, b: 1}", index("{a: 1, c: 1}"), false},
      {"{a: 1}", index("{a: 1}", " collation"), false},
      {"{a: 1}", index("{a: 1}", " sparse"), false},
      {"{a: 1}", index("{a: 1}", " partial"), false},
  };
  for (const Row& row : rows)
    EXPECT_EQ(serves_characteristics(parse_key_pattern(row.key), row.index), row.served)
        << row.key << " by " << row.index.name;
}

TEST(CandidatesIndex, NeitherHiddenNorMultikeyNorTextServes) {
  const KeyPattern key = parse_key_pattern("{a: 1}");
  EXPECT_FALSE(serves_characteristics(key, index("{a: 1}", " hidden")));
  EXPECT_FALSE(serves_characteristics(key, index("{a: 1}"), true));
  EXPECT_FALSE(serves_characteristics(key, index("{a: 'text'}")));
  EXPECT_FALSE(serves_characteristics(key, index("{a: 1, b: '2dsphere'}")));
}

TEST(CandidatesIndex, ShardingNeedsTheSameTypesAndDirections) {
  const auto serves = [](const char* key, const char* indexed) {
    const test::MemoryTable table;
    return !index_support(parse_key_pattern(key), metadata({index(indexed)}), table)
                .existing.empty();
  };
  EXPECT_TRUE(serves("{a: 1}", "{a: 1, b: -1}"));
  EXPECT_TRUE(serves("{a: 'hashed'}", "{a: 'hashed'}"));
  EXPECT_FALSE(serves("{a: 1}", "{a: 'hashed'}"));
  EXPECT_FALSE(serves("{a: 'hashed'}", "{a: 1}"));
  EXPECT_FALSE(serves("{a: 1}", "{a: -1}"));
}

// Case C02: unique only by an index of exactly these fields.
TEST(CandidatesIndex, C02UniqueOnlyByAnIndexOfExactlyTheseFields) {
  const CollectionMetadata known = metadata(
      {index("{_id: 1}"), index("{email: 1}", " unique"), index("{a: 1, b: 1}", " unique")});
  const auto unique = [&](const char* key) {
    return has_unique_index(parse_key_pattern(key), known);
  };
  EXPECT_TRUE(unique("{email: 1}"));
  EXPECT_TRUE(unique("{email: 'hashed'}"));
  EXPECT_TRUE(unique("{_id: 1}"));
  EXPECT_TRUE(unique("{_id: 'hashed'}"));
  EXPECT_TRUE(unique("{a: 1, b: 1}"));
  EXPECT_FALSE(unique("{b: 1, a: 1}"));
  EXPECT_FALSE(unique("{a: 1}"));
  EXPECT_FALSE(unique("{a: 1, b: 1, c: 1}"));
  EXPECT_FALSE(unique("{_id: 1, a: 1}"));
  EXPECT_TRUE(has_unique_index(parse_key_pattern("{_id: 1}"), {}));
  EXPECT_FALSE(has_unique_index(parse_key_pattern("{email: 1}"), {}));
}

TEST(CandidatesIndex, NamesWhatServesAndWhyOthersDoNot) {
  test::MemoryTable table;
  table.add("a", {1, 2});
  table.add("b", {1, 2});
  table.add("c", {1, 2}).arrays = 1;
  const CollectionMetadata known =
      metadata({index("{_id: 1}"), index("{a: 1}", " sparse hidden"), index("{a: 'hashed'}"),
                index("{a: -1}"), index("{a: 1, c: 1}"), index("{a: 1}", " collation"),
                index("{a: 1, b: 1, d: 1}"), index("{a: 1, b: 1}"), index("{b: 1}")});
  const IndexSupport support = index_support(parse_key_pattern("{a: 1}"), known, table);
  EXPECT_EQ(support.existing, "{a: 1, b: 1}");
  EXPECT_THAT(support.near_misses,
              ElementsAre("{a: 1} sparse hidden: sparse, hidden", "{a: 'hashed'}: other type",
                          "{a: -1}: other direction", "{a: 1, c: 1}: multikey",
                          "{a: 1} collation: collation"));
  EXPECT_THAT(support.redundant, IsEmpty());
}

TEST(CandidatesIndex, NamesWhatANewIndexReplaces) {
  test::MemoryTable table;
  table.add("a", {1, 2});
  CollectionMetadata known =
      metadata({index("{_id: 1}"), index("{a: 1}"), index("{a: -1}"), index("{b: 1}"),
                index("{a: 1, b: -1}"), index("{a: -1, b: -1}"), index("{a: 1}", " unique"),
                index("{a: 1}", " partial"), index("{a: 'hashed'}")});
  known.indexes.push_back(index("{a: 1, b: 1}", " ttl"));
  known.indexes.back().expire_after_seconds = 60;
  const IndexSupport support = index_support(parse_key_pattern("{a: 1, b: 1, c: 1}"), known, table);
  EXPECT_EQ(support.existing, "");
  EXPECT_THAT(support.redundant, ElementsAre("{a: 1}", "{a: -1}", "{a: -1, b: -1}"));
}

TEST(CandidatesIndex, EveryCollectionHasTheIdIndex) {
  const test::MemoryTable table;
  EXPECT_EQ(index_support(parse_key_pattern("{_id: 1}"), {}, table).existing, "_id_");
  EXPECT_THAT(index_support(parse_key_pattern("{_id: 'hashed'}"), {}, table).near_misses,
              ElementsAre("_id_: other type"));
}

// Rows of MongoDB src/mongo/s/shard_key_pattern_test.cpp (UniqueIndexCompatible*).
TEST(CandidatesIndex, UniqueIndexesInTheWay) {
  const auto in_the_way = [](const char* key, const char* pattern, const char* flags = " unique") {
    return !unique_indexes_in_the_way(parse_key_pattern(key), metadata({index(pattern, flags)}))
                .empty();
  };
  for (const char* pattern :
       {"{a: 1}", "{a: -1}", "{a: 1, b: 1}", "{a: -1, b: 1}", "{_id: 1}", "{_id: -1, b: 1}"})
    for (const char* key : {"{a: 1}", "{a: 'hashed'}"})
      EXPECT_FALSE(in_the_way(key, pattern)) << pattern;
  for (const char* pattern : {"{b: 1}", "{b: -1, a: 1}"}) {
    EXPECT_TRUE(in_the_way("{a: 1}", pattern)) << pattern;
    EXPECT_TRUE(in_the_way("{a: 'hashed', b: 1}", pattern)) << pattern;
    EXPECT_FALSE(in_the_way("{a: 1}", pattern, "")) << pattern << " is not unique";
  }
  EXPECT_TRUE(in_the_way("{a: 1, b: 1}", "{a: 1}"));
  EXPECT_TRUE(in_the_way("{a: 1, b: 1}", "{b: 1, a: 1}"));
  EXPECT_FALSE(in_the_way("{a: 1, b: 1}", "{a: 1, b: -1, c: 1}"));
  EXPECT_TRUE(in_the_way("{a: 1}", "{a: 1}", " unique collation"));
  EXPECT_FALSE(in_the_way("{a: 1}", "{_id: 1, b: 1}", " unique collation"));
  EXPECT_THAT(unique_indexes_in_the_way(parse_key_pattern("{user_id: 1}"),
                                        metadata({index("{email: 1}", " unique")})),
              ElementsAre("{email: 1} unique"));
}

}  // namespace
}  // namespace shardsweep::host
