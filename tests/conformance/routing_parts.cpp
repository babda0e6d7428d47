#include <algorithm>
#include <array>
#include <stdexcept>

#include "datasets/extended_json/parse.hpp"
#include "datasets/extended_json/write.hpp"
#include "host/error.hpp"
#include "host/routing/routing_table.hpp"
#include "tests/conformance/routing_checkers.hpp"

namespace shardsweep::conformance {
namespace {

using datasets::OperationKind;
using host::ServerVersion;

struct OperationName {
  std::string_view name;
  OperationKind kind;
  bool multi;
};

constexpr std::array operation_names{
    OperationName{"updateOne", OperationKind::update, false},
    OperationName{"updateMany", OperationKind::update, true},
    OperationName{"replaceOne", OperationKind::replace, false},
    OperationName{"deleteOne", OperationKind::remove, false},
    OperationName{"deleteMany", OperationKind::remove, true},
};

void set_kind(const std::string& name, datasets::Operation& operation) {
  const auto found = std::ranges::find(operation_names, name, &OperationName::name);
  if (found != operation_names.end()) {
    operation.kind = found->kind;
    operation.multi = found->multi;
    return;
  }
  const auto kind = datasets::parse_operation_kind(name);
  if (!kind) throw std::runtime_error("op " + name + " is not known");
  operation.kind = *kind;
}

datasets::OptionalDocument document(const Case& test, const std::string& field) {
  if (!test.has(field)) return {};
  const bson::Value value = test.value(field);
  if (value.type != bson::Type::Document) throw std::runtime_error(field + " is not an object");
  return {value.bytes};
}

/// Releases as numbers that compare: 7.1 is 701.
int release_number(const std::string& text) {
  const std::size_t dot = text.find('.');
  return std::stoi(text) * 100 + (dot == std::string::npos ? 0 : std::stoi(text.substr(dot + 1)));
}

struct ReleaseRule {
  int from = 0;
  int below = 10'000;
  std::optional<bool> single_shard_suffices;

  explicit ReleaseRule(const Case& test) {
    if (!test.has("release")) return;
    const Case rule(test.field("release"));
    if (rule.has("from")) from = release_number(rule.text("from", ""));
    if (rule.has("below")) below = release_number(rule.text("below", ""));
    if (rule.has("server44422")) single_shard_suffices = rule.flag("server44422", false);
  }
};

}  // namespace

std::string text_of(const bson::ValueView& value) {
  return extended_json::to_json(value, extended_json::Style::canonical);
}

std::string text_of(const host::KeyPattern& key, const host::routing::KeyValues& values) {
  std::string text = "{";
  for (std::size_t i = 0; i < values.size(); ++i)
    text += (i == 0 ? "" : ", ") + key.fields[i].path + ": " + text_of(values[i]);
  return text + "}";
}

host::KeyPattern key_of(const Case& test, const std::string& field) {
  const bson::Value value = test.value(field);
  return host::routing::key_pattern_of(bson::DocumentView(bson::ValueView(value)), field);
}

host::routing::ChunkMap RoutingTables::of(const Case& test) const {
  const auto found = json_.find(test.text("table", ""));
  if (found == json_.end()) throw std::runtime_error("the file has no table of that name");
  const Case table(found->second);
  const bson::Value value = extended_json::parse_value(table.json());
  return host::routing::chunk_map_of(bson::DocumentView(bson::ValueView(value)), std::nullopt,
                                     found->first);
}

datasets::Operation operation_of(const Case& test) {
  datasets::Operation operation;
  set_kind(test.text("op", test.has("filter") ? "find" : "insert"), operation);
  operation.upsert = test.flag("upsert", false);
  if (test.has("multi")) operation.multi = test.flag("multi", false);
  operation.filter = document(test, "filter");
  operation.document = document(test, "document");
  operation.collation = document(test, "collation");
  if (test.has("update")) operation.update = test.value("update");
  if (test.has("atClusterTime"))
    operation.at_cluster_time = static_cast<std::uint64_t>(test.integer("atClusterTime", 0));
  return operation;
}

std::vector<RuleSet> rule_sets(const Case& test, const host::KeyPattern& key) {
  const ReleaseRule rule(test);
  std::vector<RuleSet> sets;
  for (const std::string release : {"4.2", "4.4", "5.0", "6.0", "7.0", "8.0"}) {
    const int number = release_number(release);
    const ServerVersion server = host::parse_server_version(release);
    if (number < rule.from || number >= rule.below || host::check_pattern(key, server)) continue;
    for (const bool suffices : {false, true}) {
      if (suffices != rule.single_shard_suffices.value_or(suffices)) continue;
      host::routing::RoutingOptions options = host::routing::options_of(server);
      options.default_collation = document(test, "defaultCollation");
      options.single_shard_suffices = suffices;
      sets.push_back({options, release + (suffices ? "" : " without SERVER-44422")});
    }
  }
  if (sets.empty()) throw std::runtime_error("no release that is known here fits the case");
  return sets;
}

}  // namespace shardsweep::conformance
