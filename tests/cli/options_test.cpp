// What wrong options, names and outputs lead to, seen from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/process.hpp"

namespace shardsweep::tests {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Options : public testing::Test {
 protected:
  Options() {
    std::string lines = "_id,a,b,d\n";
    for (int i = 0; i < 400; ++i)
      lines += std::to_string(i) + "," + std::to_string(i % 40) + "," + std::to_string(i % 7) +
               ",2026-01-01T00:00:00Z\n";
    documents = folder.write("d.csv", lines);
  }

  Outcome sweep(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {program(), "sweep", documents});
    return run_process(arguments);
  }
  std::string error_of(std::vector<std::string> arguments) const {
    const Outcome outcome = sweep(std::move(arguments));
    EXPECT_EQ(outcome.status, 2) << outcome.out;
    return outcome.err;
  }

  TempFolder folder;
  std::string documents;
};

TEST_F(Options, NamesThatNoDocumentHasAreUsageErrors) {
  EXPECT_EQ(error_of({"--fields", "a,nope"}), "error: --fields nope: no document has this field\n");
  EXPECT_EQ(error_of({"--derive", "m=month(a)"}),
            "error: --derive m=month(a): no document gave a value; is the field there, and of the "
            "type that the function takes?\n");
  EXPECT_EQ(error_of({"--size-field", "nope"}),
            "error: --size-field nope: no document has a number of bytes in this field\n");
}

TEST_F(Options, NumbersOutOfRangeAreUsageErrors) {
  EXPECT_EQ(error_of({"--top=-1"}),
            "error: --top cannot be -1; it is a number from 0 to 4294967295\n");
  EXPECT_THAT(error_of({"--seed=-1"}), HasSubstr("--seed cannot be -1"));
  EXPECT_THAT(error_of({"--total-docs", "1000.5"}),
              HasSubstr("--total-docs cannot be '1000.5': a whole number is wanted"));
  EXPECT_THAT(error_of({"--chunk-size", "2000"}), HasSubstr("--chunk-size cannot be 2000"));
  EXPECT_THAT(error_of({"--max-candidates", "10001"}), HasSubstr("from 1 to 10000"));
}

TEST_F(Options, InputOptionsThatNoInputCanHeedAreUsageErrors) {
  EXPECT_EQ(error_of({"--ns", "shop.orders"}),
            "error: --ns picks a collection of an archive or a dump folder, and " + documents +
                " is neither; leave it out\n");
  EXPECT_EQ(error_of({"--legacy-json"}),
            "error: --legacy-json is about JSON, and " + documents + " is no JSON; leave it out\n");
  const auto json = folder.write("d.jsonl", "{\"a\":1}\n");
  EXPECT_EQ(run_process({program(), "analyze", json, "--key", "{a: 1}", "--csv-fields", "a"}).err,
            "error: --csv-fields names the columns of CSV or TSV, and " + json +
                " is neither; leave it out\n");
  EXPECT_EQ(
      run_process({program(), "sweep", json, json, "--csv-fields", "a", "--dry-run"}).err,
      "error: --csv-fields names the columns of CSV or TSV, and none of the inputs is either; "
      "leave it out\n");
  // One that heeds it is enough, and an empty file is of any format.
  EXPECT_EQ(sweep({json, "--legacy-json"}).status, 0);
  EXPECT_EQ(sweep({"--csv-fields", "a,b,c,d"}).status, 0);
  EXPECT_EQ(
      run_process({program(), "sweep", folder.write("e.bson", ""), "--csv-fields", "a"}).status, 0);
}

TEST_F(Options, KeysFilesAreReadOrRefused) {
  EXPECT_THAT(error_of({"--keys-file", folder.path("nothing")}), HasSubstr("cannot open"));
  EXPECT_THAT(error_of({"--keys-file", folder.path("")}), HasSubstr("--keys-file: "));
  EXPECT_THAT(error_of({"--keys-file", folder.write("empty", "# none\n\n")}),
              HasSubstr("holds no key"));
  EXPECT_THAT(error_of({"--keys-file", folder.write("bad", "{a: 1}\n{b: }\n")}),
              HasSubstr("bad line 2: "));
  const auto keys = folder.write("keys", "\xef\xbb\xbf{a: 1}\r\n# b too\n{b: 1, a: 1}\n");
  const Outcome outcome = sweep({"--keys-file", keys, "--json", "-", "--quiet"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("{\"key\":{\"b\":1,\"a\":1}"));
}

TEST_F(Options, NoOutputReplacesAnInputOrAnotherOutput) {
  const std::string before = read_file(documents);
  EXPECT_THAT(error_of({"--json", folder.path("./d.csv")}), HasSubstr("is also an input"));
  ASSERT_EQ(run_shell("ln -s '" + documents + "' '" + folder.path("link") + "'").status, 0);
  EXPECT_THAT(error_of({"--csv", folder.path("link")}), HasSubstr("is also an input"));
  EXPECT_EQ(read_file(documents), before);
  EXPECT_THAT(error_of({"--json", folder.path("r"), "--csv", folder.path("./r")}),
              HasSubstr("two outputs go to"));
  EXPECT_THAT(error_of({"--json", ""}), HasSubstr("an output needs a file name"));
  EXPECT_THAT(folder.files(), ElementsAre("d.csv", "link"));
}

TEST_F(Options, AFileOfADumpFolderIsNotReplaced) {
  const TempFolder dump;
  ASSERT_EQ(run_process(
                {program(), "generate", "hosts", "--docs", "100", "--out", dump.path("hosts.bson")})
                .status,
            0);
  const Outcome outcome =
      run_process({program(), "sweep", dump.path(""), "--json", dump.path("hosts.bson")});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("is also an input"));
}

TEST_F(Options, AnOutputNeverTakesTheNumberOfAClosedStream) {
  const auto json = folder.path("r.json");
  const Outcome outcome = run_shell("'" + program() + "' sweep '" + documents + "' --json '" +
                                    json + "' --csv - 2>&- >/dev/null");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(read_file(json).substr(0, 18), "{\"schemaVersion\":1");
}

TEST_F(Options, AFileSizeLimitIsAResourceErrorAndLeavesNothing) {
  const Outcome outcome = run_shell("ulimit -f 8; '" + program() + "' generate game --docs 5000 " +
                                    "--out '" + folder.path("big.bson") + "'");
  EXPECT_EQ(outcome.status, 5);
  EXPECT_THAT(outcome.err, HasSubstr("big.bson: File too large"));
  EXPECT_THAT(folder.files(), ElementsAre("d.csv"));
}

TEST_F(Options, TooLittleMemoryIsAResourceError) {
  const Outcome outcome = sweep({"--memory", "1K"});
  EXPECT_EQ(outcome.status, 5);
  EXPECT_THAT(outcome.err, HasSubstr("--memory"));
}

TEST_F(Options, DryRunAsksForTheBackendToo) {
  const Outcome outcome = sweep({"--dry-run", "--backend", "cuda"});
  EXPECT_EQ(outcome.status, 4);
}

TEST_F(Options, VerboseTellsTheSecondsOfEachPhase) {
  const Outcome outcome = sweep({"-v"});
  EXPECT_EQ(outcome.status, 0);
  for (const char* phase : {"profile: 0.", "encode: 0.", "candidates: 0.", "sweep: 0."})
    EXPECT_THAT(outcome.err, HasSubstr(phase));
  EXPECT_THAT(sweep({"-v", "--quiet"}).err, IsEmpty());
}

TEST_F(Options, ARefusedKeyWithNaNStaysJson) {
  const Outcome outcome = sweep({"--key", "{a: NaN}", "--json", "-", "--quiet"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              HasSubstr("\"refused\":[\n{\"key\":{\"a\":{\"$numberDouble\":\"NaN\"}},\"code\":"));
}

TEST_F(Options, BadDocumentsLeftOutAreToldWithAnExample) {
  const auto bad = folder.write("bad.csv", "a.int32(),b.int32()\n1,2\nx,4\n5,6\n");
  const Outcome outcome = run_process({program(), "sweep", bad, "--skip-bad"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("1 document left out as bad; "));
  EXPECT_THAT(outcome.out, HasSubstr("line 3"));
}

TEST_F(Options, ADateBeyondTheLimitOfPathsStillTellsTheArrival) {
  std::string typed = "_id.int32(),a.int32(),d.date(2006-01-02)\n";
  for (int i = 0; i < 400; ++i)
    typed += std::to_string(i * 7919 % 400) + "," + std::to_string(i % 40) + ",20" +
             std::to_string(10 + i % 80) + "-01-01\n";
  const auto dated = folder.write("t.csv", typed);
  const Outcome outcome =
      run_process({program(), "sweep", dated, "--max-paths", "2", "--json", "-", "--quiet"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\"arrival\":{\"source\":\"d\""));
  EXPECT_THAT(outcome.out,
              HasSubstr("{\"rule\":\"paths beyond --max-paths\",\"count\":1,\"example\":\"d\"}"));
}

TEST_F(Options, OfSeveralInputsARowIsNamedWithItsFile) {
  const auto first = folder.write("1.jsonl", "{\"_id\":1,\"t\":1}\n{\"_id\":2,\"t\":1}\n");
  const auto empty = folder.write("2.jsonl", "");
  const auto last = folder.write("3.jsonl", "{\"_id\":3,\"t\":1}\n{\"_id\":4,\"t\":[-1]}\n");
  const std::vector<std::string> all = {program(), "sweep", first, empty, last};
  const auto run = [&](std::vector<std::string> command, const std::vector<std::string>& more) {
    command.insert(command.end(), more.begin(), more.end());
    return run_process(command);
  };
  const Outcome arrays = run(all, {"--key", "{t: 1}", "--json", "-"});
  EXPECT_THAT(arrays.out, HasSubstr("an array on the path t, the first in row 1 of " + last));
  EXPECT_THAT(arrays.out, HasSubstr("t (first in row 1 of " + last + ")"));
  const auto bad = folder.write("4.jsonl", "{\"t\":-1}\n");
  EXPECT_THAT(run(all, {bad, "--size-field", "t"}).err,
              HasSubstr("error: row 0 of " + bad + ": -1 in --size-field t is no document size"));
  EXPECT_THAT(run({program(), "sweep", bad}, {"--size-field", "t"}).err,
              HasSubstr("error: row 0: -1 in --size-field t"));
}

TEST_F(Options, FewDocumentsInAWindowAreTold) {
  EXPECT_THAT(sweep({"--arrival", "row"}).out,
              HasSubstr("Each of the 100 windows of arrival holds only about 4 documents"));
}

}  // namespace
}  // namespace shardsweep::tests
