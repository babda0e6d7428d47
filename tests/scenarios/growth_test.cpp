// Placement of an even collection at several numbers of shards (scenario `growth`, documents).
//
// Left to cluster simulation: bytes moved from 5 to 7 to 10 shards by chunks, by mod N and by
// virtual nodes, with their spread.
#include <gtest/gtest.h>

#include "tests/scenarios/scenario.hpp"

namespace shardsweep::tests {
namespace {

TEST(Growth, AnEvenKeyStaysEvenAtFiveSevenAndTenShards) {
  for (const Variant& variant : variants(20'000, 50'000)) {
    SCOPED_TRACE(describe(variant));
    for (const std::string shards : {"5", "7", "10"}) {
      SCOPED_TRACE(shards + " shards");
      Scenario scenario("growth", variant);
      scenario.keys({"{_id: \"hashed\"}"}).with({"--shards", shards}).run();
      const auto& placement = scenario.key("{_id: \"hashed\"}").placement;
      ASSERT_EQ(placement.shards.size(), std::stoul(shards));
      ASSERT_TRUE(placement.bytes.has_value());
      EXPECT_LT(placement.bytes->max_over_mean, 1.02);
    }
  }
}

}  // namespace
}  // namespace shardsweep::tests
