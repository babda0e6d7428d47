#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "host/report/report.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/memory_sweep.hpp"

namespace shardsweep::host {
namespace {

std::string published_schema() {
  std::ifstream file(SHARDSWEEP_SOURCE_DIR "/docs/sweep.schema.json");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

SweepOptions sample_options() {
  SweepOptions options;
  options.cluster.chunk_bytes = 1024 * 1024;
  return options;
}

SweepResult sample_result() {
  test::MemoryTable table = test::sample_table();
  SweepResult result = test::sweep_memory(table, test::sample_keys(), sample_options());
  result.run.version = "0";
  result.run.inputs = {{"orders.bson", 4000000, "00ff"}};
  result.run.phases = {{"read", 4000, 4000000, 0.25, 1000000}};
  result.documents.fields = {{"tenant", {{"long", 4000}}, 0, 0, 40, true, 0.01}};
  result.refused = {{parse_key_pattern("{a: -1}"), "BadValue", "only 1 or \"hashed\""}};
  result.omitted = {{"arrays on the path", 2, "tags"}};
  return result;
}

std::vector<std::string> violations(const std::string& json) {
  test::JsonSchema schema(published_schema());
  simdjson::dom::parser parser;
  return schema.violations(parser.parse(json));
}

TEST(ReportJson, FollowsThePublishedSchema) {
  EXPECT_THAT(violations(report_json(sample_result())), testing::IsEmpty());
}

TEST(ReportJson, FollowsTheSchemaWithoutDocumentsOrArrival) {
  test::MemoryTable empty;
  empty.add("a", {});
  EXPECT_THAT(violations(report_json(test::sweep_memory(empty, {"{a: 1}"}, sample_options()))),
              testing::IsEmpty());
  test::MemoryTable unknown = test::sample_table(100);
  unknown.set_arrival({false, "", "no time", std::nullopt, 0});
  const SweepResult result = test::sweep_memory(unknown, test::sample_keys(), sample_options());
  EXPECT_THAT(violations(report_json(result)), testing::IsEmpty());
  EXPECT_FALSE(result.candidates.front().insertion);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(ReportJson, TheSchemaIsStrict) {
  const std::string json = report_json(sample_result());
  const std::pair<const char*, const char*> damage[] = {
      {"\"operations\":null", "\"operations\":{}"},
      {"\"pareto\":", "\"paretto\":"},
      {"\"rank\":1,", "\"rank\":0,"},
      {"\"class\":\"sound\"", "\"class\":\"fine\""},
      {"\"skipped\":0", "\"skipped\":0.5"},
      {"\"schemaVersion\":1", "\"schemaVersion\":2"},
      {"\"median\":{", "\"median\":{\"extra\":1,"},
      {"\"shards\":4", "\"shards\":\"4\""}};
  for (const auto& [from, to] : damage) {
    EXPECT_THAT(violations(replaced(json, from, to)), testing::Not(testing::IsEmpty())) << to;
  }
}

#ifdef SHARDSWEEP_PYTHON
TEST(ReportJson, PythonsValidatorAgrees) {
  const std::string path = testing::TempDir() + "shardsweep_report.json";
  std::ofstream(path) << report_json(sample_result());
  const std::string command =
      std::string(SHARDSWEEP_PYTHON) +
      " -c 'import json,sys,jsonschema; s=json.load(open(sys.argv[1])); "
      "jsonschema.Draft7Validator.check_schema(s); "
      "jsonschema.Draft7Validator(s).validate(json.load(open(sys.argv[2])))' " +
      SHARDSWEEP_SOURCE_DIR "/docs/sweep.schema.json " + path;
  EXPECT_EQ(std::system(command.c_str()), 0);
}
#endif

void collect_names(simdjson::dom::element value, const std::string& path,
                   std::vector<std::string>& names) {
  if (value.is_array() && simdjson::dom::array(value).size() > 0) {
    collect_names(simdjson::dom::array(value).at(0), path, names);
  }
  if (!value.is_object()) return;
  for (const auto field : simdjson::dom::object(value)) {
    names.push_back(path + std::string(field.key));
    collect_names(field.value, path + std::string(field.key) + ".", names);
  }
}

std::vector<std::string> member_names(simdjson::dom::element value) {
  std::vector<std::string> names;
  for (const auto field : simdjson::dom::object(value)) names.emplace_back(field.key);
  return names;
}

TEST(ReportJson, NamesStandInTheOrderOfTheContract) {
  simdjson::dom::parser parser;
  const std::string json = report_json(sample_result());
  const simdjson::dom::element root = parser.parse(json);
  EXPECT_THAT(member_names(root),
              testing::ElementsAre("schemaVersion", "run", "documents", "operations", "cluster",
                                   "ranking", "advice", "candidates", "refused", "omitted"));
  EXPECT_THAT(member_names(simdjson::dom::array(root["candidates"]).at(0)),
              testing::ElementsAre(
                  "key", "rank", "band", "class", "score", "scores", "capacityGain", "pareto",
                  "reasons", "conditions", "applicationChanges", "index", "keyCharacteristics",
                  "frequency", "placement", "insertion", "readDistribution", "writeDistribution",
                  "routing", "simulation", "origin", "hashedFieldRises", "present"));
  std::vector<std::string> names;
  collect_names(root, "", names);
  for (const char* name :
       {"run.inputs.xxh3", "run.phases.seconds", "documents.arrival.source",
        "documents.fields.types.long", "candidates.scores.resilience",
        "candidates.keyCharacteristics.mostCommonValues.frequency",
        "candidates.keyCharacteristics.monotonicity.type", "candidates.frequency.usefulShards",
        "candidates.frequency.top.value", "candidates.placement.shards.inserts",
        "candidates.placement.skew.bytes.entropy", "candidates.insertion.windows.hottestRange",
        "candidates.insertion.worst.growthPoints", "candidates.insertion.rankCorrelation"}) {
    EXPECT_THAT(names, testing::Contains(std::string(name)));
  }
}

std::string without_run(const std::string& json) {
  simdjson::dom::parser parser;
  std::string all;
  for (const auto field : simdjson::dom::object(parser.parse(json))) {
    if (field.key != "run") all += simdjson::minify(field.value);
  }
  return all;
}

TEST(ReportJson, OnlyRunDependsOnTheRun) {
  const SweepResult a = sample_result();
  SweepResult b = sample_result();
  EXPECT_EQ(report_json(a), report_json(b));
  b.run = {"9", "other", 2, {}, "cuda", "card", "AVX3", 7, {{"x", 1, 2, 3.5, 4}}, 99, {"a"}};
  EXPECT_NE(report_json(a), report_json(b));
  EXPECT_EQ(without_run(report_json(a)), without_run(report_json(b)));
}

TEST(ReportJson, KeyCharacteristicsAreTheServersFields) {
  test::MemoryTable table = test::sample_table(3);
  const SweepResult result = test::sweep_memory(table, {"{_id: 1}"}, sample_options());
  EXPECT_EQ(key_characteristics_json(result.candidates[0].characteristics),
            R"({"numDocsTotal":3,"avgDocSizeBytes":1000,"numDocsSampled":3,"isUnique":true,)"
            R"("numDistinctValues":3,"mostCommonValues":[)"
            R"({"value":{"_id":{"$numberLong":"0"}},"frequency":1},)"
            R"({"value":{"_id":{"$numberLong":"1"}},"frequency":1},)"
            R"({"value":{"_id":{"$numberLong":"2"}},"frequency":1}],)"
            R"("monotonicity":{"type":"monotonic","recordIdCorrelationCoefficient":1}})");
}

}  // namespace
}  // namespace shardsweep::host
