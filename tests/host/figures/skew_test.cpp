#include <gtest/gtest.h>

#include "host/figures/figures.hpp"

namespace shardsweep::host {
namespace {

struct Reference {
  std::vector<std::uint64_t> loads;
  double max_over_mean, cv, gini, jain, entropy;
};

// Worked out apart from the code by the textbook formulas (population deviation, natural logs).
const Reference references[] = {
    {{450, 480, 1200, 470}, 1.8462, 0.4888, 0.2173, 0.8071, 0.9244},
    {{510, 495, 520, 475}, 1.0400, 0.0339, 0.0187, 0.9989, 0.9996},
    {{520, 530, 680, 470}, 1.2364, 0.1426, 0.0727, 0.9801, 0.9929},
    {{665, 500}, 1.1416, 0.1416, 0.0708, 0.9803, 0.9855},
    {{80, 20}, 1.6000, 0.6000, 0.3000, 0.7353, 0.7219},
    {{90, 5, 5}, 2.7000, 1.2021, 0.5667, 0.4090, 0.3590},
    {{1, 1, 1, 0, 0, 0}, 2.0000, 1.0000, 0.5000, 0.5000, 0.6131},
    {{0, 0, 1}, 3.0000, 1.4142, 0.6667, 0.3333, 0.0000},
};

TEST(Skew, AgreesWithReferenceValues) {
  for (const Reference& reference : references) {
    const auto skew = skew_of(reference.loads);
    ASSERT_TRUE(skew);
    EXPECT_NEAR(skew->max_over_mean, reference.max_over_mean, 5e-5);
    EXPECT_NEAR(skew->cv, reference.cv, 5e-5);
    EXPECT_NEAR(skew->gini, reference.gini, 5e-5);
    EXPECT_NEAR(skew->jain, reference.jain, 5e-5);
    EXPECT_NEAR(skew->entropy, reference.entropy, 5e-5);
  }
}

TEST(Skew, EqualLoadsAreExactlyEven) {
  for (std::size_t n = 1; n < 40; ++n) {
    const auto skew = skew_of(std::vector<std::uint64_t>(n, 123456789));
    ASSERT_TRUE(skew);
    EXPECT_EQ(skew->max_over_mean, 1);
    EXPECT_EQ(skew->cv, 0);
    EXPECT_EQ(skew->gini, 0);
    EXPECT_EQ(skew->jain, 1);
    EXPECT_EQ(skew->entropy, 1);
  }
}

TEST(Skew, NothingToShareIsNull) {
  EXPECT_FALSE(skew_of({}));
  EXPECT_FALSE(skew_of({0, 0, 0}));
}

TEST(Skew, HugeLoadsDoNotOverflow) {
  const std::uint64_t huge = std::uint64_t{1} << 63;
  const auto skew = skew_of({huge, huge, huge, 0});
  ASSERT_TRUE(skew);
  EXPECT_NEAR(skew->max_over_mean, 4.0 / 3, 1e-12);
  EXPECT_NEAR(skew->jain, 0.75, 1e-12);
}

}  // namespace
}  // namespace shardsweep::host
