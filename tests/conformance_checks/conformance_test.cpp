#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/conformance/run.hpp"
#include "tests/conformance/sha256.hpp"

namespace shardsweep::conformance {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;

struct Outcome {
  int status = -1;
  std::string out, err;
};

class Conformance : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  Outcome check(const std::string& json) {
    std::ofstream(path_) << json;
    std::ostringstream out, err;
    Outcome outcome;
    outcome.status = run({path_}, out, err);
    outcome.out = out.str();
    outcome.err = err.str();
    return outcome;
  }

  std::string path_ = testing::TempDir() + "conformance_" +
                      testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
};

TEST_F(Conformance, CountsEverySectionOfHashVectors) {
  const Outcome outcome = check(R"({"count":1,"vectors":[
    {"value":{"$numberInt":"42"},"seed":0,"hash":"-944302157085130861"},
    {"value":42,"hash":-944302157085130861},
    {"value":{"$timestamp":{"t":0,"i":0}},"preServer3":true,"hash":"-1178696894582842035"}],
    "relations":[{"a":3,"b":3.1,"equal":true},{"a":4,"b":4,"equal":false,"seedA":0,"seedB":1}],
    "splitVectors":[{"numInitialChunks":2,"splitPoints":["0"]}],
    "orderVectors":[{"ascending":[null,1,"a"]}],"format":"hash-vectors/1"})");
  EXPECT_EQ(outcome.out, "7 passed, 0 failed, 0 skipped\n");
  EXPECT_EQ(outcome.status, 0);
}

TEST_F(Conformance, SaysWhatDiffers) {
  const Outcome outcome = check(R"({"format":"hash-cases/1","cases":[
    {"id":7,"value":42,"seed":0,"hash":"1"},{"id":"x","value":{"$oid":"zz"},"hash":"1"},
    {"value":42,"seed":0,"hash":"-944302157085130861"}]})");
  EXPECT_THAT(outcome.out,
              HasSubstr("FAIL " + path_ + ":7: expected 1, got -944302157085130861\n"));
  EXPECT_THAT(outcome.out, HasSubstr("FAIL " + path_ + ":x: expected "));
  EXPECT_THAT(outcome.out, EndsWith("\n1 passed, 2 failed, 0 skipped\n"));
  EXPECT_EQ(outcome.status, 1);
}

TEST_F(Conformance, FailsTextsThatAreNone) {
  const Outcome outcome = check(R"({"format":"hash-cases/1","cases":[
    {"id":"\ud800","value":42,"hash":"1"},{"id":"a","value":42,"hash":"\ud800"},
    {"id":"b","bson":"\ud800","hash":"1"},{"id":"c","value":"\ud800","hash":"1"},
    {"id":{"$numberInt":"x"},"value":1,"hash":"1"},
    {"id":"d","kind":"\ud800","machine":false}]})");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr(":\"\\ud800\": expected 1, got -944302157085130861\n"),
                                 HasSubstr(":a: expected \"\\ud800\", got -944302157085130861\n"),
                                 HasSubstr(":b: expected a case that can be checked, got "),
                                 HasSubstr(":c: expected a case that can be checked, got "),
                                 HasSubstr(":{\"$numberInt\":\"x\"}: expected 1, got "),
                                 HasSubstr("SKIP \"\\ud800\": 1\n")));
  EXPECT_THAT(outcome.out, EndsWith("\n0 passed, 5 failed, 1 skipped\n"));
  EXPECT_EQ(outcome.status, 1);
  const Outcome splits = check(R"({"format":"hashed-presplit/1","splits":[
    {"numInitialChunks":2,"splitPoints":["\ud800"]},{"numInitialChunks":"\ud800"}]})");
  EXPECT_THAT(splits.out, EndsWith("\n0 passed, 2 failed, 0 skipped\n"));
  const Outcome kind = check(R"({"format":"routing-cases/1","cases":[{"kind":"\ud800"}]})");
  EXPECT_THAT(kind.out, HasSubstr("cases of kind \"\\ud800\""));
  for (const char* json :
       {R"({"format":"\ud800","cases":[]})", R"({"format":"hash-cases/1","cases":[{"\ud800":1}]})",
        R"({"\ud800":1,"format":"hash-cases/1"})"})
    EXPECT_EQ(check(json).status, 3) << json;
}

TEST_F(Conformance, PrefersTheBytesToTheJson) {
  const Outcome outcome = check(R"({"format":"hash-cases/1","cases":[
    {"value":"not this","bson":"0b00000010002a00000000","hash":"-944302157085130861"},
    {"id":"short","value":42,"bson":"0b00000010002a0000","hash":"-944302157085130861"}]})");
  EXPECT_THAT(outcome.out, HasSubstr(":short: expected a case that can be checked, got bson"));
  EXPECT_THAT(outcome.out, EndsWith("\n1 passed, 1 failed, 0 skipped\n"));
}

TEST_F(Conformance, ComparesAllPairsOfGroups) {
  EXPECT_EQ(check(R"({"format":"bson-order/1","groups":[[null],[1,1.0],["a"]]})").out,
            "3 passed, 0 failed, 0 skipped\n");
  const Outcome outcome = check(R"({"format":"bson-order/1","groups":[["a"],[null],[1,2],["b"]]})");
  EXPECT_THAT(outcome.out, HasSubstr(":groups[1]: expected null > \"a\", got null < \"a\""));
  EXPECT_THAT(outcome.out, HasSubstr(":groups[2]: expected "));
  EXPECT_THAT(outcome.out, EndsWith("\n2 passed, 2 failed, 0 skipped\n"));
}

TEST_F(Conformance, ChecksListsOfSplitPointsByDigest) {
  const std::string start = R"({"format":"hashed-presplit/1","splits":[{"numInitialChunks":4,
    "splitPointCount":3,"first":["-4611686018427387902"],"last":["0","4611686018427387902"],
    "sha256OfNewlineJoined":")";
  const std::string digest = sha256_hex("-4611686018427387902\n0\n4611686018427387902");
  EXPECT_EQ(check(start + digest + "\"}]}").status, 0);
  EXPECT_EQ(check(start + std::string(64, '0') + "\"}]}").status, 1);
}

TEST_F(Conformance, SkipsOnlyWhatIsNotForMachinesAndFailsUnknownKinds) {
  const Outcome outcome = check(R"({"format":"routing-cases/1","cases":[
    {"id":"p","kind":"prose","machine":false},{"id":"q","kind":"prose","machine":false},
    {"id":"r","kind":"no_such_kind","machine":true}]})");
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr(":r: expected a checker for cases of kind no_such_kind"),
                    HasSubstr("\nSKIP prose: 2\n"), EndsWith("\n0 passed, 1 failed, 2 skipped\n")));
  EXPECT_EQ(outcome.status, 1);
}

TEST_F(Conformance, IsNotContentWithNothing) {
  EXPECT_EQ(check(R"({"format":"hash-cases/1","cases":[]})").status, 1);
}

TEST_F(Conformance, RefusesOtherFiles) {
  for (const char* json : {R"({"format":"analyze-cases/1","cases":[{}]})", R"({"cases":[]})", "[1]",
                           "", "{\"format\":\"hash-cases/1\",\"cases\":["}) {
    const Outcome outcome = check(json);
    EXPECT_EQ(outcome.status, 3) << json;
    EXPECT_THAT(outcome.err, HasSubstr(path_)) << json;
    EXPECT_EQ(outcome.out, "0 passed, 0 failed, 0 skipped\n") << json;
  }
  std::ostringstream out, err;
  EXPECT_EQ(run({path_ + ".missing"}, out, err), 3);
  EXPECT_EQ(run({}, out, err), 2);
}

// FIPS 180-4 examples.
TEST(Sha256, GivesTheStandardsDigests) {
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

}  // namespace
}  // namespace shardsweep::conformance
