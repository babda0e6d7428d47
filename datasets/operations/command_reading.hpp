#pragma once

#include <optional>
#include <string_view>

#include "datasets/bson/view.hpp"
#include "datasets/operations/operation.hpp"
#include "datasets/operations/report.hpp"

namespace shardsweep::datasets {

/// How one command becomes one operation.
struct CommandKind {
  std::string_view name;  ///< the name of the command's first field
  OperationKind kind;
  /// Fills filter and the like from the command; the reason when they are not there.
  std::optional<Reason> (*read)(bson::DocumentView command, Operation& operation);
};

/// find, aggregate, count, distinct and findAndModify (also findandmodify); null for others.
const CommandKind* command_kind(std::string_view name);

/// Reads one statement of an update or delete: {q, u, multi, ...}, {q, limit}, or, of a bulkWrite,
/// {update: 0, filter, updateMods, ...}. Of the second part of a write without the shard key the
/// filter is that of the client ($_originalQuery). `deletes`: it is a delete. Throws DataError.
std::optional<Reason> read_statement(bson::DocumentView statement, bool deletes,
                                     Operation& operation);

/// The namespace that a statement of a bulkWrite is on, "" when nsInfo does not say.
std::string bulk_namespace(bson::DocumentView command, bson::DocumentView statement);

/// Fills what every command may have: the session, a snapshot's time, let.
void read_session(bson::DocumentView command, Operation& operation);

/// A command that a router sends to a shard.
bool is_for_shard(bson::DocumentView command);

/// What redactClientLogData makes of every value.
inline constexpr std::string_view redaction = "###";

/// Whether values, at any depth, are not those of the client: redacted or types of a shape.
std::optional<Reason> hidden_values(bson::DocumentView document);
std::optional<Reason> hidden_values(const Operation& operation);

}  // namespace shardsweep::datasets
