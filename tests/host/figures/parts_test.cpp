#include "host/figures/parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "hashing/presplit.hpp"
#include "tests/support/memory_sweep.hpp"

namespace shardsweep::host {
namespace {

std::vector<std::uint64_t> documents(const std::vector<ShardLoad>& loads) {
  std::vector<std::uint64_t> all;
  for (const ShardLoad& load : loads) all.push_back(load.documents);
  return all;
}

TEST(Placement, SettledByBytesBelow) {
  // Ten ranges of 10 bytes on 4 shards: b * 4 / 100 for b = 0, 10, ..., 90.
  const std::vector<std::uint64_t> ten(10, 10);
  EXPECT_THAT(documents(settled_loads(ten, ten, 4)), testing::ElementsAre(30, 20, 30, 20));
  EXPECT_THAT(documents(settled_loads({1, 1, 0, 0}, {99, 1, 0, 0}, 2)), testing::ElementsAre(1, 1));
}

TEST(Placement, NothingAndUnknownSizes) {
  EXPECT_THAT(documents(settled_loads({0, 0}, {0, 0}, 3)), testing::ElementsAre(0, 0, 0));
  EXPECT_THAT(documents(settled_loads({1, 1, 1, 1}, {0, 0, 0, 0}, 2)), testing::ElementsAre(2, 2));
}

TEST(Placement, HugeSumsStayExact) {
  const std::uint64_t huge = std::uint64_t{1} << 60;
  const auto loads = settled_loads({1, 1, 1, 1}, {huge, huge, huge, huge}, 4);
  EXPECT_THAT(documents(loads), testing::ElementsAre(1, 1, 1, 1));
}

TEST(Placement, SettledAgreesWithTheRuleOnRandomRanges) {
  for (std::uint32_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::vector<std::uint64_t> counts(1 + random() % 200), bytes(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      counts[i] = random() % 5;
      bytes[i] = counts[i] * (random() % 100);
    }
    bytes[0] = 1;
    const std::uint32_t shards = 2 + random() % 20;
    std::vector<std::uint64_t> expected(shards);
    const std::uint64_t all = std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const auto below =
          std::accumulate(bytes.begin(), bytes.begin() + static_cast<long>(i), std::uint64_t{0});
      expected[std::min<std::uint64_t>(below * shards / all, shards - 1)] += counts[i];
    }
    EXPECT_EQ(documents(settled_loads(counts, bytes, shards)), expected);
  }
}

HashedColumn column_of_hashes(const std::vector<std::int64_t>& hashes) {
  HashedColumn column;
  column.hashes = hashes;
  column.documents.assign(hashes.size(), 1);
  column.bytes.assign(hashes.size(), 10);
  return column;
}

TEST(Placement, PresplitByRelease) {
  // For 4 shards, 8.0 cuts at 0 and +-4611686018427387902; 7.0 has eight chunks whose even bounds
  // are +-4611686018427387900 (hashed_presplit.json).
  const HashedColumn column =
      column_of_hashes({INT64_MIN, -4611686018427387902, -4611686018427387901, -1, 0,
                        4611686018427387900, 4611686018427387901, 4611686018427387902, INT64_MAX});
  EXPECT_THAT(documents(presplit_loads(column, ServerVersion::v8_0, 4)),
              testing::ElementsAre(1, 3, 3, 2));
  EXPECT_THAT(documents(presplit_loads(column, ServerVersion::v7_0, 4)),
              testing::ElementsAre(3, 1, 1, 4));
  EXPECT_THAT(documents(presplit_loads(column, ServerVersion::v4_4, 4)),
              testing::ElementsAre(3, 1, 1, 4));
}

TEST(Placement, PresplitPutsEveryHashIntoItsChunk) {
  std::mt19937_64 random(11);
  std::vector<std::int64_t> hashes(500);
  for (std::int64_t& hash : hashes) hash = static_cast<std::int64_t>(random());
  std::sort(hashes.begin(), hashes.end());
  for (const std::uint32_t shards : {2U, 3U, 5U, 16U}) {
    const auto points = hashing::presplit_points(2 * shards);
    std::vector<std::uint64_t> expected(shards);
    for (const std::int64_t hash : hashes) {
      const auto chunk = std::count_if(points.begin(), points.end(),
                                       [&](std::int64_t point) { return point <= hash; });
      ++expected[static_cast<std::size_t>(chunk) / 2];
    }
    EXPECT_EQ(documents(presplit_loads(column_of_hashes(hashes), ServerVersion::v6_0, shards)),
              expected);
  }
}

TEST(NearestRank, ByItsDefinition) {
  EXPECT_EQ(nearest_rank({3}, 50), 3);
  EXPECT_EQ(nearest_rank({4, 1, 3, 2}, 50), 2);
  EXPECT_EQ(nearest_rank({5, 4, 1, 3, 2}, 50), 3);
  EXPECT_EQ(nearest_rank({4, 1, 3, 2}, 95), 4);
  EXPECT_EQ(nearest_rank({4, 1, 3, 2}, 5), 1);
  std::vector<double> hundred(100);
  std::iota(hundred.begin(), hundred.end(), 1);
  EXPECT_EQ(nearest_rank(hundred, 95), 95);
  EXPECT_EQ(nearest_rank(hundred, 5), 5);
}

struct Made {
  test::MemoryTable table = test::sample_table(400);
  SweepOptions options;
  datasets::CollectionMetadata metadata;
  kernels::NodeResult node;

  CandidateResult figures(const std::string& key) {
    return figures_of({parse_key_pattern(key), "--key"}, node, table, options, metadata);
  }
};

TEST(Insertion, SharesMedianAndWorst) {
  Made made;
  made.node.distinct = 400;
  for (std::uint32_t w = 1; w <= 20; ++w) {
    made.node.windows.push_back({w, 100, 10 * (w % 4), 50 + w, w});
  }
  made.node.windows.push_back({21, 0, 0, 0, 0});
  const auto insertion = made.figures("{random: 1}").insertion;
  ASSERT_TRUE(insertion);
  EXPECT_EQ(insertion->windows.size(), 20);
  EXPECT_DOUBLE_EQ(insertion->windows[2].hottest_range, 0.3);
  EXPECT_DOUBLE_EQ(insertion->median.hottest_shard, 0.60);
  EXPECT_DOUBLE_EQ(insertion->worst.hottest_shard, 0.69);
  EXPECT_EQ(insertion->median.growth_points, 10);
  EXPECT_EQ(insertion->worst.growth_points, 1);
}

TEST(Insertion, NullWithoutWindowsOrArrival) {
  Made made;
  EXPECT_FALSE(made.figures("{random: 1}").insertion);
  made.node.windows = {{1, 10, 5, 5, 1}};
  EXPECT_TRUE(made.figures("{random: 1}").insertion);
  made.table.set_arrival({false, "", "", std::nullopt, 0});
  EXPECT_FALSE(made.figures("{random: 1}").insertion);
}

// The server's rules (analyzeShardKey, monotonicity).
TEST(Monotonicity, TypesByKeyAndCollection) {
  Made made;
  made.node.distinct = 400;
  made.node.monotonicity.sum_xy = 400ULL * 401 * 801 / 6;  // rising
  const auto type = [&](const std::string& key) {
    return made.figures(key).characteristics.monotonicity_type;
  };
  EXPECT_EQ(type("{_id: 1}"), "monotonic");
  EXPECT_EQ(made.figures("{_id: 1}").characteristics.record_id_correlation, 1.0);
  EXPECT_EQ(type("{_id: 'hashed'}"), "not monotonic");
  EXPECT_EQ(made.figures("{_id: 'hashed'}").characteristics.record_id_correlation, 0.0);
  EXPECT_EQ(type("{_id: 'hashed', tenant: 1}"), "not monotonic");
  EXPECT_EQ(type("{tenant: 1, _id: 'hashed'}"), "unknown");
  EXPECT_FALSE(made.figures("{tenant: 1, _id: 'hashed'}").characteristics.record_id_correlation);
  made.metadata.clustered = true;
  EXPECT_EQ(type("{_id: 1}"), "unknown");
  made.metadata.clustered = false;
  made.node.distinct = 1;
  EXPECT_EQ(type("{one: 1}"), "not monotonic");
  EXPECT_EQ(made.figures("{one: 1}").characteristics.record_id_correlation, 0.0);
}

TEST(Frequency, UsefulShardsAndShownValues) {
  Made made;
  made.node.distinct = 5;
  made.node.heaviest = {3, 130, 130'000};
  made.node.top = {{3, 130, 130'000}, {1, 90, 90'000}};
  const CandidateResult result = made.figures("{status: 1, _id: 'hashed'}");
  EXPECT_EQ(result.frequency.useful_shards, 4) << "ceil(400,000 / 130,000)";
  ASSERT_EQ(result.frequency.top.size(), 2);
  EXPECT_EQ(result.frequency.top[0].value.fields[1].first, "_id");
  EXPECT_EQ(bson::ValueView(result.frequency.top[0].value.fields[1].second).as_int64(), 3)
      << "shown unhashed";
  EXPECT_FALSE(result.characteristics.is_unique);
  EXPECT_EQ(result.characteristics.most_common_values.size(), 2);
  made.node = {};
  EXPECT_EQ(made.figures("{status: 1}").frequency.useful_shards, 0);
}

TEST(Frequency, UnsplittableValuesAreScaled) {
  Made made;
  made.options.cluster.total_docs = 4001;
  made.node.oversized_count = 3;
  made.node.oversized_documents = 150;
  made.node.oversized_bytes = 150'000;
  made.node.oversized = {{3, 100, 100'000}};
  const Frequency frequency = made.figures("{status: 1}").frequency;
  EXPECT_EQ(frequency.unsplittable_count, 3);
  EXPECT_EQ(frequency.unsplittable_documents, 1501) << "1500.375 rounded up";
  EXPECT_EQ(frequency.unsplittable_bytes, 1'500'375) << "those that are not listed too";
  EXPECT_TRUE(frequency.scaled);
  EXPECT_TRUE(frequency.distinct_is_lower_bound);
  EXPECT_EQ(frequency.unsplittable[0].documents, 1001) << "1000.25 rounded up";
  EXPECT_EQ(frequency.unsplittable[0].bytes, 1'000'250);
}

TEST(IndexPrice, EstimateAndLocality) {
  Made made;
  made.node.distinct = 400;
  for (std::uint32_t w = 1; w <= 9; ++w) made.node.windows.push_back({w, 40, 40, 40, 1});
  made.node.correlation = {0, 0};
  const IndexPrice known = made.figures("{_id: 1}").index;
  EXPECT_EQ(known.existing, "_id_");
  EXPECT_FALSE(known.estimated_bytes);
  EXPECT_EQ(known.insert_locality, "1 end");
  const IndexPrice price = made.figures("{tenant: 1}").index;
  // int64 values below 128: a type byte and one or two bytes; then 4 + 2 bytes, 90 % full pages.
  EXPECT_NEAR(price.key_bytes.value(), 2, 0.01);
  EXPECT_EQ(price.estimated_bytes, 3556);
  made.options.cluster.expect_docs = UINT64_MAX;
  EXPECT_EQ(made.figures("{tenant: 1}").index.estimated_bytes, UINT64_MAX) << "saturates";
  for (auto& window : made.node.windows) window.growth_points = 30;
  EXPECT_EQ(made.figures("{tenant: 1}").index.insert_locality, "random");
  for (auto& window : made.node.windows) window.growth_points = 7;
  EXPECT_EQ(made.figures("{tenant: 1}").index.insert_locality, "7 ends");
}

TEST(SortKey, BytesByType) {
  EXPECT_EQ(sort_key_bytes({}), 1);
  EXPECT_EQ(sort_key_bytes(test::int64_value(0)), 2);
  EXPECT_EQ(sort_key_bytes(test::int64_value(127)), 2);
  EXPECT_EQ(sort_key_bytes(test::int64_value(128)), 3);
  EXPECT_EQ(sort_key_bytes(test::int64_value(INT64_MIN)), 10);
  EXPECT_EQ(sort_key_bytes(test::string_value("abc")), 5);
  EXPECT_EQ(sort_key_bytes({bson::Type::ObjectId, "123456789012"}), 13);
}

TEST(Figures, AnEmptyTableGivesNullsNotNumbers) {
  test::MemoryTable table;
  table.add("a", {});
  const SweepResult result = test::sweep_memory(table, {"{a: 1}"}, {});
  const CandidateResult& candidate = result.candidates.at(0);
  EXPECT_FALSE(candidate.placement.documents);
  EXPECT_FALSE(candidate.placement.bytes);
  EXPECT_FALSE(candidate.insertion);
  EXPECT_FALSE(candidate.score);
  EXPECT_FALSE(candidate.index.estimated_bytes);
  EXPECT_EQ(candidate.frequency.useful_shards, 0);
  EXPECT_EQ(candidate.characteristics.monotonicity_type, "not monotonic");
}

}  // namespace
}  // namespace shardsweep::host
