#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "kernels/rules/fast_part.hpp"
#include "kernels/rules/range.hpp"
#include "kernels/rules/window.hpp"
#include "tests/support/data_set.hpp"

namespace shardsweep::kernels::rules {
namespace {

constexpr std::uint64_t most_rows = 0xFFFFFFFEu;

TEST(RangeRule, IsTheFloorAtTheLargestSizes) {
  EXPECT_EQ(range_of(0, 1024, most_rows), 0u);
  EXPECT_EQ(range_of(most_rows - 1, 1024, most_rows), 1023u);
  EXPECT_EQ(range_of(most_rows - 1, 0xFFFFFFFFu, most_rows), 0xFFFFFFFDu);
  EXPECT_EQ(range_of(most_rows, 1024, most_rows), 1023u);  // clamped
  EXPECT_EQ(range_of(5, 3, 10), 1u);
}

TEST(RangeRule, PartBeginIsTheLeastValueOfAPart) {
  for (const std::uint64_t whole : {1u, 2u, 10u, 1000u, 1024u, 1025u, 4097u}) {
    for (const std::uint32_t parts : {1u, 2u, 3u, 128u, 1024u, 5000u}) {
      for (std::uint32_t part = 1; part < parts; ++part) {
        const std::uint64_t begin = part_begin(part, parts, whole);
        ASSERT_GE(begin * parts / whole, part);
        ASSERT_LT((begin - 1) * parts / whole, part);
      }
    }
  }
}

TEST(RangeRule, AscendingPartAndFastPartAreTheSameRule) {
  const std::uint64_t seed = test::first_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  test::Rng rng(seed);
  for (int round = 0; round < 2000; ++round) {
    const std::uint64_t whole = round % 3 == 0 ? most_rows - rng() % 100 : 1 + rng() % 100'000;
    const auto parts = static_cast<std::uint32_t>(1 + rng() % (round % 2 ? 200 : 20'000));
    const kernels::rules::FastPart fast(parts, whole);
    AscendingPart ascending(parts, whole);
    std::vector<std::uint64_t> values = {0, whole - 1};
    for (int i = 0; i < 20; ++i) {
      values.push_back(rng() % whole);
      values.push_back(std::min(whole - 1, part_begin(rng() % parts, parts, whole)));
      values.push_back(values.back() == 0 ? 0 : values.back() - 1);
    }
    std::sort(values.begin(), values.end());
    for (const std::uint64_t value : values) {
      ASSERT_EQ(ascending.at(value), part_of(value, parts, whole));
      ASSERT_EQ(fast(value), part_of(value, parts, whole));
    }
  }
}

TEST(WindowRule, GrowthPointsAreTheLeastRangesThatTakeNineTenths) {
  const auto points = [](std::vector<std::uint32_t> arrivals, std::uint64_t documents) {
    return growth_points(arrivals.data(), static_cast<std::uint32_t>(arrivals.size()), documents);
  };
  EXPECT_EQ(points({10}, 10), 1u);
  EXPECT_EQ(points({1, 9}, 10), 1u);  // exactly 90 %
  EXPECT_EQ(points({2, 8}, 10), 2u);
  EXPECT_EQ(points({0, 0, 5, 0, 5}, 10), 2u);
  EXPECT_EQ(points({1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 10), 9u);
  EXPECT_EQ(points({3, 50, 7, 20, 20}, 100), 3u);
}

TEST(WindowRule, FiguresOfOneWindow) {
  // Ranges 0..3 on shards 0 0 1 1 of two.
  std::vector<std::uint32_t> arrivals = {4, 3, 5, 0};
  const WindowCounts counts = window_counts(7, 12, arrivals.data(), 4, 2);
  EXPECT_EQ(counts, (WindowCounts{7, 12, 5, 7, 3}));
}

TEST(WindowRule, CutFollowsTheGreatestEarlierKey) {
  // Earlier documents by bucket 0 2 0 2 0: two ranges cut before the second occupied bucket.
  WindowCut cut(2, 4);
  std::vector<std::uint32_t> ranges;
  for (const std::uint64_t earlier : {0, 2, 0, 2, 0}) ranges.push_back(cut.next_bucket(earlier));
  EXPECT_EQ(ranges, (std::vector<std::uint32_t>{0, 0, 0, 1, 1}));
}

}  // namespace
}  // namespace shardsweep::kernels::rules
