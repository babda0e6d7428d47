#include <gtest/gtest.h>

#include "tests/support/process.hpp"

namespace shardsweep::tests {
namespace {

TEST(ValueLines, StandardInputThatCannotBeReadIsNoEmptyInput) {
  for (const std::string command : {"hash", "order"}) {
    const Outcome outcome = run_shell(program() + ' ' + command + " < /tmp");
    EXPECT_EQ(outcome.status, 3) << command;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err, "error: cannot read stdin to its end\n");
  }
}

TEST(ValueLines, EndlessLineIsBadInput) {
  const Outcome outcome =
      run_shell("(echo 1; head -c 60000000 /dev/zero | tr '\\0' ' ') | " + program() + " hash");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.out, "5902408780260971510\n");
  EXPECT_EQ(outcome.err,
            "error: stdin line 2: longer than 48 MiB, the limit of a line; no value that "
            "MongoDB can store needs it\n");
}

}  // namespace
}  // namespace shardsweep::tests
