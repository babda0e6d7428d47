#include "datasets/operations/command_reading.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "datasets/operations/field_values.hpp"

namespace shardsweep::datasets {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::ValueView;

/// True, or a number other than 0, as the server takes flags.
bool truthy(const ValueView& value) {
  if (value.type == Type::Bool) return value.as_bool();
  return number_of(value).value_or(0) != 0;
}

/// The server takes a negative limit for the same limit in one batch.
std::int64_t limit_value(std::string_view field, const ValueView& value) {
  const auto whole = whole_of(value);
  if (whole && *whole < 0 && *whole > std::numeric_limits<std::int64_t>::min()) return -*whole;
  return count_value(field, value);
}

/// A field that may be null for "not given".
OptionalDocument document_or_null(std::string_view field, const ValueView& value) {
  return value.type == Type::Null ? OptionalDocument() : document_value(field, value);
}

/// Fields that mean the same in all commands. True: it was one.
bool take_common(const Element& element, Operation& operation) {
  const auto& [name, value] = element;
  if (name == "collation") {
    operation.collation = document_or_null(name, value);
  } else if (name == "let") {
    operation.let = document_or_null(name, value);
  } else if (name == "sort") {
    operation.sort = document_or_null(name, value);
  } else if (name == "limit") {
    operation.limit = limit_value(name, value);
  } else if (name == "skip") {
    operation.skip = count_value(name, value);
  } else {
    return false;
  }
  return true;
}

std::optional<Reason> read_query(DocumentView command, std::string_view filter,
                                 Operation& operation) {
  for (const Element& element : command) {
    if (element.name == filter) operation.filter = document_or_null(filter, element.value);
    if (element.name == "key" && operation.kind == OperationKind::distinct)
      operation.distinct_key = text_value("key", element.value);
    take_common(element, operation);
  }
  return std::nullopt;
}

std::optional<Reason> read_find(DocumentView command, Operation& operation) {
  return read_query(command, "filter", operation);
}

/// count and distinct.
std::optional<Reason> read_count(DocumentView command, Operation& operation) {
  return read_query(command, "query", operation);
}

bool begins_with_change_stream(DocumentView pipeline) {
  for (const Element& stage : pipeline)
    for (const Element& operation : DocumentView(stage.value))
      return operation.name == "$changeStream";
  return false;
}

std::optional<Reason> read_aggregate(DocumentView command, Operation& operation) {
  for (const Element& element : command) {
    if (element.name == "explain" && truthy(element.value)) return Reason::explain;
    if (element.name == "pipeline") operation.pipeline = pipeline_value("pipeline", element.value);
    take_common(element, operation);
  }
  if (!operation.pipeline.given()) return Reason::incomplete;
  if (begins_with_change_stream(operation.pipeline.view())) return Reason::unsupported;
  return std::nullopt;
}

bool is_original_query(std::string_view name) {
  return name == "$_originalQuery" || name == "originalQuery";
}

bool is_original_collation(std::string_view name) {
  return name == "$_originalCollation" || name == "originalCollation";
}

void take_original(DocumentView command, Operation& operation) {
  for (const auto& [name, value] : command) {
    if (is_original_query(name)) operation.filter = document_value(name, value);
    if (is_original_collation(name)) operation.collation = document_value(name, value);
  }
}

std::optional<Reason> read_find_and_modify(DocumentView command, Operation& operation) {
  for (const Element& element : command) {
    const auto& [name, value] = element;
    if (name == "query") operation.filter = document_or_null(name, value);
    if (name == "update") operation.update = update_value(name, value);
    if (name == "remove") operation.remove = truthy(value);
    if (name == "upsert") operation.upsert = truthy(value);
    take_common(element, operation);
  }
  take_original(command, operation);
  const bool changes = operation.update.type != Type::Null;
  if (changes == operation.remove) return Reason::incomplete;
  return std::nullopt;
}

constexpr std::array commands{
    CommandKind{"find", OperationKind::find, read_find},
    CommandKind{"aggregate", OperationKind::aggregate, read_aggregate},
    CommandKind{"count", OperationKind::count, read_count},
    CommandKind{"distinct", OperationKind::distinct, read_count},
    CommandKind{"findAndModify", OperationKind::find_and_modify, read_find_and_modify},
    CommandKind{"findandmodify", OperationKind::find_and_modify, read_find_and_modify},
};

/// Operators have names with a dollar sign; a document without any takes the place of the old one.
bool is_replacement(const bson::Value& update) {
  if (update.type != Type::Document) return false;
  for (const Element& element : DocumentView(ValueView(update)))
    return !element.name.starts_with('$');
  return true;
}

struct StatementParts {
  std::optional<std::int64_t> limit;
  std::optional<bool> multi;
  bool has_filter = false;
};

void take_statement_field(const Element& element, Operation& operation, StatementParts& parts) {
  const auto& [name, value] = element;
  if (name == "q" || name == "filter") {
    operation.filter = document_value(name, value);
    parts.has_filter = true;
  } else if (name == "u" || name == "updateMods") {
    operation.update = update_value(name, value);
  } else if (name == "multi") {
    parts.multi = truthy(value);
  } else if (name == "upsert") {
    operation.upsert = truthy(value);
  } else if (name == "limit") {
    parts.limit = count_value(name, value);
  } else if (name == "collation") {
    operation.collation = document_or_null(name, value);
  }
}

}  // namespace

const CommandKind* command_kind(std::string_view name) {
  const auto found = std::ranges::find(commands, name, &CommandKind::name);
  return found == commands.end() ? nullptr : &*found;
}

std::optional<Reason> read_statement(DocumentView statement, bool deletes, Operation& operation) {
  StatementParts parts;
  for (const Element& element : statement) take_statement_field(element, operation, parts);
  take_original(statement, operation);
  if (!parts.has_filter) return Reason::incomplete;
  if (deletes) {
    if (!parts.limit && !parts.multi) return Reason::incomplete;
    operation.kind = OperationKind::remove;
    operation.multi = parts.limit ? *parts.limit == 0 : *parts.multi;
    return std::nullopt;
  }
  if (operation.update.type == Type::Null) return Reason::incomplete;
  operation.kind =
      is_replacement(operation.update) ? OperationKind::replace : OperationKind::update;
  operation.multi = parts.multi.value_or(false);
  return std::nullopt;
}

void read_session(DocumentView command, Operation& operation) {
  Session session;
  bool any = false;
  bool autocommit = true;
  for (const auto& [name, value] : command) {
    if (name == "lsid") session.id = session_id(value);
    if (name == "txnNumber") session.transaction_number = whole_of(value);
    if (name == "autocommit") autocommit = truthy(value);
    if (name == "let" && !operation.let.given()) operation.let = document_or_null(name, value);
    if (name == "readConcern" && value.type == Type::Document)
      if (const auto at = find_field(DocumentView(value), "atClusterTime"))
        operation.at_cluster_time = cluster_time_value("atClusterTime", *at);
    any = any || name == "lsid" || name == "txnNumber";
  }
  session.multi_statement = session.transaction_number.has_value() && !autocommit;
  if (any) operation.session = std::move(session);
}

bool is_for_shard(DocumentView command) {
  constexpr std::array<std::string_view, 7> marks = {
      "shardVersion", "databaseVersion", "fromMongos",   "fromRouter",
      "needsMerge",   "$_originalQuery", "originalQuery"};
  for (const Element& element : command)
    if (std::ranges::find(marks, element.name) != marks.end())
      return element.value.type != Type::Bool || element.value.as_bool();
  return false;
}

}  // namespace shardsweep::datasets
