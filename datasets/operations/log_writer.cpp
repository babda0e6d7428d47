// The lines of a log that name its writer, and the ids of lines.
#include <algorithm>
#include <array>
#include <string>

#include "datasets/operations/field_values.hpp"
#include "datasets/operations/server_record.hpp"

namespace shardsweep::datasets {
namespace {

using bson::DocumentView;
using bson::Type;

// Ids as the server's source gives them to LOGV2, the same since 4.4.
constexpr std::int64_t slow_query = 51803;
constexpr std::int64_t starting = 4615611;  ///< "MongoDB starting", mongod only
constexpr std::int64_t process_details = 20721;
constexpr std::int64_t options_set = 21951;  ///< "Options set by command line"
constexpr std::array<std::string_view, 4> ids_as_text = {"51803", "4615611", "20721", "21951"};

DocumentView document_in(DocumentView document, std::string_view name) {
  const auto value = find_field(document, name);
  return value && value->type == Type::Document ? DocumentView(*value) : DocumentView();
}

std::string host_of(DocumentView attributes) {
  const auto host = find_field(attributes, "host");
  if (!host || host->type != Type::String || host->as_string().empty()) return "";
  const auto port = find_field(attributes, "port");
  const auto number = port ? whole_of(*port) : std::nullopt;
  return std::string(host->as_string()) + (number ? ":" + std::to_string(*number) : "");
}

Role role_of(DocumentView options) {
  const DocumentView sharding = document_in(options, "sharding");
  if (find_field(sharding, "configDB")) return Role::mongos;
  const auto role = find_field(sharding, "clusterRole");
  const bool shard = role && role->type == Type::String && role->as_string() == "shardsvr";
  return shard ? Role::shard : Role::unknown;
}

std::optional<std::int64_t> id_of(DocumentView line) {
  const auto id = find_field(line, "id");
  return id ? whole_of(*id) : std::nullopt;
}

}  // namespace

bool is_slow_query(DocumentView line) {
  return id_of(line) == slow_query && find_field(line, "attr").has_value();
}

LogWriter read_writer(DocumentView line) {
  const auto id = id_of(line);
  const DocumentView attributes = document_in(line, "attr");
  if (id == options_set) return {"", role_of(document_in(attributes, "options"))};
  if (id == starting) return {host_of(attributes), Role::mongod};
  if (id == process_details) return {host_of(attributes), Role::unknown};
  return {};
}

bool may_matter(std::string_view line) {
  return std::ranges::any_of(
      ids_as_text, [&](std::string_view id) { return line.find(id) != std::string_view::npos; });
}

}  // namespace shardsweep::datasets
