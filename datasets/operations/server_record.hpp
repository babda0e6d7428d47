#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "datasets/bson/view.hpp"
#include "datasets/operations/report.hpp"

namespace shardsweep::datasets {

/// What a "Slow query" line and a document of system.profile say in the same way. It shows into
/// the record's bytes.
struct ServerRecord {
  std::string_view format;  ///< as in OperationSource; static storage
  std::string_view type;    ///< op of the profiler, type of the log: "query", "update", "remove"
  std::string_view ns;
  std::string_view app_name;
  std::string_view thread;  ///< ctx of a log line
  std::string_view error;   ///< errName
  std::string_view plan_summary;
  std::optional<bson::DocumentView> command;
  std::optional<bson::DocumentView> originating;  ///< the command a getMore goes on with
  bool truncated = false;                         ///< the log cut the command or the originating
  std::optional<std::int64_t> cursor;
  std::optional<std::int64_t> time_ms;
  std::optional<std::int64_t> keys_examined;
  std::optional<std::int64_t> documents_examined;
  std::optional<std::int64_t> returned;  ///< or matched, or deleted
  std::optional<std::int64_t> inserted;
  std::optional<double> duration_ms;
  Role role = Role::unknown;  ///< what the record itself shows of its writer
  bool old_command = false;   ///< of 3.4 or older: query and updateobj instead of a command
};

/// Reads a document of system.profile. Throws DataError without place ("field ns: ...").
ServerRecord read_profile_entry(bson::DocumentView entry);

/// Reads a "Slow query" line of a log.
ServerRecord read_log_line(bson::DocumentView line);

/// A line of a log that is a "Slow query" record.
bool is_slow_query(bson::DocumentView line);

/// What other lines tell of the process that writes the log.
struct LogWriter {
  std::string host;  ///< "db1:27017", "" when the line does not say
  Role role = Role::unknown;
};
/// Of the lines that a server writes on start and after a rotation; empty for others.
LogWriter read_writer(bson::DocumentView line);
/// The ids of the lines that is_slow_query and read_writer look at, as text.
bool may_matter(std::string_view line);

}  // namespace shardsweep::datasets
