#include "datasets/operations/sampled_query.hpp"

#include <utility>

#include "datasets/error.hpp"
#include "datasets/operations/command_reading.hpp"
#include "datasets/operations/field_values.hpp"
#include "datasets/operations/server_records.hpp"

namespace shardsweep::datasets {
namespace {

using bson::DocumentView;
using bson::Type;
using bson::ValueView;

constexpr std::int64_t kept_ms = std::int64_t{7} * 24 * 3600 * 1000;
constexpr const char* format = "sampledQueries";

ValueView needed(DocumentView document, std::string_view field) {
  const auto value = find_field(document, field);
  if (!value) throw DataError("field " + std::string(field) + " is missing");
  return *value;
}

DocumentView needed_document(DocumentView document, std::string_view field) {
  const ValueView value = needed(document, field);
  if (value.type != Type::Document) refuse_value(field, value, "an object");
  return DocumentView(value);
}

struct Sample {
  std::string ns;
  std::optional<std::int64_t> time_ms;
};

Sample read_sample(DocumentView document) {
  Sample sample;
  sample.ns = text_value("ns", needed(document, "ns"));
  if (const auto expires = find_field(document, "expireAt"))
    sample.time_ms = time_value("expireAt", *expires) - kept_ms;
  return sample;
}

class SampledQuery {
 public:
  SampledQuery(const Sample& sample, const RecordPlace& place, Tally& tally,
               std::vector<Operation>& out)
      : sample_(sample), place_(place), tally_(tally), out_(out) {}

  void take(std::string_view name, DocumentView command) {
    const CommandKind* kind = command_kind(name);
    if (kind != nullptr && kind->kind == OperationKind::find_and_modify) {
      Operation operation = base(kind->kind, command);
      const auto reason = kind->read(command, operation);
      finish(reason, std::move(operation), command);
    } else if (kind != nullptr) {
      take_read(kind->kind, command);
    } else if (name == "update" || name == "delete" || name == "bulkWrite") {
      const std::string_view list = name == "update"   ? "updates"
                                    : name == "delete" ? "deletes"
                                                       : "ops";
      const ValueView statements = needed(command, list);
      if (statements.type != Type::Array) refuse_value(list, statements, "an array");
      for (const bson::Element& statement : DocumentView(statements))
        take_statement(name, command, statement);
    } else {
      tally_.leave_out(Reason::unsupported, place_, command);
    }
  }

 private:
  Operation base(OperationKind kind, DocumentView command) const {
    Operation operation;
    operation.kind = kind;
    operation.ns = sample_.ns;
    operation.time_ms = sample_.time_ms;
    read_session(command, operation);
    operation.source.format = format;
    operation.source.host = *place_.file;
    return operation;
  }

  /// Of reads the server keeps filter, collation and let, whatever the command.
  void take_read(OperationKind kind, DocumentView command) {
    Operation operation = base(kind, command);
    operation.filter = document_value("filter", needed(command, "filter"));
    if (const auto collation = find_field(command, "collation"))
      if (collation->type == Type::Document && !DocumentView(*collation).empty())
        operation.collation = document_value("collation", *collation);
    finish(std::nullopt, std::move(operation), command);
  }

  void take_statement(std::string_view name, DocumentView command, const bson::Element& statement) {
    if (statement.value.type != Type::Document)
      refuse_value("statement", statement.value, "an object");
    const DocumentView document(statement.value);
    const bool deletes =
        name == "delete" || (name == "bulkWrite" && find_field(document, "delete").has_value());
    Operation operation = base(deletes ? OperationKind::remove : OperationKind::update, command);
    const auto reason = read_statement(document, deletes, operation);
    finish(reason, std::move(operation), command);
  }

  void finish(std::optional<Reason> reason, Operation operation, DocumentView command) {
    if (operation.collation.given() && operation.collation.view().empty())
      operation.collation.bytes.clear();
    if (!reason) reason = hidden_values(operation);
    if (reason) return tally_.leave_out(*reason, place_, command, operation.kind);
    out_.push_back(std::move(operation));
  }

  const Sample& sample_;
  const RecordPlace& place_;
  Tally& tally_;
  std::vector<Operation>& out_;
};

/// True where the sample is of a namespace that nobody asked for.
bool leave_namespace(const Sample& sample, const std::string& wanted, DocumentView document,
                     const RecordPlace& place, Tally& tally) {
  const bool system = is_system_namespace(sample.ns);
  if (!system && is_wanted(sample.ns, wanted)) return false;
  tally.leave_out(system ? Reason::system_namespace : Reason::other_namespace, place, document);
  return true;
}

}  // namespace

void take_sampled_query(DocumentView document, const std::string& wanted_ns,
                        const RecordPlace& place, Tally& tally, std::vector<Operation>& out) {
  const Sample sample = read_sample(document);
  tally.record(format, sample.time_ms);
  if (leave_namespace(sample, wanted_ns, document, place, tally)) return;
  const std::string_view name = text_value("cmdName", needed(document, "cmdName"));
  SampledQuery(sample, place, tally, out).take(name, needed_document(document, "cmd"));
}

void take_sampled_diff(DocumentView document, const std::string& wanted_ns,
                       const RecordPlace& place, Tally& tally, std::vector<SampledDiff>& out) {
  const Sample sample = read_sample(document);
  tally.record("sampledQueriesDiff", sample.time_ms);
  if (leave_namespace(sample, wanted_ns, document, place, tally)) return;
  out.push_back({sample.ns, document_value("diff", needed(document, "diff"))});
}

}  // namespace shardsweep::datasets
