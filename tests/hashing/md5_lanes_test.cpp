#include "hashing/md5_lanes.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <random>
#include <string>
#include <vector>

#include "hashing/md5.hpp"

namespace shardsweep::hashing {
namespace {

/// Runs a test body under every SIMD target that this machine can run, the scalar one included.
class Lanes : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { use(GetParam()); }
  void TearDown() override { use(0); }

  static void use(std::int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets);
    hwy::GetChosenTarget().DeInit();
  }
};

std::vector<std::int64_t> runnable_targets() {
  std::vector<std::int64_t> targets{HWY_SCALAR};
  for (const std::int64_t target : {HWY_SSSE3, HWY_SSE4, HWY_AVX2, HWY_AVX3, HWY_NEON}) {
    if (hwy::SupportedTargets() & target) targets.push_back(target);
  }
  return targets;
}

INSTANTIATE_TEST_SUITE_P(EveryTarget, Lanes, testing::ValuesIn(runnable_targets()),
                         [](const auto& test) { return hwy::TargetName(test.param); });

std::vector<std::size_t> edge_sizes() {
  std::vector<std::size_t> sizes{0, 1, 2, 3};
  for (const std::size_t edge : {4u, 8u, 16u, 32u, 64u, 128u, 4096u}) {
    for (const std::size_t size : {edge - 1, edge, edge + 1}) sizes.push_back(size);
  }
  return sizes;
}

TEST_P(Lanes, RunsTheTargetAskedFor) {
  EXPECT_STREQ(simd_target(), hwy::TargetName(GetParam()));
}

TEST_P(Lanes, HashesEightByteValuesLikeTheScalarCode) {
  constexpr std::uint64_t seed = 17;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937_64 random(seed);
  for (const std::size_t size : edge_sizes()) {
    for (const std::int32_t canonical : {10, 45, 47, -1}) {
      std::vector<std::uint64_t> values(size);
      for (auto& value : values) value = random() >> random() % 64;
      std::vector<std::int64_t> hashes(size, 1);
      hash_fixed8(canonical, values, hashes);
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_EQ(hashes[i], md5::hash_fixed8(0, canonical, values[i])) << size << " at " << i;
      }
    }
  }
}

void expect_feeds_hash_alike(const std::string& bytes, const std::vector<std::uint64_t>& offsets) {
  std::vector<std::int64_t> hashes(offsets.size() - 1, 1);
  hash_feeds(bytes, offsets, hashes);
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    ASSERT_EQ(hashes[i], md5::hash_feed(0, bytes.data() + offsets[i], offsets[i + 1] - offsets[i]))
        << "feed " << i << " of " << hashes.size() << ", " << offsets[i + 1] - offsets[i]
        << " bytes";
  }
}

TEST_P(Lanes, HashesFeedsOfEveryLengthUpToFourBlocks) {
  std::string bytes;
  std::vector<std::uint64_t> offsets{0};
  for (std::size_t length = 0; length <= 260; ++length) {
    for (std::size_t i = 0; i < length; ++i) bytes.push_back(static_cast<char>(i * 7 + length));
    offsets.push_back(bytes.size());
  }
  expect_feeds_hash_alike(bytes, offsets);
}

// The exact end of the buffer is what the sanitizers watch: nothing may be read behind it.
TEST_P(Lanes, HashesOneFeedThatIsTheWholeBuffer) {
  for (const std::size_t length : {0u, 1u, 12u, 51u, 52u, 59u, 60u, 61u, 115u, 116u, 124u, 5000u}) {
    expect_feeds_hash_alike(std::string(length, '\xa5'), {0, length});
  }
}

TEST_P(Lanes, HashesRandomFeedsAroundLaneAndWindowEdges) {
  constexpr std::uint64_t seed = 23;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937_64 random(seed);
  for (const std::size_t size : edge_sizes()) {
    std::string bytes;
    std::vector<std::uint64_t> offsets{0};
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t longest = random() % 100 == 0 ? 6000 : random() % 5 == 0 ? 300 : 51;
      const std::size_t length = random() % (longest + 1);
      for (std::size_t k = 0; k < length; ++k) bytes.push_back(static_cast<char>(random()));
      offsets.push_back(bytes.size());
    }
    expect_feeds_hash_alike(bytes, offsets);
  }
}

TEST(SimdTarget, IsNoFallbackWhereVectorsExist) {
  const bool vectors = (hwy::SupportedTargets() & (HWY_SSSE3 | HWY_NEON)) != 0;
  EXPECT_EQ(std::string(simd_target()) != "SCALAR", vectors) << simd_target();
}

}  // namespace
}  // namespace shardsweep::hashing
