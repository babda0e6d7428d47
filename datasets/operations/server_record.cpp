#include "datasets/operations/server_record.hpp"

#include <algorithm>
#include <array>

#include "datasets/operations/field_values.hpp"

namespace shardsweep::datasets {
namespace {

using bson::DocumentView;
using bson::Type;
using bson::ValueView;

using Take = void (*)(ServerRecord& record, std::string_view field, const ValueView& value);

struct Field {
  std::string_view name;
  Take take;
};

/// The server writes the text "unrecognized" for a command that it does not know.
void take_command(ServerRecord& record, std::string_view field, const ValueView& value) {
  if (value.type == Type::String) return;
  if (value.type != Type::Document) refuse_value(field, value, "an object");
  record.command = DocumentView(value);
}

void take_originating(ServerRecord& record, std::string_view field, const ValueView& value) {
  if (value.type != Type::Document) refuse_value(field, value, "an object");
  record.originating = DocumentView(value);
}

void take_cursor(ServerRecord& record, std::string_view field, const ValueView& value) {
  record.cursor = whole_of(value);
  if (!record.cursor) refuse_value(field, value, "a whole number");
}

void only_of_mongod(ServerRecord& record, std::string_view, const ValueView&) {
  record.role = Role::mongod;
}

void take_shards(ServerRecord& record, std::string_view, const ValueView&) {
  if (record.role == Role::unknown) record.role = Role::mongos;
}

void take_returned(ServerRecord& record, std::string_view field, const ValueView& value) {
  if (!record.returned) record.returned = count_value(field, value);
}

void take_duration(ServerRecord& record, std::string_view field, const ValueView& value) {
  record.duration_ms = amount_value(field, value);
}

void take_old_query(ServerRecord& record, std::string_view, const ValueView&) {
  record.old_command = true;
}

// Names of the log and of the profiler; they differ for some.
constexpr std::array fields{
    Field{"op", [](ServerRecord& r, auto f, auto& v) { r.type = text_value(f, v); }},
    Field{"type", [](ServerRecord& r, auto f, auto& v) { r.type = text_value(f, v); }},
    Field{"ns", [](ServerRecord& r, auto f, auto& v) { r.ns = text_value(f, v); }},
    Field{"command", take_command},
    Field{"originatingCommand", take_originating},
    Field{"query", take_old_query},
    Field{"appName", [](ServerRecord& r, auto f, auto& v) { r.app_name = text_value(f, v); }},
    Field{"errName", [](ServerRecord& r, auto f, auto& v) { r.error = text_value(f, v); }},
    Field{"planSummary",
          [](ServerRecord& r, auto f, auto& v) {
            r.plan_summary = text_value(f, v);
            r.role = Role::mongod;
          }},
    Field{"cursorid", take_cursor},
    Field{"keysExamined",
          [](ServerRecord& r, auto f, auto& v) { r.keys_examined = count_value(f, v); }},
    Field{"docsExamined",
          [](ServerRecord& r, auto f, auto& v) { r.documents_examined = count_value(f, v); }},
    Field{"nreturned", take_returned},
    Field{"nMatched", take_returned},
    Field{"ndeleted", take_returned},
    Field{"ninserted", [](ServerRecord& r, auto f, auto& v) { r.inserted = count_value(f, v); }},
    Field{"millis", take_duration},
    Field{"durationMillis", take_duration},
    Field{"ts", [](ServerRecord& r, auto f, auto& v) { r.time_ms = time_value(f, v); }},
    Field{"locks", only_of_mongod},
    Field{"storage", only_of_mongod},
    Field{"nShards", take_shards},
};

void read_fields(DocumentView document, ServerRecord& record) {
  for (const bson::Element& element : document) {
    const auto found = std::ranges::find(fields, element.name, &Field::name);
    if (found != fields.end()) found->take(record, found->name, element.value);
  }
}

/// The attributes of which the log has left something out: {"command": {...}}.
bool names_command(const ValueView& truncated) {
  if (truncated.type != Type::Document) return true;
  return find_field(DocumentView(truncated), "command").has_value() ||
         find_field(DocumentView(truncated), "originatingCommand").has_value();
}

Role role_of_service(const ValueView& service) {
  if (service.type != Type::String) return Role::unknown;
  if (service.as_string() == "R") return Role::mongos;
  return service.as_string() == "S" ? Role::mongod : Role::unknown;
}

}  // namespace

ServerRecord read_profile_entry(DocumentView entry) {
  ServerRecord record;
  record.format = "profile";
  read_fields(entry, record);
  record.role = Role::mongod;  // routers have no profiler
  if (record.command) record.old_command = false;
  return record;
}

ServerRecord read_log_line(DocumentView line) {
  ServerRecord record;
  record.format = "mongod-log";
  Role service = Role::unknown;
  bool write = false;
  for (const auto& [name, value] : line) {
    if (name == "t") record.time_ms = time_value(name, value);
    if (name == "c") write = text_value(name, value) == "WRITE";
    if (name == "ctx") record.thread = text_value(name, value);
    if (name == "svc") service = role_of_service(value);
    if (name == "truncated") record.truncated = names_command(value);
    if (name != "attr") continue;
    if (value.type != Type::Document) refuse_value(name, value, "an object");
    read_fields(DocumentView(value), record);
  }
  if (write) record.role = Role::mongod;
  if (service != Role::unknown) record.role = service;
  record.old_command = false;
  return record;
}

}  // namespace shardsweep::datasets
