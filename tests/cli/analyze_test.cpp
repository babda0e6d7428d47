// The analyze command as a user runs it.
#include <gmock/gmock.h>

#include <string>

#include "tests/support/process.hpp"

namespace shardsweep::tests {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class Analyze : public testing::Test {
 protected:
  Outcome analyze(std::vector<std::string> options) const {
    options.insert(options.begin(), {program(), "analyze"});
    return run_process(options);
  }
  Outcome analyze_documents(const std::string& lines, std::vector<std::string> options) const {
    options.insert(options.begin(), folder.write("documents.jsonl", lines));
    return analyze(options);
  }

  TempFolder folder;
};

/// 21 bytes each, but for 25 with the double and 14 without a.
const std::string six =
    "{\"_id\":1,\"a\":5}\n{\"_id\":2,\"a\":5}\n{\"_id\":3,\"a\":7}\n"
    "{\"_id\":4,\"a\":5.0}\n{\"_id\":5,\"a\":9}\n{\"_id\":6}\n";

TEST_F(Analyze, PrintsTheServersFieldsInTheServersOrder) {
  const Outcome outcome = analyze_documents(six, {"--key", "{a: 1}"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out,
            "{\"keyCharacteristics\":{\"numDocsTotal\":6,\"avgDocSizeBytes\":20,"
            "\"numDocsSampled\":6,\"isUnique\":false,\"numDistinctValues\":4,"
            "\"mostCommonValues\":[{\"value\":{\"a\":5},\"frequency\":3},"
            "{\"value\":{\"a\":null},\"frequency\":1},{\"value\":{\"a\":7},\"frequency\":1},"
            "{\"value\":{\"a\":9},\"frequency\":1}],\"monotonicity\":{\"type\":\"not monotonic\","
            "\"recordIdCorrelationCoefficient\":0.0857142858}}}\n");
}

TEST_F(Analyze, UniqueKeyAndOptions) {
  const Outcome outcome =
      analyze_documents(six, {"--key", "{_id: \"hashed\"}", "--most-common-values", "2"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\"isUnique\":true,\"numDistinctValues\":6,"
                                     "\"mostCommonValues\":[{\"value\":{\"_id\":1},"
                                     "\"frequency\":1},{\"value\":{\"_id\":2},\"frequency\":1}]"));
  EXPECT_THAT(outcome.out, HasSubstr("{\"type\":\"not monotonic\","
                                     "\"recordIdCorrelationCoefficient\":0}"));
}

TEST_F(Analyze, SameBytesForAnyNumberOfThreads) {
  const std::string file = folder.path("orders.bson");
  ASSERT_EQ(
      run_process({program(), "generate", "yardstick", "--docs", "20000", "--out", file}).status,
      0);
  for (const char* key : {"{country: 1, created_at: 1}", "{user_id: 'hashed', status: 1}"}) {
    for (const char* sampling : {"none", "server"}) {
      const Outcome one = analyze({file, "--key", key, "--sampling", sampling, "--threads", "1"});
      const Outcome two = analyze({file, "--key", key, "--sampling", sampling, "--threads", "2"});
      EXPECT_EQ(one.status, 0) << one.err;
      EXPECT_EQ(one.out, two.out);
    }
  }
  const Outcome sampled = analyze({file, "--key", "{country: 1}", "--sample-size", "500"});
  EXPECT_EQ(sampled.status, 0) << sampled.err;
  EXPECT_THAT(sampled.out, HasSubstr("\"numDocsTotal\":20000,"));
}

TEST_F(Analyze, RefusalsExitThreeWithTheServersName) {
  const std::pair<const char*, const char*> rows[] = {{"{a: -1}", "BadValue"},
                                                      {"{b: 1}", "BadValue"},
                                                      {"{a: 'hashed', _id: 'hashed'}", "BadValue"}};
  for (const auto& [key, code] : rows) {
    const Outcome outcome = analyze_documents("{\"_id\":1,\"b\":[1]}\n", {"--key", key});
    EXPECT_EQ(outcome.status, 3) << key;
    EXPECT_THAT(outcome.err, HasSubstr(code)) << key;
    EXPECT_THAT(outcome.out, IsEmpty());
  }
  const Outcome empty = analyze_documents("", {"--key", "{a: 1}"});
  EXPECT_EQ(empty.status, 3);
  EXPECT_THAT(empty.err, HasSubstr("IllegalOperation"));
  const Outcome both =
      analyze_documents(six, {"--key", "{a: 1}", "--sample-rate", "0.5", "--sample-size", "9"});
  EXPECT_EQ(both.status, 3);
  EXPECT_THAT(both.err, HasSubstr("InvalidOptions"));
}

TEST_F(Analyze, WrongUsageExitsTwoAndNamesTheOption) {
  const auto message = [&](std::vector<std::string> options) {
    const Outcome outcome = analyze_documents(six, std::move(options));
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    return outcome.err;
  };
  EXPECT_THAT(message({}), HasSubstr("--key is missing"));
  EXPECT_THAT(message({"--key", "{a 1}"}), HasSubstr("at position 4: expected ':'"));
  EXPECT_THAT(message({"--key", "{a: 1}", "--sample-rate", "1.5"}), HasSubstr("--sample-rate"));
  EXPECT_THAT(message({"--key", "{a: 1}", "--sample-rate", "nan"}), HasSubstr("--sample-rate"));
  EXPECT_THAT(message({"--key", "{a: 1}", "--sample-size", "0"}), HasSubstr("--sample-size"));
  EXPECT_THAT(message({"--key", "{a: 1}", "--sampling", "some"}), HasSubstr("none, server"));
  EXPECT_THAT(message({"--key", "{a: 1}", "--sampling", "none", "--sample-size", "9"}),
              HasSubstr("--sampling server"));
  EXPECT_THAT(message({"--key", "{a: 1}", "--most-common-values", "1001"}),
              HasSubstr("--most-common-values"));
  EXPECT_EQ(analyze({"--key", "{a: 1}"}).status, 2);
}

TEST_F(Analyze, BadDocumentsAreCountedOnStderr) {
  const Outcome outcome =
      analyze_documents("{\"a\":1}\n{bad\n{\"a\":2}\n", {"--key", "{a: 1}", "--skip-bad"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("note: 1 document left out as bad"));
  EXPECT_THAT(outcome.out, HasSubstr("\"numDocsTotal\":2,"));
  EXPECT_THAT(analyze_documents("{\"a\":1}\n{bad\n", {"--key", "{a: 1}"}).status, 3);
}

TEST_F(Analyze, MetadataOfADumpDecides) {
  folder.write("orders.bson", "");
  folder.write("orders.metadata.json",
               "{\"options\":{\"viewOn\":\"other\",\"pipeline\":[]},\"type\":\"view\","
               "\"collectionName\":\"orders\"}");
  const Outcome view = analyze({folder.path("orders.bson"), "--key", "{a: 1}"});
  EXPECT_EQ(view.status, 3);
  EXPECT_THAT(view.err, HasSubstr("CommandNotSupportedOnView"));
}

}  // namespace
}  // namespace shardsweep::tests
