#include "host/analyze/analyze_key.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "host/error.hpp"
#include "tests/host/analyze_support.hpp"

namespace shardsweep::host {
namespace {

using namespace test_analyze;
using test::MemoryTable;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::SizeIs;

std::vector<std::uint64_t> frequencies(const KeyCharacteristics& result) {
  std::vector<std::uint64_t> list;
  for (const ValueCount& common : result.most_common_values) list.push_back(common.documents);
  return list;
}

void expect_monotonicity(const KeyCharacteristics& result, const char* type, double coefficient) {
  EXPECT_EQ(result.monotonicity_type, type);
  ASSERT_TRUE(result.record_id_correlation.has_value());
  EXPECT_DOUBLE_EQ(*result.record_id_correlation, coefficient);
}

void expect_unknown(const KeyCharacteristics& result) {
  EXPECT_EQ(result.monotonicity_type, "unknown");
  EXPECT_FALSE(result.record_id_correlation.has_value());
}

// The cases C and T are of MongoDB jstests/sharding/analyze_shard_key (cardinality_*.js,
// monotonicity_*.js) or follow from its formulas.
TEST(AnalyzeKey, C02AllDifferent) {
  MemoryTable table;
  table.add("_id", made(100, scrambled));
  Analysis analysis("{_id: 1}");
  KeyCharacteristics result = analysis.run(table);
  EXPECT_TRUE(result.is_unique);
  EXPECT_EQ(result.num_docs_total, 100u);
  EXPECT_EQ(result.num_docs_sampled, 100u);
  EXPECT_EQ(result.num_distinct_values, 100u);
  EXPECT_THAT(frequencies(result), ElementsAre(1, 1, 1, 1, 1));
  EXPECT_THAT(first_values(result),
              ElementsAre(scrambled(0), scrambled(1), scrambled(2), scrambled(3), scrambled(4)))
      << "a unique key shows the first documents in natural order";

  MemoryTable other;
  other.add("a", made(3, scrambled));
  result = analyze("{a: 1}", other);
  EXPECT_FALSE(result.is_unique) << "no unique index has exactly this field";
  EXPECT_EQ(result.num_distinct_values, 3u);
  EXPECT_THAT(frequencies(result), ElementsAre(1, 1, 1));
  Values sorted = {scrambled(0), scrambled(1), scrambled(2)};
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(first_values(result), sorted) << "ties in key order";
}

TEST(AnalyzeKey, C05AverageDocumentSizeTruncates) {
  const std::pair<std::vector<std::uint32_t>, std::uint64_t> rows[] = {
      {{42, 1040}, 541}, {{62, 62, 1060, 1060, 1060}, 660}, {{1, 2}, 1}};
  for (const auto& [sizes, average] : rows) {
    MemoryTable table;
    table.set_sizes(sizes);
    table.add("a", Values(sizes.size(), 1));
    EXPECT_EQ(analyze("{a: 1}", table).avg_doc_size_bytes, average);
  }
}

TEST(AnalyzeKey, C08ArrayInTheKeyIsBadValue) {
  MemoryTable table;
  table.add("b", {0, 1}).arrays = 2;
  for (const char* key : {"{b: 1}", "{b: 'hashed'}"}) {
    try {
      analyze(key, table);
      FAIL() << key << " was accepted";
    } catch (const RefusedError& error) {
      EXPECT_EQ(error.code, "BadValue");
      EXPECT_THAT(error.what(), HasSubstr("an array on the path b"));
    }
  }
}

TEST(AnalyzeKey, T01TypesOfMonotonicity) {
  const std::size_t n = 7'500;
  expect_monotonicity(analyze_column(Values(n, 5)), "not monotonic", 0);
  const KeyCharacteristics random = analyze_column(made(n, scrambled));
  EXPECT_EQ(random.monotonicity_type, "not monotonic");
  EXPECT_LT(std::abs(*random.record_id_correlation), 0.7);
  // Each value repeated: the i-th value 1 + i mod n/15 times.
  Values rising;
  for (std::int64_t value = 0; rising.size() < n; ++value)
    rising.insert(rising.end(), static_cast<std::size_t>(1 + value % 500), value);
  rising.resize(n);
  expect_monotonicity(analyze_column(rising), "monotonic", 1);
  for (std::int64_t& value : rising) value = -value;
  const KeyCharacteristics falling = analyze_column(rising);
  EXPECT_EQ(falling.monotonicity_type, "monotonic");
  EXPECT_LE(*falling.record_id_correlation, -0.7);

  MemoryTable table;
  table.add("a", made(n, [](std::int64_t i) { return i; }));
  table.add("b", made(n, scrambled));
  expect_monotonicity(analyze("{a: 'hashed'}", table), "not monotonic", 0);
  expect_monotonicity(analyze("{a: 'hashed', b: 1}", table), "not monotonic", 0);
  expect_unknown(analyze("{a: 1, b: 'hashed'}", table));
  Analysis clustered("{a: 1}");
  clustered.metadata.clustered = true;
  expect_unknown(clustered.run(table));
}

TEST(AnalyzeKey, T02TheFirstFieldThatVariesDecides) {
  const std::size_t n = 7'500;
  MemoryTable table;
  table.add("constant", Values(n, 1));
  table.add("constant2", Values(n, 2));
  table.add("increasing", made(n, [](std::int64_t i) { return i / 3; }));
  table.add("random", made(n, scrambled));
  const std::pair<const char*, const char*> rows[] = {
      {"{constant: 1, increasing: 1}", "monotonic"},
      {"{constant: 1, random: 1}", "not monotonic"},
      {"{increasing: 1, random: 1}", "monotonic"},
      {"{random: 1, increasing: 1}", "not monotonic"},
      {"{constant: 1, constant2: 1}", "not monotonic"}};
  for (const auto& [key, type] : rows)
    EXPECT_EQ(analyze(key, table).monotonicity_type, type) << key;
}

TEST(AnalyzeKey, T04DecreasingEachValueTwice) {
  expect_monotonicity(analyze_column({5, 5, 4, 4, 3, 3, 2, 2, 1, 1}), "monotonic", -0.9393939393);
}

TEST(AnalyzeKey, T06Modulo3) {
  expect_monotonicity(analyze_column(made(12, [](std::int64_t i) { return i % 3; })),
                      "not monotonic", 0.5384615385);
}

TEST(AnalyzeKey, T07Modulo2) {
  expect_monotonicity(analyze_column(made(1'000, [](std::int64_t i) { return i % 2; })),
                      "not monotonic", 0.5014985015);
}

TEST(AnalyzeKey, T10OneValueIsNotMonotonic) {
  expect_monotonicity(analyze_column({7}), "not monotonic", 0);
  expect_monotonicity(analyze_column({7, 7, 7}), "not monotonic", 0);
}

TEST(AnalyzeKey, MostCommonValuesByFrequencyThenKey) {
  MemoryTable table;
  table.add("a", {3, 1, 2, 2, 1, 9, 8, 9, 9, 4, 5});
  Analysis analysis("{a: 1}");
  analysis.options.most_common = 4;
  const KeyCharacteristics result = analysis.run(table);
  EXPECT_THAT(first_values(result), ElementsAre(9, 1, 2, 3));
  EXPECT_THAT(frequencies(result), ElementsAre(3, 2, 2, 1));
  EXPECT_EQ(result.num_distinct_values, 7u);
}

TEST(AnalyzeKey, CompoundValuesAreNamedByTheirPaths) {
  MemoryTable table;
  table.add("a.y", {1, 1, 2});
  table.add("b", {5, 5, 5});
  const KeyCharacteristics result = analyze("{'a.y': 1, b: 'hashed'}", table);
  ASSERT_THAT(result.most_common_values, SizeIs(2));
  const KeyValue& value = result.most_common_values[0].value;
  EXPECT_EQ(value.fields[0].first, "a.y");
  EXPECT_EQ(value.fields[1].first, "b");
  EXPECT_EQ(bson::ValueView(value.fields[1].second).as_int64(), 5) << "shown unhashed";
  EXPECT_EQ(result.most_common_values[0].documents, 2u);
}

TEST(AnalyzeKey, AUniqueIndexThatTheDataContradictsIsNotBelieved) {
  MemoryTable table;
  table.add("a", {1, 1, 2});
  Analysis analysis("{a: 1}");
  datasets::IndexSpec index;
  index.key = analysis.options.key.fields;
  index.unique = true;
  analysis.metadata.indexes = {index};
  const KeyCharacteristics result = analysis.run(table);
  EXPECT_FALSE(result.is_unique);
  EXPECT_EQ(result.num_distinct_values, 2u);
}

TEST(AnalyzeKey, EmptyCollectionIsIllegalOperation) {
  MemoryTable table;
  table.add("a", {});
  try {
    analyze("{a: 1}", table);
    FAIL() << "an empty collection was accepted";
  } catch (const RefusedError& error) {
    EXPECT_EQ(error.code, "IllegalOperation");
  }
}

std::string refusal_of(const char* key, const datasets::CollectionMetadata& metadata,
                       ServerVersion server = ServerVersion::v8_0) {
  try {
    check_analyzable(parse_key_pattern(key), server, metadata);
  } catch (const RefusedError& error) {
    return error.code;
  }
  return "";
}

TEST(AnalyzeKey, RefusesPatternsViewsAndTimeSeries) {
  datasets::CollectionMetadata metadata;
  EXPECT_EQ(refusal_of("{a: 1}", metadata), "");
  EXPECT_EQ(refusal_of("{a: -1}", metadata), "BadValue");
  EXPECT_EQ(refusal_of("{a: 1, b: 'hashed'}", metadata, ServerVersion::v4_2), "BadValue");
  metadata.type = "view";
  EXPECT_EQ(refusal_of("{a: 1}", metadata), "CommandNotSupportedOnView");
  metadata.type = "timeseries";
  EXPECT_EQ(refusal_of("{a: 1}", metadata), "IllegalOperation");
}

}  // namespace
}  // namespace shardsweep::host
