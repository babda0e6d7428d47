// What the README shows is what the program prints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/process.hpp"

namespace shardsweep::tests {
namespace {

using testing::HasSubstr;

std::string readme() {
  return read_file(SHARDSWEEP_SOURCE_DIR "/README.md");
}

TEST(Readme, ShowsTheRankingThatTheQuickstartPrints) {
  const TempFolder folder;
  const std::string documents = folder.path("orders.bson");
  // The commands of docs/quickstart, on the documents it takes by default.
  ASSERT_EQ(
      run_process({program(), "generate", "yardstick", "--docs", "200000", "--out", documents})
          .status,
      0);
  const auto sweep = run_process({program(), "sweep", documents});
  ASSERT_EQ(sweep.status, 0) << sweep.err;
  EXPECT_THAT(readme(), HasSubstr("```text\n" + sweep.out + "```\n"));
}

TEST(Readme, ItsTwoCommandsExist) {
  for (const std::string command : {"docs/quickstart", "tests/run"}) {
    EXPECT_THAT(readme(), HasSubstr("```sh\n" + command + "\n```"));
    EXPECT_EQ(run_process({"test", "-x", SHARDSWEEP_SOURCE_DIR "/" + command}).status, 0)
        << command;
  }
}

TEST(Readme, TheQuickstartRunsWhatTheTestAboveRuns) {
  const std::string script = read_file(SHARDSWEEP_SOURCE_DIR "/docs/quickstart");
  EXPECT_THAT(script, HasSubstr("documents=${1:-200000}"));
  EXPECT_THAT(script, HasSubstr("shardsweep generate yardstick --docs \"$documents\" --out"));
  EXPECT_THAT(script, HasSubstr("shardsweep sweep build/quickstart/orders.bson --json"));
}

TEST(Readme, TheExampleOfAnalyzeAndFailIfParse) {
  const TempFolder folder;
  const std::string documents = folder.write("orders.csv", "customer,_id\n1,1\n2,2\n3,3\n");
  EXPECT_EQ(run_process({program(), "sweep", documents, "--shards", "8", "--json",
                         folder.path("ranking.json"), "--fail-if", "score<60"})
                .status,
            1);
  EXPECT_EQ(run_process({program(), "analyze", documents, "--key", "{customer: 1, _id: 1}"}).status,
            0);
}

}  // namespace
}  // namespace shardsweep::tests
