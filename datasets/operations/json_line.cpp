#include "datasets/operations/json_line.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "datasets/bson/printable.hpp"
#include "datasets/error.hpp"
#include "datasets/extended_json/write.hpp"

namespace shardsweep::datasets {
namespace {

using bson::Type;
using bson::ValueView;

[[noreturn]] void refuse(std::string_view field, const ValueView& value, std::string_view wanted) {
  const std::string json = extended_json::to_json(value, extended_json::Style::relaxed);
  throw DataError("field " + std::string(field) + ": " + bson::printable(json) + " is not " +
                  std::string(wanted));
}

OptionalDocument document(std::string_view field, const ValueView& value) {
  if (value.type != Type::Document) refuse(field, value, "an object");
  return {std::string(value.bytes)};
}

std::string text(std::string_view field, const ValueView& value) {
  if (value.type != Type::String) refuse(field, value, "a string");
  return std::string(value.as_string());
}

bool flag(std::string_view field, const ValueView& value) {
  if (value.type != Type::Bool) refuse(field, value, "true or false");
  return value.as_bool();
}

std::optional<double> number_of(const ValueView& value) {
  if (value.type == Type::Int32) return value.as_int32();
  if (value.type == Type::Int64) return static_cast<double>(value.as_int64());
  if (value.type == Type::Double) return value.as_double();
  return std::nullopt;
}

double positive(std::string_view field, const ValueView& value, bool zero_too) {
  const std::optional<double> number = number_of(value);
  if (!number || !std::isfinite(*number) || *number < 0 || (*number == 0 && !zero_too))
    refuse(field, value, zero_too ? "a number of at least 0" : "a number over 0");
  return *number;
}

std::optional<std::int64_t> whole_of(const ValueView& value) {
  if (value.type == Type::Int32) return value.as_int32();
  if (value.type == Type::Int64) return value.as_int64();
  if (value.type != Type::Double) return std::nullopt;
  const double number = value.as_double();
  if (number != std::floor(number) || std::fabs(number) >= 0x1p63) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

std::int64_t count(std::string_view field, const ValueView& value) {
  const std::optional<std::int64_t> whole = whole_of(value);
  if (!whole || *whole < 0) refuse(field, value, "a whole number of at least 0");
  return *whole;
}

std::int64_t time_of(std::string_view field, const ValueView& value) {
  if (value.type == Type::Date) return value.as_int64();
  const std::optional<std::int64_t> whole = whole_of(value);
  if (!whole) refuse(field, value, "a date or whole milliseconds since 1970");
  return *whole;
}

std::uint64_t cluster_time(std::string_view field, const ValueView& value) {
  if (value.type == Type::Timestamp) return static_cast<std::uint64_t>(value.as_int64());
  return static_cast<std::uint64_t>(count(field, value));
}

/// What several fields say together.
struct SessionParts {
  std::optional<std::string> id;
  std::optional<std::int64_t> number;
  bool autocommit = true;
};

std::string session_id(const ValueView& value) {
  if (value.type != Type::Document) return std::string(value.bytes);
  for (const bson::Element& element : bson::DocumentView(value))
    if (element.name == "id") return std::string(element.value.bytes);
  return std::string(value.bytes);
}

struct Reading {
  Operation operation;
  bool has_kind = false;
  SessionParts session;
};

using Take = void (*)(Reading& reading, std::string_view field, const ValueView& value);

struct Field {
  std::string_view name;
  Take take;
};

void take_kind(Reading& reading, std::string_view field, const ValueView& value) {
  const std::optional<OperationKind> kind = parse_operation_kind(text(field, value));
  if (!kind)
    refuse(field, value,
           "one of find, aggregate, count, distinct, insert, update, replace, delete, "
           "findAndModify");
  reading.operation.kind = *kind;
  reading.has_kind = true;
}

void take_update(Reading& reading, std::string_view field, const ValueView& value) {
  if (value.type != Type::Document && value.type != Type::Array)
    refuse(field, value, "an object or a pipeline");
  reading.operation.update = bson::Value::copy(value);
}

void take_pipeline(Reading& reading, std::string_view field, const ValueView& value) {
  if (value.type != Type::Array) refuse(field, value, "an array of stages");
  for (const bson::Element& stage : bson::DocumentView(value))
    if (stage.value.type != Type::Document) refuse(field, value, "an array of stages");
  reading.operation.pipeline = {std::string(value.bytes)};
}

// One entry a field; a lambda where one line does.
constexpr std::array fields{
    Field{"op", take_kind},
    Field{"filter", [](Reading& r, auto f, auto& v) { r.operation.filter = document(f, v); }},
    Field{"document", [](Reading& r, auto f, auto& v) { r.operation.document = document(f, v); }},
    Field{"update", take_update},
    Field{"pipeline", take_pipeline},
    Field{"multi", [](Reading& r, auto f, auto& v) { r.operation.multi = flag(f, v); }},
    Field{"upsert", [](Reading& r, auto f, auto& v) { r.operation.upsert = flag(f, v); }},
    Field{"remove", [](Reading& r, auto f, auto& v) { r.operation.remove = flag(f, v); }},
    Field{"collation", [](Reading& r, auto f, auto& v) { r.operation.collation = document(f, v); }},
    Field{"let", [](Reading& r, auto f, auto& v) { r.operation.let = document(f, v); }},
    Field{"sort", [](Reading& r, auto f, auto& v) { r.operation.sort = document(f, v); }},
    Field{"limit", [](Reading& r, auto f, auto& v) { r.operation.limit = count(f, v); }},
    Field{"skip", [](Reading& r, auto f, auto& v) { r.operation.skip = count(f, v); }},
    Field{"key", [](Reading& r, auto f, auto& v) { r.operation.distinct_key = text(f, v); }},
    Field{"ns", [](Reading& r, auto f, auto& v) { r.operation.ns = text(f, v); }},
    Field{"ts", [](Reading& r, auto f, auto& v) { r.operation.time_ms = time_of(f, v); }},
    Field{"weight",
          [](Reading& r, auto f, auto& v) { r.operation.weight = positive(f, v, false); }},
    Field{"durationMillis",
          [](Reading& r, auto f, auto& v) { r.operation.duration_ms = positive(f, v, true); }},
    Field{"keysExamined",
          [](Reading& r, auto f, auto& v) { r.operation.keys_examined = count(f, v); }},
    Field{"docsExamined",
          [](Reading& r, auto f, auto& v) { r.operation.documents_examined = count(f, v); }},
    Field{"nreturned", [](Reading& r, auto f, auto& v) { r.operation.returned = count(f, v); }},
    Field{"planSummary",
          [](Reading& r, auto f, auto& v) { r.operation.plan_summary = text(f, v); }},
    Field{"lsid", [](Reading& r, auto, auto& v) { r.session.id = session_id(v); }},
    Field{"txnNumber", [](Reading& r, auto f, auto& v) { r.session.number = count(f, v); }},
    Field{"autocommit", [](Reading& r, auto f, auto& v) { r.session.autocommit = flag(f, v); }},
    Field{"atClusterTime",
          [](Reading& r, auto f, auto& v) { r.operation.at_cluster_time = cluster_time(f, v); }},
    Field{"host", [](Reading& r, auto f, auto& v) { r.operation.source.host = text(f, v); }},
    Field{"comment", [](Reading&, auto, auto&) {}},
};

const Field& field_named(std::string_view name) {
  const auto found = std::ranges::find(fields, name, &Field::name);
  if (found != fields.end()) return *found;
  std::string known;
  for (const Field& field : fields) known += (known.empty() ? "" : ", ") + std::string(field.name);
  throw DataError("field " + bson::quoted(name) + " is not known; the fields are " + known);
}

bool writes_documents_found(const Operation& operation) {
  return is_write(operation.kind) && operation.kind != OperationKind::insert;
}

[[noreturn]] void unfit(std::string_view field, const Operation& operation,
                        std::string_view advice) {
  throw DataError("field " + std::string(field) + ": not for op " +
                  std::string(to_text(operation.kind)) + "; " + std::string(advice));
}

/// Fields that only some kinds may have.
void check_kind(const Operation& operation) {
  const OperationKind kind = operation.kind;
  const bool changes = kind == OperationKind::update || kind == OperationKind::replace ||
                       kind == OperationKind::find_and_modify;
  if (operation.filter.given() && kind == OperationKind::insert)
    unfit("filter", operation, "an insert has a document");
  if (operation.pipeline.given() && kind != OperationKind::aggregate)
    unfit("pipeline", operation, "only aggregate has one");
  if (operation.update.type != Type::Null && !changes)
    unfit("update", operation, "update, replace and findAndModify have one");
  if (operation.document.given() && kind != OperationKind::insert && kind != OperationKind::replace)
    unfit("document", operation, "insert and replace have one");
  if (operation.upsert && !changes) unfit("upsert", operation, "nothing is inserted by it");
  if (operation.remove && kind != OperationKind::find_and_modify)
    unfit("remove", operation, "only findAndModify has it");
  if (operation.multi &&
      (!writes_documents_found(operation) || kind == OperationKind::find_and_modify))
    unfit("multi", operation, "update and delete have it");
  if (kind == OperationKind::insert && !operation.document.given())
    throw DataError("field document is missing: an insert needs the document");
}

void finish(Reading& reading) {
  Operation& operation = reading.operation;
  if (!reading.has_kind)
    throw DataError("field op is missing; name the operation, as in {\"op\": \"find\"}");
  check_kind(operation);
  if (operation.kind == OperationKind::replace && operation.document.given()) {
    if (operation.update.type != Type::Null)
      throw DataError("fields document and update: a replace has one of them");
    operation.update = {Type::Document, std::move(operation.document.bytes)};
    operation.document.bytes.clear();
  }
  if (operation.kind == OperationKind::find_and_modify && operation.update.type == Type::Null)
    operation.remove = true;
  const SessionParts& session = reading.session;
  if (session.id || session.number)
    operation.session = Session{session.id.value_or(""), session.number,
                                session.number.has_value() && !session.autocommit};
  operation.source.format = "jsonl";
}

}  // namespace

Operation read_operation(bson::DocumentView document) {
  Reading reading;
  std::set<std::string_view> seen;
  for (const bson::Element& element : document) {
    const Field& field = field_named(element.name);
    if (seen.insert(field.name).second) field.take(reading, field.name, element.value);
  }
  finish(reading);
  return std::move(reading.operation);
}

Operation parse_operation(std::string_view line, const extended_json::ParseOptions& options) {
  std::string bytes;
  extended_json::parse_document(line, bytes, options);
  return read_operation(bson::DocumentView(bytes));
}

}  // namespace shardsweep::datasets
