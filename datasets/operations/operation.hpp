#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "datasets/bson/builder.hpp"

namespace shardsweep::datasets {

enum class OperationKind : std::uint8_t {
  find,
  aggregate,
  count,
  distinct,
  insert,
  update,
  replace,
  remove,
  find_and_modify,
};

/// The kind's name in our JSON lines: "find", ..., "delete", "findAndModify". Static storage.
std::string_view to_text(OperationKind kind);
/// The reverse; nullopt for any other text.
std::optional<OperationKind> parse_operation_kind(std::string_view text);
/// Insert, update, replace, delete and findAndModify.
bool is_write(OperationKind kind);

/// A BSON document that owns its bytes, or none.
struct OptionalDocument {
  std::string bytes;  ///< empty: not given

  bool given() const noexcept { return !bytes.empty(); }
  /// The empty document when not given.
  bson::DocumentView view() const {
    return given() ? bson::DocumentView(bytes) : bson::DocumentView();
  }
};

/// The logical session an operation ran in, as the server records it. Statements of one session
/// with the same number and `multi_statement` are one transaction; a number without
/// `multi_statement` is a retryable write, and a write without a number is none.
struct Session {
  std::string id;  ///< the value bytes of lsid, or of lsid.id: equal bytes are one session
  std::optional<std::int64_t> transaction_number;
  bool multi_statement = false;  ///< autocommit: false

  bool operator==(const Session&) const = default;
};

/// Where a record comes from; empty or false where the record does not say.
struct OperationSource {
  std::string format;  ///< "jsonl", "profile", "mongod-log", "mongos-log", "sampledQueries", ...
  std::string host;    ///< host or file the record was written by
  bool shard_side = false;  ///< recorded by a shard: one of several parts of a client's operation
};

/// One recorded operation of a client, whatever format it was recorded in. Readers fill it, routing
/// and figures consume it. It owns all its bytes; every document is validated BSON. It is large:
/// compile it and let it go.
struct Operation {
  OperationKind kind = OperationKind::find;
  bool multi = false;   ///< updateMany, deleteMany
  bool upsert = false;  ///< also findAndModify's
  bool remove = false;  ///< findAndModify that deletes
  std::string ns;       ///< "db.collection", "" when the record does not say

  OptionalDocument filter;    ///< the query; not given means all documents
  OptionalDocument document;  ///< insert: the document
  /// Update operators or a replacement (Document), a pipeline (Array); Null when not given.
  bson::Value update;
  OptionalDocument pipeline;  ///< aggregate: an array's bytes
  OptionalDocument collation;
  OptionalDocument let;
  OptionalDocument sort;
  std::int64_t limit = 0;  ///< 0: none
  std::int64_t skip = 0;
  std::string distinct_key;  ///< distinct: the path asked for

  std::optional<std::int64_t> time_ms;  ///< when it began or was logged, ms since 1970 (UTC)
  double weight = 1;                    ///< how many operations the record stands for, > 0
  std::optional<double> duration_ms;
  std::optional<std::int64_t> keys_examined;
  std::optional<std::int64_t> documents_examined;
  std::optional<std::int64_t> returned;  ///< documents returned, matched or written
  std::string plan_summary;              ///< "IXSCAN { a: 1 }", ""
  std::optional<Session> session;
  /// The cluster time a snapshot read asks for (a Timestamp's 64 bits, or the plain number).
  std::optional<std::uint64_t> at_cluster_time;
  OperationSource source;
};

}  // namespace shardsweep::datasets
