#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/operations/command_reading.hpp"
#include "datasets/operations/operation.hpp"
#include "datasets/operations/recent_keys.hpp"
#include "datasets/operations/server_record.hpp"
#include "datasets/operations/tally.hpp"

namespace shardsweep::datasets {

/// Whether `ns` is what `wanted` ("db.coll", "coll", or "" for all) names.
bool is_wanted(std::string_view ns, std::string_view wanted);
/// A namespace of the databases admin, config and local or a collection system.*.
bool is_system_namespace(std::string_view ns);

/// Turns records of servers into operations of clients: leaves out what no client asked for, counts
/// an operation once however often it is recorded (a batch's command around its writes, getMores
/// behind their find, retries), and says what cannot be judged. One of it serves all inputs, since
/// rotated logs go on with each other's cursors.
class ServerRecords {
 public:
  /// All must outlive this.
  ServerRecords(const std::string& ns, Tally& tally) : wanted_(ns), tally_(tally) {}

  /// Begins an input; until its records say more the writer is known by the file's name.
  void begin_input(const std::string& name);
  void learn(const LogWriter& writer);
  /// Appends the operations that the record gives to `out`.
  void take(const ServerRecord& record, const RecordPlace& place, std::vector<Operation>& out);

 private:
  void learn_role(const ServerRecord& record);
  void take_command(bson::DocumentView command);
  bool leave_namespace(bson::DocumentView command, std::string_view name);
  void take_named(bson::DocumentView command, std::string_view name);
  void take_single(bson::DocumentView command, const CommandKind& kind);
  void take_get_more();
  void take_statement(bson::DocumentView statement, bool deletes);
  void take_insert(bson::DocumentView command);
  void take_batch(bson::DocumentView command, bool deletes);
  void take_bulk(bson::DocumentView command);
  void take_bulk_statement(bson::DocumentView command, bson::DocumentView statement);

  Operation base(OperationKind kind, bson::DocumentView command);
  void emit(Operation operation, bson::DocumentView shown);
  void leave_out(Reason reason, bson::DocumentView shown,
                 std::optional<OperationKind> kind = std::nullopt, std::uint64_t count = 1);
  bool is_retry(bson::DocumentView command, std::string_view name);
  bool was_written(bson::DocumentView statement) const;
  std::uint64_t write_key(bson::DocumentView statement) const;

  const std::string& wanted_;
  Tally& tally_;
  std::string host_;
  Role role_ = Role::unknown;
  RecentKeys cursors_{1U << 16U};
  RecentKeys retryable_{1U << 16U};
  RecentKeys writes_{1U << 12U};

  // The record in work.
  const ServerRecord* record_ = nullptr;
  const RecordPlace* place_ = nullptr;
  std::vector<Operation>* out_ = nullptr;
  std::string ns_;
};

}  // namespace shardsweep::datasets
