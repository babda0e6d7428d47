#include "datasets/operations/json_line.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "datasets/bson/printable.hpp"
#include "datasets/error.hpp"
#include "datasets/operations/field_values.hpp"

namespace shardsweep::datasets {
namespace {

using bson::Type;
using bson::ValueView;

bool flag(std::string_view field, const ValueView& value) {
  if (value.type != Type::Bool) refuse_value(field, value, "true or false");
  return value.as_bool();
}

double weight(std::string_view field, const ValueView& value) {
  const std::optional<double> number = number_of(value);
  if (!number || !std::isfinite(*number) || *number <= 0)
    refuse_value(field, value, "a number over 0");
  return *number;
}

/// What several fields say together.
struct SessionParts {
  std::optional<std::string> id;
  std::optional<std::int64_t> number;
  bool autocommit = true;
};

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
  const std::optional<OperationKind> kind = parse_operation_kind(text_value(field, value));
  if (!kind)
    refuse_value(field, value,
                 "one of find, aggregate, count, distinct, insert, update, replace, delete, "
                 "findAndModify");
  reading.operation.kind = *kind;
  reading.has_kind = true;
}

// One entry a field; a lambda where one line does.
constexpr std::array fields{
    Field{"op", take_kind},
    Field{"filter", [](Reading& r, auto f, auto& v) { r.operation.filter = document_value(f, v); }},
    Field{"document",
          [](Reading& r, auto f, auto& v) { r.operation.document = document_value(f, v); }},
    Field{"update", [](Reading& r, auto f, auto& v) { r.operation.update = update_value(f, v); }},
    Field{"pipeline",
          [](Reading& r, auto f, auto& v) { r.operation.pipeline = pipeline_value(f, v); }},
    Field{"multi", [](Reading& r, auto f, auto& v) { r.operation.multi = flag(f, v); }},
    Field{"upsert", [](Reading& r, auto f, auto& v) { r.operation.upsert = flag(f, v); }},
    Field{"remove", [](Reading& r, auto f, auto& v) { r.operation.remove = flag(f, v); }},
    Field{"collation",
          [](Reading& r, auto f, auto& v) { r.operation.collation = document_value(f, v); }},
    Field{"let", [](Reading& r, auto f, auto& v) { r.operation.let = document_value(f, v); }},
    Field{"sort", [](Reading& r, auto f, auto& v) { r.operation.sort = document_value(f, v); }},
    Field{"limit", [](Reading& r, auto f, auto& v) { r.operation.limit = count_value(f, v); }},
    Field{"skip", [](Reading& r, auto f, auto& v) { r.operation.skip = count_value(f, v); }},
    Field{"key", [](Reading& r, auto f, auto& v) { r.operation.distinct_key = text_value(f, v); }},
    Field{"ns", [](Reading& r, auto f, auto& v) { r.operation.ns = text_value(f, v); }},
    Field{"ts", [](Reading& r, auto f, auto& v) { r.operation.time_ms = time_value(f, v); }},
    Field{"weight", [](Reading& r, auto f, auto& v) { r.operation.weight = weight(f, v); }},
    Field{"durationMillis",
          [](Reading& r, auto f, auto& v) { r.operation.duration_ms = amount_value(f, v); }},
    Field{"keysExamined",
          [](Reading& r, auto f, auto& v) { r.operation.keys_examined = count_value(f, v); }},
    Field{"docsExamined",
          [](Reading& r, auto f, auto& v) { r.operation.documents_examined = count_value(f, v); }},
    Field{"nreturned",
          [](Reading& r, auto f, auto& v) { r.operation.returned = count_value(f, v); }},
    Field{"planSummary",
          [](Reading& r, auto f, auto& v) { r.operation.plan_summary = text_value(f, v); }},
    Field{"lsid", [](Reading& r, auto, auto& v) { r.session.id = session_id(v); }},
    Field{"txnNumber", [](Reading& r, auto f, auto& v) { r.session.number = count_value(f, v); }},
    Field{"autocommit", [](Reading& r, auto f, auto& v) { r.session.autocommit = flag(f, v); }},
    Field{"atClusterTime", [](Reading& r, auto f,
                              auto& v) { r.operation.at_cluster_time = cluster_time_value(f, v); }},
    Field{"host", [](Reading& r, auto f, auto& v) { r.operation.source.host = text_value(f, v); }},
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
