#include "tests/host/routing/routing_support.hpp"

#include "datasets/extended_json/parse.hpp"
#include "datasets/extended_json/write.hpp"
#include "datasets/operations/json_line.hpp"
#include "host/error.hpp"
#include "host/routing/answer.hpp"
#include "host/routing/routing_table.hpp"

namespace shardsweep::test {
namespace {

using namespace host::routing;

std::string document_of(const std::string& json) {
  std::string bytes;
  extended_json::parse_document(json, bytes);
  return bytes;
}

std::string names(const ChunkMap& map, const std::vector<std::uint32_t>& shards) {
  std::string text;
  for (const std::uint32_t shard : shards) text += map.shards()[shard] + " ";
  return text;
}

std::string short_text(const bson::ValueView& value) {
  if (value.type == bson::Type::MinKey) return "min";
  if (value.type == bson::Type::MaxKey) return "max";
  if (value.type == bson::Type::Double && value.as_double() - value.as_double() != 0)
    return value.as_double() > 0 ? "inf" : value.as_double() < 0 ? "-inf" : "nan";
  return extended_json::to_json(value, extended_json::Style::relaxed);
}

std::string list_text(const IntervalList& list) {
  if (list.empty()) return " none";
  if (is_everything(list)) return " all";
  std::string text;
  for (const Interval& interval : list) {
    text += interval.low_inclusive ? " [" : " (";
    text += short_text(interval.low) + ", " + short_text(interval.high);
    text += interval.high_inclusive ? "]" : ")";
  }
  return text;
}

}  // namespace

ChunkMap map_of(const std::string& json) {
  const std::string bytes = document_of(json);
  return chunk_map_of(bson::DocumentView(bytes), std::nullopt, "map");
}

ChunkMap three_chunks() {
  return map_of(R"({"key": {"x": 1}, "shards": ["s0", "s1", "s2", "empty"], "chunks": [
      {"min": {"x": {"$minKey": 1}}, "max": {"x": 0}, "shard": "s0"},
      {"min": {"x": 0}, "max": {"x": 100}, "shard": "s1"},
      {"min": {"x": 100}, "max": {"x": {"$maxKey": 1}}, "shard": "s2"}]})");
}

RoutingOptions rules_of(const std::string& release) {
  return options_of(host::parse_server_version(release));
}

std::string answer(const std::string& operation, const ChunkMap& map,
                   const RoutingOptions& options) {
  try {
    const auto compiled = compile_operation(datasets::parse_operation(operation), options);
    return answer_json(route(compiled, map, options), map);
  } catch (const host::RefusedError& refused) {
    return answer_json(refused);
  }
}

std::string sent(const std::string& operation, const ChunkMap& map, const RoutingOptions& options) {
  try {
    const auto compiled = compile_operation(datasets::parse_operation(operation), options);
    const Route found = route(compiled, map, options);
    return names(map, found.selected.shards) + "-> " + names(map, found.sent_to) +
           std::string(to_text(found.protocol)) + (found.by_replacement ? " by replacement" : "");
  } catch (const host::RefusedError& refused) {
    return "error " + refused.code;
  }
}

std::string bounds_text(const std::string& filter, const std::string& key,
                        const std::string& release, const std::string& collation) {
  datasets::Operation find;
  find.filter.bytes = document_of(filter);
  if (!collation.empty()) find.collation.bytes = document_of(collation);
  const host::KeyPattern pattern = host::parse_key_pattern(key);
  const auto compiled = compile_operation(find, rules_of(release));
  const auto bounds = key_bounds(compiled.filter, pattern);
  std::string text;
  for (std::size_t i = 0; i < bounds.size(); ++i)
    text += (i == 0 ? "" : "; ") + pattern.fields[i].path + ":" + list_text(bounds[i]);
  return text;
}

}  // namespace shardsweep::test
