// The program as a user runs it: exit statuses, messages, pipes, signals, files left behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/process.hpp"

namespace shardsweep::tests {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// Ten thousand documents of the benchmark collection, made by the program itself.
class Program : public testing::Test {
 protected:
  void SetUp() override {
    documents = folder.path("orders.bson");
    const auto made =
        run_process({program(), "generate", "yardstick", "--docs", "10000", "--out", documents});
    ASSERT_EQ(made.status, 0) << made.err;
  }

  Outcome sweep(std::vector<std::string> options) const {
    options.insert(options.begin(), {program(), "sweep", documents});
    return run_process(options);
  }

  TempFolder folder;
  std::string documents;
};

/// The JSON without its run record, which is the second member of the object.
std::string without_run(const std::string& json) {
  const auto begin = json.find("\"run\"");
  const auto end = json.find("\"documents\"");
  EXPECT_NE(begin, std::string::npos);
  EXPECT_NE(end, std::string::npos);
  return json.substr(0, begin) + json.substr(end);
}

TEST_F(Program, NoCommandPrintsUsageAndExitsTwo) {
  const auto outcome = run_process({program()});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, StartsWith("usage: shardsweep COMMAND"));
  EXPECT_THAT(outcome.out, IsEmpty());
}

TEST_F(Program, HelpAndVersionGoToStdout) {
  EXPECT_THAT(run_process({program(), "--help"}).out, StartsWith("usage: shardsweep COMMAND"));
  EXPECT_THAT(run_process({program(), "--version"}).out, StartsWith("shardsweep 0."));
  for (const std::string command : {"sweep", "analyze", "generate", "hash", "order", "devices"}) {
    const auto outcome = run_process({program(), command, "--help"});
    EXPECT_EQ(outcome.status, 0) << command;
    EXPECT_THAT(outcome.out, HasSubstr("usage: shardsweep " + command)) << command;
  }
}

TEST_F(Program, UnknownCommandsAndOptionsAreUsageErrors) {
  const auto command = run_process({program(), "frobnicate"});
  EXPECT_EQ(command.status, 2);
  EXPECT_EQ(command.err, "error: there is no command 'frobnicate'; see shardsweep --help\n");
  EXPECT_EQ(run_process({program(), "simulate"}).status, 2);
  const auto option = sweep({"--no-such-option"});
  EXPECT_EQ(option.status, 2);
  EXPECT_THAT(option.err, HasSubstr("no-such-option"));
}

TEST_F(Program, OptionValuesOutOfRangeNameTheOption) {
  EXPECT_EQ(sweep({"--shards", "1"}).err,
            "error: --shards cannot be 1; it is a number from 2 to 4096\n");
  EXPECT_THAT(sweep({"--server", "3.6"}).err, HasSubstr("4.2, 4.4, 5.0, 6.0, 7.0"));
  EXPECT_EQ(
      sweep({"--format", "parquet"}).err,
      "error: --format cannot be 'parquet'; it is one of: auto, bson, json, csv, tsv, archive\n");
  EXPECT_THAT(sweep({"--memory", "lots"}).err, HasSubstr("--memory cannot be 'lots'"));
  EXPECT_THAT(sweep({"--threshold", "nonsense=1"}).err, HasSubstr("there is no 'nonsense'"));
  EXPECT_THAT(sweep({"--key", "{a: "}).err, StartsWith("error: "));
  EXPECT_EQ(sweep({"--key", "{a: "}).status, 2);
}

TEST_F(Program, TheCudaBackendIsADeviceErrorHere) {
  // Where a GPU is, it is hidden.
  const auto outcome = run_shell("CUDA_VISIBLE_DEVICES= '" + program() + "' sweep '" + documents +
                                 "' --backend cuda");
  EXPECT_EQ(outcome.status, 4);
  EXPECT_THAT(outcome.err, StartsWith("error: --backend cuda: "));
  EXPECT_THAT(outcome.err, HasSubstr("; use --backend cpu or auto\n"));
  const char* reason = SHARDSWEEP_HAVE_CUDA ? "(cudaError" : "this build has no CUDA executor";
  EXPECT_THAT(outcome.err, HasSubstr(reason));
  const auto devices = run_shell("CUDA_VISIBLE_DEVICES= '" + program() + "' devices");
  EXPECT_EQ(devices.status, 0);
  EXPECT_THAT(devices.out, HasSubstr("cpu: usable"));
  EXPECT_THAT(devices.out, HasSubstr("cuda: not usable, "));
  EXPECT_THAT(devices.out, HasSubstr(reason));
}

TEST_F(Program, WithoutAGpuTheCpuIsTakenAndThatIsSaidOnce) {
  const std::string command = "CUDA_VISIBLE_DEVICES= '" + program() + "' sweep '" + documents + "'";
  const auto outcome = run_shell(command + " --json -");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr(R"("backend":"cpu")"));
  const std::string note = "note: No GPU is used: ";
  const std::size_t at = outcome.err.find(note);
  EXPECT_EQ(at != std::string::npos, SHARDSWEEP_HAVE_CUDA) << outcome.err;
  EXPECT_EQ(outcome.err.find(note, at + 1), std::string::npos) << "twice";
  EXPECT_EQ(run_shell(command + " --backend cpu").err.find(note), std::string::npos);
}

TEST_F(Program, AMissingInputIsADataError) {
  const auto outcome = run_process({program(), "sweep", folder.path("nothing.bson")});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("nothing.bson"));
  EXPECT_THAT(outcome.err, HasSubstr("No such file or directory"));
}

TEST_F(Program, ATruncatedDumpNamesFileAndByte) {
  const auto bytes = read_file(documents);
  const auto cut = folder.write("cut.bson", bytes.substr(0, bytes.size() - 10));
  const auto outcome = run_process({program(), "sweep", cut});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("cut.bson"));
  EXPECT_THAT(outcome.err, HasSubstr("byte"));
  const auto skipping = run_process({program(), "sweep", cut, "--skip-bad", "--json", "-"});
  EXPECT_EQ(skipping.status, 0) << skipping.err;
  EXPECT_THAT(skipping.out, HasSubstr("\"count\":9999"));
  EXPECT_THAT(skipping.out, HasSubstr("\"skipped\":1"));
}

TEST_F(Program, EmptyInputIsZeroDocumentsAndASentence) {
  const auto outcome = run_process({program(), "sweep", folder.write("empty.bson", "")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err + outcome.out, HasSubstr("no documents"));
}

TEST_F(Program, TheTableGoesToStdoutAndNothingElse) {
  const auto outcome = sweep({});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("user_id"));
  EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos) << "no colour outside a terminal";
  EXPECT_EQ(outcome.err.find('\r'), std::string::npos) << "no progress outside a terminal";
}

TEST_F(Program, JsonIsTheSameForAnyNumberOfThreadsAndAnyMemory) {
  const auto one = sweep({"--json", "-", "--threads", "1"});
  const auto two = sweep({"--json", "-", "--threads", "2"});
  const auto three = sweep({"--json", "-", "--threads", "3"});
  const auto again = sweep({"--json", "-", "--threads", "2"});
  ASSERT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(without_run(one.out), without_run(two.out));
  EXPECT_EQ(without_run(one.out), without_run(three.out));
  EXPECT_EQ(without_run(two.out), without_run(again.out));
}

TEST_F(Program, JsonIsTheSameForTextAndAnyThreadsAndMemory) {
  const auto lines = folder.path("orders.jsonl");
  ASSERT_EQ(
      run_process({program(), "generate", "yardstick", "--docs", "10000", "--out", lines}).status,
      0);
  std::vector<std::string> results;
  for (const std::string threads : {"1", "2", "3"})
    for (const std::string memory : {"64M", "2G"}) {
      const auto outcome = run_process({program(), "sweep", lines, "--quiet", "--json", "-",
                                        "--threads", threads, "--memory", memory});
      ASSERT_EQ(outcome.status, 0) << outcome.err;
      results.push_back(without_run(outcome.out));
    }
  EXPECT_THAT(results, testing::Each(results.front()));
}

TEST_F(Program, FilesAndPipesGiveTheSameResult) {
  const auto file = sweep({"--json", "-"});
  const auto pipe = run_process({program(), "sweep", "-", "--json", "-"}, read_file(documents));
  ASSERT_EQ(pipe.status, 0) << pipe.err;
  EXPECT_EQ(without_run(file.out), without_run(pipe.out));
  const auto gzip = run_shell("gzip -c '" + documents + "' | '" + program() + "' sweep - --json -");
  ASSERT_EQ(gzip.status, 0) << gzip.err;
  EXPECT_EQ(without_run(file.out), without_run(gzip.out));
}

TEST_F(Program, GeneratedCsvGivesTheFiguresOfTheBson) {
  for (const std::string preset : {"composed-month-id", "shuffled-timeless"}) {
    std::vector<std::string> results;
    for (const std::string format : {"bson", "csv"}) {
      const auto file = folder.path(preset + "." + format);
      ASSERT_EQ(
          run_process({program(), "generate", preset, "--docs", "3000", "--out", file}).status, 0);
      const auto outcome = run_process({program(), "sweep", file, "--json", "-", "--quiet"});
      ASSERT_EQ(outcome.status, 0) << outcome.err;
      results.push_back(without_run(outcome.out));
    }
    EXPECT_TRUE(results[0] == results[1]) << preset;
  }
}

TEST_F(Program, NamedOutputsAreWrittenAndNothingIsLeftBehind) {
  const auto outcome = sweep({"--json", folder.path("r.json"), "--csv", folder.path("r.csv"),
                              "--markdown", folder.path("r.md"), "--quiet"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_THAT(folder.files(), ElementsAre("orders.bson", "r.csv", "r.json", "r.md"));
  EXPECT_THAT(read_file(folder.path("r.json")), HasSubstr("\"schemaVersion\":1"));
}

TEST_F(Program, AFailedRunKeepsTheOldOutput) {
  folder.write("r.json", "old");
  const auto bad = folder.write("bad.bson", std::string("\x01\0\0\0", 4));
  EXPECT_EQ(run_process({program(), "sweep", bad, "--json", folder.path("r.json")}).status, 3);
  EXPECT_EQ(read_file(folder.path("r.json")), "old");
  EXPECT_THAT(folder.files(), ElementsAre("bad.bson", "orders.bson", "r.json"));
}

TEST_F(Program, OutputsThatCannotBeWrittenAreResourceErrors) {
  const auto nowhere = sweep({"--json", folder.path("no/such/folder/r.json")});
  EXPECT_EQ(nowhere.status, 5);
  EXPECT_THAT(nowhere.err, HasSubstr("r.json"));
  const auto full =
      run_shell("'" + program() + "' sweep '" + documents + "' --backend cpu > /dev/full");
  EXPECT_EQ(full.status, 5);
  EXPECT_EQ(full.err, "error: cannot write the results to stdout: No space left on device\n");
}

TEST_F(Program, AnInputIsNeverOverwritten) {
  const auto outcome = sweep({"--json", documents});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("is also an input"));
}

TEST_F(Program, AClosedPipeEndsQuietly) {
  const auto outcome = run_shell("set -o pipefail; '" + program() + "' sweep '" + documents +
                                 "' --quiet --json - | head -c 1 > /dev/null");
  EXPECT_EQ(outcome.status, 141);
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST_F(Program, InterruptsEndBySignalAndLeaveNoFiles) {
  // The shell ignores SIGINT in what it runs in the background; env puts the default back.
  const std::vector<std::pair<std::string, int>> signals = {
      {"INT", 130}, {"TERM", 143}, {"HUP", 129}};
  for (const auto& [signal, status] : signals) {
    const auto outcome =
        run_shell("(cat '" + documents + "'; sleep 20) | env --default-signal '" + program() +
                  "' sweep - --json '" + folder.path("r.json") + "' & child=$!; sleep 1; kill -" +
                  signal + " $child; wait $child");
    EXPECT_EQ(outcome.status, status) << signal << outcome.err;
    EXPECT_THAT(folder.files(), ElementsAre("orders.bson")) << signal;
  }
}

TEST_F(Program, FailIfDecidesTheExitStatus) {
  EXPECT_EQ(sweep({"--fail-if", "score<101"}).status, 1);
  EXPECT_EQ(sweep({"--fail-if", "score<0"}).status, 0);
  EXPECT_EQ(sweep({"--fail-if", "what is this"}).status, 2);
}

TEST_F(Program, DryRunSaysMemoryAndPasses) {
  const auto outcome = sweep({"--dry-run"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("passes over the input: 2"));
  EXPECT_THAT(outcome.out, HasSubstr("documents: 10,000"));
  EXPECT_THAT(outcome.out, HasSubstr("memory: columns"));
}

}  // namespace
}  // namespace shardsweep::tests
