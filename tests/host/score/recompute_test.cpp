#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cmath>

#include "host/report/report.hpp"
#include "tests/support/memory_sweep.hpp"

/// Computes every score, weight, class, rank, band and pareto mark again from the text of the JSON
/// report, by the formulas of docs/scores.md, with no code of the product.
namespace shardsweep::host {
namespace {

using Element = simdjson::dom::element;
using Array = simdjson::dom::array;

double number(Element value) {
  return value;
}
double number_or(Element value, double otherwise) {
  return value.is_null() ? otherwise : double(value);
}
double clamp(double value) {
  return std::min(1.0, std::max(0.0, value));
}
double one_decimal(double value) {
  return std::round(value * 10) / 10;
}

struct Report {
  Element root;

  double shards() const { return number(root["cluster"]["shards"]); }
  double count() const { return number(root["documents"]["count"]); }
  double bytes() const {
    const double bytes = number(root["documents"]["bytes"]);
    return bytes == 0 ? count() : bytes;
  }
  double judged() const { return number(root["documents"]["judgedBytes"]); }
  double threshold(const char* name) const { return number(root["ranking"]["thresholds"][name]); }
};

double cardinality(const Report& report, Element candidate) {
  const Element frequency = candidate["frequency"];
  const double pieces =
      std::max({2 * report.shards(), number(report.root["cluster"]["ranges"]),
                std::ceil(report.judged() / number(report.root["cluster"]["chunkSizeBytes"]))});
  const double distinct = number(frequency["distinct"]);
  if (distinct == 0) return 0;
  const double heaviest = number(frequency["heaviest"]["bytes"]);
  double score = 100 * std::min(1.0, std::log(distinct) / std::log(pieces));
  if (heaviest > 0) score *= std::min(1.0, report.bytes() / (4 * report.shards() * heaviest));
  if (number_or(frequency["unsplittableCount"], 0) > 0) {
    const double stuck = number(frequency["unsplittableTotals"]["bytes"]);
    score *= clamp(1 - stuck / std::max(1.0, report.judged())) / 2;
  }
  return score;
}

double even(double share, double shards) {
  return clamp((1 - share) / (1 - 1 / shards));
}

double writes(double shards, Element candidate, double median, double worst) {
  const Element skew = candidate["placement"]["skew"]["bytes"];
  const double level = skew.is_null() ? 1 : 1 / number(skew["maxOverMean"]);
  return 100 * level * (0.75 * even(median, shards) + 0.25 * even(worst, shards));
}

double growth(const Report& report, Element candidate) {
  const double later = 4 * report.shards();
  double score = 100 * std::min(1.0, number(candidate["frequency"]["usefulShards"]) / later);
  double level = 0;
  for (const double times : {1.0, 2.0, 4.0}) {
    const std::string shards = std::to_string(static_cast<int>(times * report.shards()));
    level += 1 / number_or(candidate["placement"]["at"][shards]["bytes"], 1);
  }
  score *= level / 3;
  const Element insertion = candidate["insertion"];
  if (insertion.is_null()) return score;
  return score * even(std::max(number(insertion["median"]["hottestRange"]), 1 / later), later);
}

/// "score" again, from scores in the order of the JSON; nullopt for null.
std::optional<double> overall(Element weights, const std::map<std::string, double>& scores) {
  double sum = 0, weight_sum = 0;
  for (const auto& [name, score] : scores) {
    const double weight = number(weights[name]);
    sum += weight * std::log(std::max(1.0, score));
    weight_sum += weight;
  }
  if (weight_sum == 0) return std::nullopt;
  return one_decimal(std::exp(sum / weight_sum));
}

std::map<std::string, double> scores(const Report& report, Element candidate) {
  std::map<std::string, double> all;
  if (report.count() == 0) return all;
  all["cardinality"] = one_decimal(cardinality(report, candidate));
  all["growth"] = one_decimal(growth(report, candidate));
  const Element insertion = candidate["insertion"];
  if (!insertion.is_null()) {
    all["writes"] =
        one_decimal(writes(report.shards(), candidate, number(insertion["median"]["hottestShard"]),
                           number(insertion["worst"]["hottestShard"])));
  }
  return all;
}

std::set<std::string> codes(const Report& report, Element candidate) {
  std::set<std::string> found;
  const Element frequency = candidate["frequency"];
  const double heaviest = number(frequency["heaviest"]["bytes"]);
  const auto add = [&found](bool applies, const char* code) {
    if (applies) found.insert(code);
  };
  add(number(frequency["distinct"]) < report.threshold("distinctPerShard") * report.shards(),
      "fewValues");
  add(heaviest * report.shards() > report.threshold("heaviestShare") * report.bytes(),
      "heavyValue");
  add(number_or(frequency["unsplittableCount"], 0) > report.threshold("unsplittable"),
      "unsplittable");
  const Element insertion = candidate["insertion"];
  add(!insertion.is_null() && number(insertion["median"]["hottestShard"]) >
                                  std::min(report.threshold("hottestShardMean") / report.shards(),
                                           report.threshold("hottestShard")),
      "hotShard");
  const Element first_field = (*simdjson::dom::object(candidate["key"]).begin()).value;
  add(std::string_view(report.root["cluster"]["start"]) == "empty" && !first_field.is_string(),
      "presplit");
  return found;
}

std::string class_of(const std::set<std::string>& found) {
  for (const char* code : {"fewValues", "heavyValue", "unsplittable", "uniqueIndex"}) {
    if (found.contains(code)) return "notAdvised";
  }
  return found.empty() ? "sound" : "conditions";
}

void check_candidate(const Report& report, Element candidate) {
  SCOPED_TRACE(simdjson::minify(candidate["key"]));
  const auto expected = scores(report, candidate);
  for (const auto field : simdjson::dom::object(candidate["scores"])) {
    const std::string name(field.key);
    ASSERT_EQ(field.value.is_null(), !expected.contains(name)) << name;
    if (!field.value.is_null()) {
      EXPECT_NEAR(number(field.value), expected.at(name), 1e-9) << name;
    }
  }
  const auto score = overall(report.root["ranking"]["weights"], expected);
  ASSERT_EQ(Element(candidate["score"]).is_null(), !score);
  if (score) {
    EXPECT_NEAR(number(candidate["score"]), *score, 1e-9);
  }
  auto found = codes(report, candidate);
  std::set<std::string> stated;
  for (const Element condition : Array(candidate["conditions"])) {
    stated.emplace(std::string_view(condition["code"]));
  }
  if (stated.contains("uniqueIndex")) found.insert("uniqueIndex");  // from the metadata
  EXPECT_EQ(stated, found);
  EXPECT_EQ(std::string_view(candidate["class"]), class_of(found));
}

/// Nearest rank of hottestShard over windows [from, to).
double hottest(Element candidate, std::size_t from, std::size_t to, std::size_t percent) {
  std::vector<double> values;
  for (std::size_t i = from; i < to; ++i) {
    values.push_back(number(Array(candidate["insertion"]["windows"]).at(i)["hottestShard"]));
  }
  std::sort(values.begin(), values.end());
  return values[(values.size() * percent + 99) / 100 - 1];
}

double reach(const Report& report, Element candidate) {
  const double points = report.threshold("bandPoints");
  if (Element(candidate["insertion"]).is_null()) return points;
  const std::size_t k = Array(candidate["insertion"]["windows"]).size();
  if (k < 2) return points;
  const auto half = [&](std::size_t from, std::size_t to) {
    auto all = scores(report, candidate);
    all["writes"] = writes(report.shards(), candidate, hottest(candidate, from, to, 50),
                           hottest(candidate, from, to, 95));
    return overall(report.root["ranking"]["weights"], all).value_or(0);
  };
  return std::max(points, std::abs(half(0, k / 2) - half(k / 2, k)));
}

void check_order(const Report& report) {
  const std::vector<std::string> classes = {"sound", "conditions", "notAdvised"};
  const auto place = [&](Element candidate) {
    return std::find(classes.begin(), classes.end(), std::string_view(candidate["class"])) -
           classes.begin();
  };
  std::uint64_t rank = 0, band = 0;
  std::vector<Element> members;
  const auto check_band = [&] {
    if (members.empty()) return;
    const auto score = [](Element one) { return number_or(one["score"], -1); };
    const Element best = *std::max_element(members.begin(), members.end(),
                                           [&](auto a, auto b) { return score(a) < score(b); });
    // Several may share the best score; the widest reach of them is the bound.
    double least = score(best);
    for (const Element one : members) {
      if (score(one) == score(best)) least = std::min(least, score(best) - reach(report, one));
    }
    for (const Element one : members) {
      EXPECT_GE(score(one), least - 1e-6);
      EXPECT_EQ(place(one), place(best));
    }
  };
  std::ptrdiff_t last_class = 0;
  for (const Element candidate : Array(report.root["candidates"])) {
    EXPECT_EQ(std::uint64_t(candidate["rank"]), ++rank);
    EXPECT_GE(place(candidate), last_class);
    last_class = place(candidate);
    if (std::uint64_t(candidate["band"]) != band) {
      check_band();
      EXPECT_EQ(std::uint64_t(candidate["band"]), ++band);
      members.clear();
    }
    members.push_back(candidate);
  }
  check_band();
}

bool dominates(Element a, Element b) {
  bool better = false;
  for (const auto field : simdjson::dom::object(a["scores"])) {
    const Element other = b["scores"][field.key];
    if (field.value.is_null() || other.is_null()) continue;
    if (number(field.value) < number(other)) return false;
    better = better || number(field.value) > number(other);
  }
  return better;
}

void check_report(const std::string& json) {
  simdjson::dom::parser parser;
  const Report report{parser.parse(json)};
  const Array candidates = report.root["candidates"];
  ASSERT_GT(candidates.size(), 0);
  for (const Element candidate : candidates) {
    check_candidate(report, candidate);
    bool dominated = false;
    for (const Element other : candidates) dominated = dominated || dominates(other, candidate);
    EXPECT_EQ(bool(candidate["pareto"]), !dominated);
  }
  check_order(report);
}

SweepOptions options_with(std::uint32_t shards, const std::string& start) {
  SweepOptions options;
  options.cluster.shards = shards;
  options.cluster.start = start;
  options.cluster.chunk_bytes = 1024 * 1024;
  return options;
}

TEST(Recompute, EveryScoreFollowsFromTheJson) {
  for (const std::uint32_t shards : {2U, 3U, 4U, 10U}) {
    for (const char* start : {"existing", "empty"}) {
      test::MemoryTable table = test::sample_table();
      check_report(
          report_json(test::sweep_memory(table, test::sample_keys(), options_with(shards, start))));
    }
  }
}

TEST(Recompute, WithMoreUnsplittableValuesThanAreListed) {
  test::MemoryTable table;
  table.set_sizes(std::vector<std::uint32_t>(4000, 1000));
  std::vector<std::int64_t> hundred;
  for (std::int64_t i = 0; i < 4000; ++i) hundred.push_back(i % 100);
  table.add("hundred", hundred);
  SweepOptions options = options_with(4, "existing");
  options.cluster.total_docs = 400'000;  // 100 values of 4 MB each, ranges of 1 MiB
  const SweepResult result = test::sweep_memory(table, {"{hundred: 1}"}, options);
  const Frequency& frequency = result.candidates.at(0).frequency;
  EXPECT_EQ(frequency.unsplittable.size(), 20);
  EXPECT_EQ(frequency.unsplittable_count, 100);
  EXPECT_EQ(frequency.unsplittable_documents, 400'000);
  EXPECT_EQ(frequency.unsplittable_bytes, 400'000'000);
  EXPECT_EQ(result.candidates.at(0).scores.cardinality, 0) << "nothing can be divided";
  check_report(report_json(result));
}

TEST(Recompute, AtAnotherSizeWithOtherWeightsAndThresholds) {
  test::MemoryTable table = test::sample_table();
  SweepOptions options = options_with(4, "existing");
  options.cluster.total_docs = 400'000;
  options.cluster.expect_docs = 4'000'000;
  options.weights = {{"writes", 2.5}, {"growth", 0}, {"reads", 1}};
  options.thresholds = {{"bandPoints", 10},       {"hottestShard", 0.9}, {"hottestShardMean", 4},
                        {"distinctPerShard", 20}, {"unsplittable", 1},   {"heaviestShare", 2}};
  check_report(report_json(test::sweep_memory(table, test::sample_keys(), options)));
}

TEST(Recompute, WithoutSizesOrArrivalAndWithUniqueIndexes) {
  test::MemoryTable table = test::sample_table();
  table.set_arrival({false, "", "no time in the documents", std::nullopt, 0});
  datasets::CollectionMetadata metadata;
  datasets::IndexSpec index;
  index.name = "email_1";
  index.key = {{"email", 1, ""}};
  index.unique = true;
  metadata.indexes = {index};
  check_report(report_json(
      test::sweep_memory(table, test::sample_keys(), options_with(4, "existing"), metadata)));
  test::MemoryTable small = test::sample_table(5);
  check_report(
      report_json(test::sweep_memory(small, test::sample_keys(), options_with(4, "existing"))));
  test::MemoryTable none;
  none.add("a", {});
  check_report(report_json(test::sweep_memory(none, {"{a: 1}"}, options_with(4, "existing"))));
}

}  // namespace
}  // namespace shardsweep::host
