// Inserts and the statements of batches.
#include <utility>

#include "datasets/operations/field_values.hpp"
#include "datasets/operations/server_records.hpp"

namespace shardsweep::datasets {
namespace {

using bson::DocumentView;
using bson::Type;
using bson::ValueView;

/// What is recorded of a batch's statements: themselves, their number, or nothing.
struct Statements {
  std::optional<DocumentView> array;
  std::optional<std::uint64_t> count;
};

Statements statements_of(DocumentView command, std::string_view name) {
  Statements found;
  const auto value = find_field(command, name);
  if (!value) return found;
  if (value->type == Type::Array)
    found.array = DocumentView(*value);
  else
    found.count = static_cast<std::uint64_t>(count_value(name, *value));
  return found;
}

DocumentView document_in(const ValueView& value, std::string_view field) {
  if (value.type != Type::Document) refuse_value(field, value, "an object");
  return DocumentView(value);
}

}  // namespace

void ServerRecords::take_statement(DocumentView statement, bool deletes) {
  Operation operation = base(deletes ? OperationKind::remove : OperationKind::update, statement);
  if (const auto reason = read_statement(statement, deletes, operation))
    return leave_out(*reason, statement, operation.kind);
  writes_.insert(write_key(statement));
  emit(std::move(operation), statement);
}

void ServerRecords::take_insert(DocumentView command) {
  Statements documents = statements_of(command, "documents");
  const auto one = find_field(command, "document");  // of a bulkWrite's part
  if (!documents.array && !one) {
    const auto recorded = static_cast<std::uint64_t>(record_->inserted.value_or(1));
    return leave_out(Reason::no_document, command, OperationKind::insert,
                     documents.count.value_or(recorded));
  }
  const auto add = [&](const ValueView& document) {
    Operation operation = base(OperationKind::insert, command);
    operation.document = document_value("documents", document);
    emit(std::move(operation), command);
  };
  if (one) return add(*one);
  for (const bson::Element& document : *documents.array) add(document.value);
}

/// The command around updates or deletes. A mongod records each of these by itself, so that the
/// command counts only where it holds one that it did not (it was fast); a router records nothing
/// but the command.
void ServerRecords::take_batch(DocumentView command, bool deletes) {
  const Statements statements = statements_of(command, deletes ? "deletes" : "updates");
  const OperationKind kind = deletes ? OperationKind::remove : OperationKind::update;
  const bool router = role_ == Role::mongos;
  if (!statements.array) {
    if (!router) return leave_out(Reason::double_logged, command);
    return leave_out(Reason::batch, command, kind, statements.count.value_or(1));
  }
  for (const bson::Element& element : *statements.array) {
    const DocumentView statement = document_in(element.value, deletes ? "deletes" : "updates");
    if (!router && was_written(statement)) {
      leave_out(Reason::double_logged, command);
      continue;
    }
    Operation operation = base(kind, command);
    if (const auto reason = read_statement(statement, deletes, operation))
      leave_out(*reason, command, kind);
    else
      emit(std::move(operation), command);
  }
}

void ServerRecords::take_bulk(DocumentView command) {
  const Statements statements = statements_of(command, "ops");
  if (role_ != Role::mongos) return leave_out(Reason::double_logged, command);
  if (!statements.array)
    return leave_out(Reason::batch, command, std::nullopt, statements.count.value_or(1));
  for (const bson::Element& element : *statements.array)
    take_bulk_statement(command, document_in(element.value, "ops"));
}

void ServerRecords::take_bulk_statement(DocumentView command, DocumentView statement) {
  ns_ = bulk_namespace(command, statement);
  if (ns_.empty()) return leave_out(Reason::incomplete, command);
  if (leave_namespace(command, "")) return;
  const bson::Element first = *statement.begin();
  Operation operation = base(OperationKind::insert, command);
  if (first.name == "insert") {
    const auto document = find_field(statement, "document");
    if (!document) return leave_out(Reason::no_document, command, OperationKind::insert);
    operation.document = document_value("document", *document);
    return emit(std::move(operation), command);
  }
  const bool deletes = first.name == "delete";
  if (const auto reason = read_statement(statement, deletes, operation))
    return leave_out(*reason, command, deletes ? OperationKind::remove : OperationKind::update);
  emit(std::move(operation), command);
}

std::string bulk_namespace(DocumentView command, DocumentView statement) {
  const auto list = find_field(command, "nsInfo");
  if (!list || list->type != Type::Array || statement.empty()) return "";
  const auto wanted = whole_of(statement.begin()->value);
  std::int64_t at = 0;
  for (const bson::Element& entry : DocumentView(*list)) {
    if (at++ != wanted || entry.value.type != Type::Document) continue;
    const auto ns = find_field(DocumentView(entry.value), "ns");
    return ns && ns->type == Type::String ? std::string(ns->as_string()) : "";
  }
  return "";
}

}  // namespace shardsweep::datasets
