#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/document_source.hpp"

namespace shardsweep::datasets {

/// Why a record gave no operation. Up to `no_document` a client's operation was there but cannot be
/// judged; from `internal` on there was none of a client, or it is counted elsewhere.
enum class Reason : std::uint8_t {
  truncated,     ///< the server cut the command
  redacted,      ///< values are "###"
  pattern_only,  ///< values are types, as in a query shape
  unsupported,   ///< mapReduce, change streams and the like
  malformed,     ///< a client's command that the server would not take
  incomplete,    ///< the filter, the update or the limit is not there
  batch,         ///< only the number of the batch's statements was recorded
  no_document,   ///< an insert without its documents
  internal,      ///< of the server itself
  system_namespace,
  other_namespace,
  other_command,  ///< neither reads nor writes documents
  explain,
  get_more,        ///< goes on with a find or an aggregate that is counted
  double_logged,   ///< the command around writes that are records of their own
  retry,           ///< the server or the driver did it again
  two_phase_part,  ///< a router's helper for a write without the shard key
  broken_last_line,
};

/// "truncated", "pattern-only", ... Static storage.
std::string_view to_text(Reason reason);

/// What was left out for one reason. `count` is in operations: a batch of 5 counts 5.
struct ReasonCount {
  Reason reason = Reason::truncated;
  std::uint64_t count = 0;
  std::string example;  ///< printable: 'mongod.log line 17: {"find":"orders", ...}'
};

/// What wrote the records of an input. `shard`: a mongod that a router asks.
enum class Role : std::uint8_t { unknown, mongod, shard, mongos };
std::string_view to_text(Role role);

/// One writer of records in one format.
struct RecordHost {
  std::string host;    ///< "db1:27017" where the records say so, else the file
  std::string format;  ///< "jsonl", "profile", "log", "sampledQueries" or "sampledQueriesDiff"
  Role role = Role::unknown;
  std::uint64_t records = 0;
  std::optional<std::int64_t> first_ms;  ///< times of its records, ms since 1970
  std::optional<std::int64_t> last_ms;
};

/// Counts by OperationKind.
using KindCounts = std::array<std::uint64_t, 9>;

/// What reading has found so far; whole at the end of the stream.
struct OperationsReport {
  std::uint64_t records = 0;          ///< documents and "Slow query" lines read
  std::uint64_t other_lines = 0;      ///< lines of logs that are no such record
  std::uint64_t operations = 0;       ///< handed out
  std::uint64_t diffs = 0;            ///< handed out
  KindCounts by_kind{};               ///< of the operations handed out
  KindCounts unjudged_by_kind{};      ///< of `unjudged` as far as the kind is known
  std::vector<ReasonCount> unjudged;  ///< operations of clients that cannot be judged
  std::vector<ReasonCount> left_out;  ///< records that are no operation of a client, or one counted
  std::uint64_t skipped = 0;          ///< bad records that skip_bad left out
  std::vector<SkippedExample> skipped_examples;  ///< the first five
  std::vector<RecordHost> hosts;                 ///< in the order of their inputs, each once
  std::vector<std::string> cannot_see;           ///< sentences: what such records cannot show
  std::vector<std::string> passed_over;  ///< files in folders that are no records (printable)
};

}  // namespace shardsweep::datasets
