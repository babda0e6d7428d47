#include "tests/conformance/routing_checkers.hpp"

#include <algorithm>

#include "datasets/extended_json/parse.hpp"
#include "host/error.hpp"
#include "host/routing/route.hpp"

namespace shardsweep::conformance {
namespace {

using host::routing::ChunkMap;
using host::routing::Target;

std::string joined(std::vector<std::string> texts) {
  std::ranges::sort(texts);
  std::string text = "shards";
  for (const std::string& one : texts) text += " " + one;
  return text;
}

std::string shards_text(const ChunkMap& map, const std::vector<std::uint32_t>& shards) {
  std::vector<std::string> names;
  for (const std::uint32_t shard : shards) names.push_back(map.shards()[shard]);
  return joined(names);
}

/// What a case expects and what was found, as lines of text in the same order.
struct Answer {
  std::string expected, got;

  void add(const std::string& wanted, const std::string& found) {
    expected += (expected.empty() ? "" : ", ") + wanted;
    got += (got.empty() ? "" : ", ") + found;
  }
  std::optional<Mismatch> mismatch(const std::string& rules) const {
    if (expected == got) return std::nullopt;
    return Mismatch{expected, got + " (" + rules + ")"};
  }
};

void compare_target(const Case& expect, const Target& target, const ChunkMap& map, Answer& answer) {
  if (expect.has("shards"))
    answer.add(joined(expect.texts("shards")), shards_text(map, target.shards));
  if (expect.has("desc"))
    answer.add(expect.text("desc", ""), std::string(host::routing::to_text(target.kind)));
  if (expect.has("chunkCount"))
    answer.add(expect.text("chunkCount", "") + " chunks",
               std::to_string(target.chunk_count()) + " chunks");
}

/// The hash that the case says the key's hashed field has.
void compare_hash(const Case& test, const host::routing::CompiledFilter& filter,
                  const ChunkMap& map, Answer& answer) {
  if (!test.has("hash")) return;
  const auto key = host::routing::full_key(filter, map.key());
  const int place = map.key().hashed_position();
  const bson::Value expected = test.value("hash");
  answer.add(text_of(expected), key && place >= 0 ? text_of((*key)[static_cast<std::size_t>(place)])
                                                  : std::string("no hash"));
}

}  // namespace

std::optional<Mismatch> check_selection(const Case& test, const RoutingTables& tables) {
  const ChunkMap map = tables.of(test);
  const Case expect(test.field("expect"));
  for (const RuleSet& rules : rule_sets(test, map.key())) {
    const auto operation = host::routing::compile_operation(operation_of(test), rules.options);
    const Target target =
        host::routing::target_filter(operation.filter, map, {false, operation.at_cluster_time});
    Answer answer;
    compare_target(expect, target, map, answer);
    compare_hash(test, operation.filter, map, answer);
    if (answer.expected.empty()) return Mismatch{"shards, desc or chunkCount", "none of them"};
    if (const auto mismatch = answer.mismatch(rules.name)) return mismatch;
  }
  return std::nullopt;
}

namespace {

void compare_route(const Case& expect, const host::routing::Route& route, const ChunkMap& map,
                   Answer& answer) {
  compare_target(expect, route.selected, map, answer);
  if (expect.has("protocol"))
    answer.add(expect.text("protocol", ""), std::string(host::routing::to_text(route.protocol)));
  if (expect.has("sentTo"))
    answer.add("sent to " + joined(expect.texts("sentTo")),
               "sent to " + shards_text(map, route.sent_to));
  if (expect.has("targetedBy"))
    answer.add(expect.text("targetedBy", ""), route.by_replacement ? "replacement" : "filter");
}

Answer route_answer(const Case& test, const Case& expect, const ChunkMap& map,
                    const host::routing::RoutingOptions& options) {
  Answer answer;
  const std::string error = expect.text("error", "");
  try {
    const auto operation = host::routing::compile_operation(operation_of(test), options);
    const auto route = host::routing::route(operation, map, options);
    if (error.empty()) {
      compare_route(expect, route, map, answer);
    } else {
      answer.add("error " + error, shards_text(map, route.selected.shards));
    }
  } catch (const host::RefusedError& refused) {
    const std::string wanted = error.empty() ? "no error" : "error " + error;
    answer.add(wanted, error == "any" ? wanted : "error " + refused.code);
  }
  return answer;
}

}  // namespace

std::optional<Mismatch> check_operation(const Case& test, const RoutingTables& tables) {
  const ChunkMap map = tables.of(test);
  const Case expect(test.field("expect"));
  for (RuleSet& rules : rule_sets(test, map.key())) {
    if (test.text("kind", "") == "insert_timeseries")
      rules.options.time_series = host::routing::TimeSeries{"timeField", "metaField", 60};
    const Answer answer = route_answer(test, expect, map, rules.options);
    if (answer.expected.empty()) return Mismatch{"shards or an error", "neither"};
    if (const auto mismatch = answer.mismatch(rules.name)) return mismatch;
  }
  return std::nullopt;
}

std::optional<Mismatch> check_key_range(const Case& test, const RoutingTables& tables) {
  const ChunkMap map = tables.of(test);
  const auto values = [&](const Case& range, const std::string& field) {
    host::routing::KeyValues made;
    const bson::Value bound = range.value(field);
    for (const bson::Element& element : bson::DocumentView(bson::ValueView(bound)))
      made.push_back(bson::Value::copy(element.value));
    return made;
  };
  const Case range(test.field("range"));
  const Target target =
      host::routing::target_ranges({{values(range, "min"), values(range, "max")}}, map);
  Answer answer;
  compare_target(Case(test.field("expect")), target, map, answer);
  return answer.mismatch("any release");
}

}  // namespace shardsweep::conformance
