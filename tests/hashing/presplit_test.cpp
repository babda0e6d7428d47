#include "hashing/presplit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace shardsweep::hashing {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// MongoDB src/mongo/db/s/config/initial_split_policy_test.cpp (CalculateHashedSplitPointsTest).
TEST(Presplit, GivesTheServersPoints) {
  EXPECT_THAT(presplit_points(1), IsEmpty());
  EXPECT_THAT(presplit_points(2), ElementsAre(0));
  EXPECT_THAT(presplit_points(3), ElementsAre(-3074457345618258602, 3074457345618258602));
  EXPECT_THAT(presplit_points(4), ElementsAre(-4611686018427387902, 0, 4611686018427387902));
  EXPECT_THAT(presplit_points(5), ElementsAre(-5534023222112865483, -1844674407370955161,
                                              1844674407370955161, 5534023222112865483));
}

TEST(Presplit, IsSymmetricAscendingAndComplete) {
  for (std::uint32_t chunks = 1; chunks < 300; ++chunks) {
    const auto points = presplit_points(chunks);
    ASSERT_EQ(points.size(), chunks - 1);
    ASSERT_EQ(std::adjacent_find(points.begin(), points.end(), std::greater_equal<>()),
              points.end());
    for (std::size_t i = 0; i < points.size(); ++i) {
      ASSERT_EQ(points[i], -points[points.size() - 1 - i]) << chunks;
    }
  }
}

TEST(Presplit, TakesMoreChunksThanAnyCluster) {
  const auto points = presplit_points(8192 * 1000);
  EXPECT_EQ(points.size(), 8192u * 1000 - 1);
  EXPECT_TRUE(std::is_sorted(points.begin(), points.end()));
}

}  // namespace
}  // namespace shardsweep::hashing
