#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "datasets/bson/view.hpp"
#include "datasets/operations/operation.hpp"
#include "datasets/operations/report.hpp"

namespace shardsweep::datasets {

/// Where a record stands: "mongod.log line 17".
struct RecordPlace {
  const std::string* file = nullptr;  ///< printable
  const char* unit = "line";
  std::uint64_t number = 0;

  std::string text() const { return *file + ' ' + unit + ' ' + std::to_string(number); }
};

/// Adds up an OperationsReport.
class Tally {
 public:
  /// Begins an input; what is counted of hosts belongs to it until the next.
  void begin_input(const std::string& name);
  /// One record of the present input. `format` has static storage.
  void record(std::string_view format, std::optional<std::int64_t> time_ms);
  void other_line() { ++report_.other_lines; }
  /// Who writes the records of the present input.
  void host(std::string host, Role role);

  /// `what` is shown in the example; `kind` of the operation that is lost, if it is one.
  void leave_out(Reason reason, const RecordPlace& place, bson::DocumentView what,
                 std::optional<OperationKind> kind = std::nullopt, std::uint64_t count = 1);
  void operation(OperationKind kind);
  void diff() { ++report_.diffs; }
  /// At the end of all inputs: one entry a host, and the sentences on what the formats seen so far
  /// cannot show.
  void finish();

  OperationsReport& report() noexcept { return report_; }
  const OperationsReport& report() const noexcept { return report_; }

 private:
  void merge_hosts();

  OperationsReport report_;
  std::string input_;  ///< host or file of the present input
  Role role_ = Role::unknown;
  std::size_t first_host_ = 0;  ///< of the present input in report_.hosts
};

}  // namespace shardsweep::datasets
