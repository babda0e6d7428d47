#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/error.hpp"
#include "host/score/judge.hpp"
#include "tests/host/score/sample.hpp"

namespace shardsweep::host {
namespace {

using testing::HasSubstr;

TEST(FailIf, ReadsItsGrammar) {
  const SweepResult result = sample();
  EXPECT_TRUE(crosses("score<101", result));
  EXPECT_FALSE(crosses("score<1", result));
  EXPECT_TRUE(crosses("class=sound", result));
  EXPECT_FALSE(crosses("class!=sound", result));
  EXPECT_FALSE(crosses("class=notAdvised", result));
  EXPECT_TRUE(crosses("distinct=4000", result));
  EXPECT_TRUE(crosses("distinct>=4000", result));
  EXPECT_TRUE(crosses("distinct<=4000", result));
  EXPECT_FALSE(crosses("distinct!=4000", result));
  EXPECT_FALSE(crosses("unsplittable>0", result));
  EXPECT_FALSE(crosses("hottestShard>0.75", result));
  EXPECT_TRUE(crosses("heaviestShare<0.001", result));
  EXPECT_TRUE(crosses("maxOverMean<1.5", result));
}

TEST(FailIf, RefusesWhatItCannotRead) {
  const SweepResult result = sample();
  const auto message = [&](const std::string& expression) {
    try {
      crosses(expression, result);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(message("score"), HasSubstr("--fail-if score: write NAME"));
  EXPECT_THAT(message("<3"), HasSubstr("write NAME"));
  EXPECT_THAT(message("score<"), HasSubstr("the value is missing"));
  EXPECT_THAT(message("score<x"), HasSubstr("\"x\" is not a number"));
  EXPECT_THAT(message("score<nan"), HasSubstr("not a number"));
  EXPECT_THAT(message("score=<3"), HasSubstr("must be one of"));
  EXPECT_THAT(message("sccore<3"), HasSubstr("known names are class, cardinality"));
  EXPECT_THAT(message("class=fine"), HasSubstr("sound, conditions or notAdvised"));
  EXPECT_THAT(message("class<sound"), HasSubstr("= or !="));
  EXPECT_THAT(message("targeting<50"), HasSubstr("targeting is unknown"));
}

TEST(FailIf, FiguresOfOperationsAreRefusedBeforeTheRun) {
  for (const std::string name : {"reads", "targeting", "locality", "resilience"}) {
    try {
      crosses(name + "<50", {});  // as the options are checked
      ADD_FAILURE() << name;
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), HasSubstr("--fail-if " + name + "<50: " + name +
                                          " is unknown without operations"));
    }
  }
  EXPECT_TRUE(crosses("growth<50", {}));
}

TEST(FailIf, NoCandidateCrossesEverything) {
  EXPECT_TRUE(crosses("score<1", {}));
  EXPECT_TRUE(crosses("class=notAdvised", {}));
}

}  // namespace
}  // namespace shardsweep::host
