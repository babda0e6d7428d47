#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "datasets/error.hpp"
#include "host/cli/cli.hpp"
#include "host/commands/value_lines.hpp"
#include "host/error.hpp"

namespace shardsweep::host {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// What a command wrote, and its error if it threw one.
struct Outcome {
  int status = -1;
  std::string out, data_error, usage_error;
};

Outcome call(Command command, const std::vector<std::string>& arguments, const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out, err;
  Outcome outcome;
  try {
    outcome.status = command(arguments, in, out, err);
  } catch (const datasets::DataError& error) {
    outcome.data_error = error.what();
  } catch (const UsageError& error) {
    outcome.usage_error = error.what();
  }
  outcome.out = out.str();
  return outcome;
}

// MongoDB src/mongo/db/hasher_test.cpp.
TEST(CommandHash, WritesOneHashALine) {
  const Outcome outcome = call(command_hash, {}, "42\n{\"$numberLong\": \"42\"}\nnull\n\"abc\"");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out,
            "-944302157085130861\n-944302157085130861\n2338878944348059895\n8478485326885698097\n");
}

TEST(CommandHash, TakesTheSeed) {
  EXPECT_EQ(call(command_hash, {"--seed", "40513"}, "42\n").out, "4302929669663179197\n");
  const Outcome negative = call(command_hash, {"--seed", "-1"}, "42\n");
  EXPECT_EQ(negative.status, 0);
  EXPECT_EQ(negative.out, call(command_hash, {"--seed=-1"}, "42\n").out);
}

TEST(CommandHash, StopsAtABadLineWithTheEarlierOnesWritten) {
  const Outcome outcome = call(command_hash, {}, "42\n{\"a\": }\n1\n");
  EXPECT_EQ(outcome.out, "-944302157085130861\n");
  EXPECT_THAT(outcome.data_error, AllOf(StartsWith("stdin line 2: "), HasSubstr("byte")));
}

TEST(CommandHash, TakesABlankLineForABadOne) {
  EXPECT_EQ(call(command_hash, {}, "1\n\n2\n").data_error,
            "stdin line 2: blank; give one Extended JSON value a line");
  EXPECT_THAT(call(command_hash, {}, " \r\n").data_error, StartsWith("stdin line 1: blank"));
}

TEST(CommandHash, ReadsTwoValuesOnALineAsBad) {
  EXPECT_THAT(call(command_hash, {}, "1 2\n").data_error, StartsWith("stdin line 1: "));
}

TEST(CommandHash, AcceptsCarriageReturnsAndAByteOrderMark) {
  EXPECT_EQ(call(command_hash, {},
                 "\xef\xbb\xbf"
                 "42\r\n")
                .out,
            "-944302157085130861\n");
}

TEST(CommandHash, ReadsLegacyJsonOnlyWhenAsked) {
  const std::string legacy = "{\"$date\": 42}\n";
  EXPECT_THAT(call(command_hash, {}, legacy).data_error, HasSubstr("--legacy-json"));
  EXPECT_EQ(call(command_hash, {"--legacy-json"}, legacy).out,
            call(command_hash, {}, "{\"$date\": {\"$numberLong\": \"42\"}}\n").out);
}

TEST(CommandHash, ReadsFilesAndNamesThemInErrors) {
  const std::string path = testing::TempDir() + "values_for_hash.jsonl";
  std::ofstream(path) << "42\n?\n";
  const Outcome outcome = call(command_hash, {path}, "");
  EXPECT_EQ(outcome.out, "-944302157085130861\n");
  EXPECT_THAT(outcome.data_error, StartsWith(path + " line 2: "));
  std::filesystem::remove(path);
  EXPECT_EQ(call(command_hash, {path}, "").data_error,
            "cannot open " + path + ": No such file or directory; check the path");
}

TEST(CommandHash, BoundsItsLines) {
  const std::string longest = std::string(value_line_limit - 2, ' ') + "42";
  EXPECT_EQ(call(command_hash, {}, longest + "\n42").out,
            "-944302157085130861\n-944302157085130861\n");
  const Outcome outcome = call(command_hash, {}, "42\n " + longest + "\n42\n");
  EXPECT_EQ(outcome.out, "-944302157085130861\n");
  EXPECT_EQ(
      outcome.data_error,
      "stdin line 2: longer than 48 MiB, the limit of a line; no value that MongoDB can store "
      "needs it");
  EXPECT_THAT(call(command_order, {}, longest + "\n1\n " + longest).data_error,
              StartsWith("stdin line 3: longer than 48 MiB"));
}

TEST(CommandHash, SaysThatAFolderCannotBeRead) {
  EXPECT_EQ(call(command_hash, {testing::TempDir()}, "").data_error,
            "cannot read " + testing::TempDir() + " to its end");
}

TEST(CommandHash, RefusesWrongUsage) {
  EXPECT_THAT(call(command_hash, {"--seed", "3000000000"}, "").usage_error,
              AllOf(StartsWith("hash: "), HasSubstr("3000000000"), HasSubstr("--help")));
  EXPECT_THAT(call(command_hash, {"--sed", "3"}, "").usage_error, HasSubstr("--sed"));
  EXPECT_THAT(call(command_order, {"--seed", "3"}, "").usage_error, HasSubstr("--seed"));
}

TEST(CommandHash, ShowsItsOptions) {
  const Outcome outcome = call(command_hash, {"--help"}, "");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("--seed"), HasSubstr("--legacy-json")));
  EXPECT_THAT(call(command_order, {"--help"}, "").out, HasSubstr("comparison order"));
}

TEST(CommandOrder, SortsLinesAndKeepsEqualOnesInPlace) {
  const Outcome outcome = call(
      command_order, {},
      "\"b\"\n{\"$maxKey\": 1}\n2.0\n {\"$numberLong\": \"2\"}\nnull\n{\"$numberDecimal\": \"2\"}\n"
      "{\"$numberDouble\": \"NaN\"}\n");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out,
            "null\n{\"$numberDouble\": \"NaN\"}\n2.0\n {\"$numberLong\": \"2\"}\n"
            "{\"$numberDecimal\": \"2\"}\n\"b\"\n{\"$maxKey\": 1}\n");
}

TEST(CommandOrder, WritesWhatCameBeforeABadLine) {
  const Outcome outcome = call(command_order, {}, "2\n1\n\n0\n");
  EXPECT_EQ(outcome.out, "1\n2\n");
  EXPECT_THAT(outcome.data_error, StartsWith("stdin line 3: blank"));
}

TEST(CommandOrder, GivesNothingForNothing) {
  const Outcome outcome = call(command_order, {}, "");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "");
}

}  // namespace
}  // namespace shardsweep::host
