#include "host/routing/answer.hpp"

#include <algorithm>

#include "datasets/extended_json/write.hpp"

namespace shardsweep::host::routing {
namespace {

std::string quoted(std::string_view text) {
  std::string json;
  extended_json::write_string(text, json);
  return json;
}

std::string names_json(const ChunkMap& map, const std::vector<std::uint32_t>& shards) {
  std::vector<std::string_view> names;
  names.reserve(shards.size());
  for (const std::uint32_t shard : shards) names.push_back(map.shards()[shard]);
  std::ranges::sort(names);
  std::string json = "[";
  for (const std::string_view name : names) json += (json.size() == 1 ? "" : ",") + quoted(name);
  return json + "]";
}

std::string chunks_json(const std::vector<ChunkRun>& runs) {
  std::string json = "[";
  for (const ChunkRun& run : runs)
    for (std::uint64_t chunk = run.first; chunk <= run.last; ++chunk)
      json += (json.size() == 1 ? "" : ",") + std::to_string(chunk);
  return json + "]";
}

std::string line(const std::string& shards, const std::string& chunks, const std::string& kind,
                 const std::string& sent_to, const std::string& protocol,
                 const std::string& error) {
  return "{\"shards\":" + shards + ",\"chunks\":" + chunks + ",\"kind\":" + kind +
         ",\"sentTo\":" + sent_to + ",\"protocol\":" + protocol + ",\"error\":" + error + "}";
}

}  // namespace

std::string answer_json(const Route& route, const ChunkMap& map) {
  return line(names_json(map, route.selected.shards), chunks_json(route.selected.chunks),
              quoted(to_text(route.selected.kind)), names_json(map, route.sent_to),
              quoted(to_text(route.protocol)), "null");
}

std::string answer_json(const std::string& only_shard) {
  const std::string shards = "[" + quoted(only_shard) + "]";
  return line(shards, "[]", "null", shards, quoted(to_text(Protocol::one_shard)), "null");
}

std::string answer_json(const RefusedError& refused) {
  return line("[]", "[]", "null", "[]", "null", quoted(refused.code));
}

}  // namespace shardsweep::host::routing
