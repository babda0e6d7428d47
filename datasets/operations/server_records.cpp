#include "datasets/operations/server_records.hpp"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <utility>

#include "datasets/error.hpp"
#include "datasets/operations/field_values.hpp"

namespace shardsweep::datasets {
namespace {

using bson::DocumentView;
using bson::Type;

std::string_view first_name(DocumentView document) {
  for (const bson::Element& element : document) return element.name;
  return {};
}

std::string_view database_of(std::string_view ns) {
  return ns.substr(0, ns.find('.'));
}

/// Of "db.$cmd" the collection is what the command's first field names; "" where that is redacted.
std::string collection_of(std::string_view ns, DocumentView command) {
  if (!ns.ends_with(".$cmd")) return std::string(ns);
  for (const bson::Element& element : command) {
    if (element.value.type != Type::String) break;
    if (element.value.as_string() == redaction) return "";
    return std::string(database_of(ns)) + '.' + std::string(element.value.as_string());
  }
  return std::string(ns);
}

/// Errors after which the router or the driver sends the same again.
bool is_sent_again(std::string_view error) {
  constexpr std::array<std::string_view, 14> names = {"StaleConfig",
                                                      "StaleDbVersion",
                                                      "StaleEpoch",
                                                      "StaleShardVersion",
                                                      "WriteConflict",
                                                      "NotWritablePrimary",
                                                      "NotPrimaryNoSecondaryOk",
                                                      "NotPrimaryOrSecondary",
                                                      "PrimarySteppedDown",
                                                      "InterruptedDueToReplStateChange",
                                                      "InterruptedAtShutdown",
                                                      "ShutdownInProgress",
                                                      "HostUnreachable",
                                                      "SocketException"};
  return std::ranges::find(names, error) != names.end();
}

/// Threads that serve clients are conn1, conn2, ...; TTLMonitor, migrations and so on are others.
bool is_internal(const ServerRecord& record) {
  if (record.app_name == "OplogFetcher") return true;
  return !record.thread.empty() && !record.thread.starts_with("conn");
}

std::optional<OperationKind> kind_of(std::string_view type, std::string_view name) {
  if (const CommandKind* kind = command_kind(name)) return kind->kind;
  if (type == "update" || name == "update") return OperationKind::update;
  if (type == "remove" || name == "delete") return OperationKind::remove;
  if (type == "insert" || name == "insert") return OperationKind::insert;
  if (type == "query") return OperationKind::find;
  return std::nullopt;
}

bool is_two_phase(std::string_view name, DocumentView command) {
  if (name.starts_with("_cluster") && name.ends_with("WithoutShardKey")) return true;
  return find_field(command, "$_isClusterQueryWithoutShardKeyCmd").has_value();
}

/// Commands on documents that nothing here can route.
bool is_unsupported(std::string_view name) {
  constexpr std::array<std::string_view, 5> names = {"mapReduce", "mapreduce", "geoNear", "group",
                                                     "parallelCollectionScan"};
  return std::ranges::find(names, name) != names.end();
}

/// {q, u} and {q, limit}, or a bulkWrite's {update: 0, ...}: the number is its namespace's.
bool is_statement(std::string_view type, DocumentView command) {
  if (type != "update" && type != "remove") return false;
  if (find_field(command, "q")) return true;
  for (const auto& [name, value] : command)
    return (name == "update" || name == "delete") && number_of(value).has_value();
  return false;
}

std::uint64_t hash(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace

bool is_wanted(std::string_view ns, std::string_view wanted) {
  if (wanted.empty() || ns.empty() || ns == wanted) return true;
  return ns.substr(std::min(ns.size(), ns.find('.') + 1)) == wanted;
}

bool is_system_namespace(std::string_view ns) {
  const std::string_view database = database_of(ns);
  if (database == "admin" || database == "config" || database == "local") return true;
  return ns.substr(database.size()).starts_with(".system.");
}

void ServerRecords::begin_input(const std::string& name) {
  host_ = name;
  role_ = Role::unknown;
}

void ServerRecords::learn(const LogWriter& writer) {
  if (!writer.host.empty()) host_ = writer.host;
  if (writer.role != Role::unknown && role_ != Role::shard) role_ = writer.role;
  tally_.host(host_, role_);
}

void ServerRecords::learn_role(const ServerRecord& record) {
  Role role = record.role == Role::unknown ? role_ : record.role;
  if (record.command && role != Role::mongos && is_for_shard(*record.command)) role = Role::shard;
  if (role_ == Role::shard && role == Role::mongod) role = Role::shard;
  if (role == role_) return;
  role_ = role;
  tally_.host(host_, role_);
}

void ServerRecords::take(const ServerRecord& record, const RecordPlace& place,
                         std::vector<Operation>& out) {
  record_ = &record;
  place_ = &place;
  out_ = &out;
  ns_ = record.ns;
  const std::size_t before = out.size();
  learn_role(record);
  const DocumentView command = record.command.value_or(DocumentView());
  if (is_internal(record)) return leave_out(Reason::internal, command);
  try {
    take_command(command);
  } catch (const DataError&) {
    out.resize(before);
    // A limit of "###" is one that the server has hidden.
    const Reason reason =
        hidden_values(command) == Reason::redacted ? Reason::redacted : Reason::malformed;
    leave_out(reason, command, kind_of(record.type, first_name(command)));
  }
}

void ServerRecords::take_command(DocumentView command) {
  const std::string_view name = first_name(command);
  ns_ = collection_of(ns_, command);
  if (leave_namespace(command, name)) return;
  const auto kind = kind_of(record_->type, name);
  if (name.empty() || record_->old_command)
    return leave_out(record_->old_command ? Reason::incomplete : Reason::unsupported, command,
                     kind);
  if (is_sent_again(record_->error)) return leave_out(Reason::retry, command);
  if (record_->type == "getmore" || name == "getMore") return take_get_more();
  const bool batch = name == "insert" || name == "update" || name == "delete";
  const bool truncated = name == "$truncated" || record_->truncated;
  if (truncated && (kind || name == "$truncated" || name == "bulkWrite"))
    return leave_out(Reason::truncated, command, kind);
  if (is_statement(record_->type, command))
    return take_statement(command, record_->type == "remove");
  if (is_two_phase(name, command)) return leave_out(Reason::two_phase_part, command);
  if ((batch || kind || name == "bulkWrite") && is_retry(command, name))
    return leave_out(Reason::retry, command);
  take_named(command, name);
}

/// True where the record is of a namespace that nobody asked for.
bool ServerRecords::leave_namespace(DocumentView command, std::string_view name) {
  if (name == "bulkWrite") return false;  // on admin; its statements name theirs
  if (is_system_namespace(ns_)) {
    leave_out(Reason::system_namespace, command);
    return true;
  }
  if (is_wanted(ns_, wanted_)) return false;
  leave_out(Reason::other_namespace, command);
  return true;
}

void ServerRecords::take_named(DocumentView command, std::string_view name) {
  if (const CommandKind* kind = command_kind(name)) return take_single(command, *kind);
  if (name == "insert") return take_insert(command);
  if (name == "update" || name == "delete") return take_batch(command, name == "delete");
  if (name == "bulkWrite") return take_bulk(command);
  if (name == "explain") return leave_out(Reason::explain, command);
  if (is_unsupported(name)) return leave_out(Reason::unsupported, command);
  leave_out(name.starts_with('_') ? Reason::internal : Reason::other_command, command);
}

void ServerRecords::take_single(DocumentView command, const CommandKind& kind) {
  Operation operation = base(kind.kind, command);
  if (const auto reason = kind.read(command, operation))
    return leave_out(*reason, command, kind.kind);
  if (record_->cursor) cursors_.insert(static_cast<std::uint64_t>(*record_->cursor));
  emit(std::move(operation), command);
}

/// The first getMore of a cursor whose find was not recorded stands for it; others go on with it.
void ServerRecords::take_get_more() {
  const DocumentView command = record_->command.value_or(DocumentView());
  std::optional<std::int64_t> cursor = record_->cursor;
  if (!cursor)
    if (const auto id = find_field(command, "getMore")) cursor = whole_of(*id);
  const bool known = cursor && !cursors_.insert(static_cast<std::uint64_t>(*cursor));
  if (known) return leave_out(Reason::get_more, command);
  if (!record_->originating) return leave_out(Reason::incomplete, command);
  const DocumentView original = *record_->originating;
  const CommandKind* kind = command_kind(first_name(original));
  if (kind == nullptr && first_name(original) != "$truncated")
    return leave_out(Reason::get_more, command);  // of listIndexes and the like
  if (kind == nullptr || record_->truncated)
    return leave_out(Reason::truncated, original, kind ? kind->kind : OperationKind::find);
  take_single(original, *kind);
}

bool ServerRecords::is_retry(DocumentView command, std::string_view name) {
  if (role_ == Role::shard) return false;  // parts on several shards have the same number
  const Operation probe = base(OperationKind::update, command);
  const bool retryable = probe.session && probe.session->transaction_number &&
                         !probe.session->multi_statement && !probe.session->id.empty();
  if (!retryable) return false;
  std::string key = host_ + '\n' + ns_ + '\n' + std::string(name) + '\n' +
                    std::to_string(*probe.session->transaction_number) + '\n' + probe.session->id;
  return !retryable_.insert(hash(key, 0));
}

Operation ServerRecords::base(OperationKind kind, DocumentView command) {
  Operation operation;
  operation.kind = kind;
  operation.ns = ns_;
  operation.time_ms = record_->time_ms;
  operation.duration_ms = record_->duration_ms;
  operation.keys_examined = record_->keys_examined;
  operation.documents_examined = record_->documents_examined;
  operation.returned = record_->returned;
  operation.plan_summary = record_->plan_summary;
  read_session(command, operation);
  operation.source.format = role_ == Role::mongos ? "mongos-log" : record_->format;
  operation.source.host = host_;
  operation.source.shard_side = role_ == Role::shard;
  return operation;
}

void ServerRecords::emit(Operation operation, DocumentView shown) {
  if (const auto reason = hidden_values(operation))
    return leave_out(*reason, shown, operation.kind);
  out_->push_back(std::move(operation));
}

void ServerRecords::leave_out(Reason reason, DocumentView shown, std::optional<OperationKind> kind,
                              std::uint64_t count) {
  tally_.leave_out(reason, *place_, shown, kind, count);
}

std::uint64_t ServerRecords::write_key(DocumentView statement) const {
  const auto query = find_field(statement, "q");
  return hash(query ? query->bytes : std::string_view(), hash(record_->thread, hash(ns_, 0)));
}

bool ServerRecords::was_written(DocumentView statement) const {
  return writes_.contains(write_key(statement));
}

}  // namespace shardsweep::datasets
