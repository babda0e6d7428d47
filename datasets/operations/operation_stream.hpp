#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "datasets/collection.hpp"
#include "datasets/operations/operation.hpp"
#include "datasets/operations/report.hpp"

namespace shardsweep::datasets {

struct OperationOptions {
  std::string ns;              ///< "db.coll" or "coll": operations on others are left out; "": all
  bool skip_bad = false;       ///< leave bad records out and count them
  std::string temp_directory;  ///< for the copy of a pipe
  std::size_t block_bytes = std::size_t{1} << 18U;  ///< of one read; tests make it small
  std::size_t batch_operations = 1024;              ///< about, of one OperationBatch
};

/// What one sampled write changed, by field: {"a": "u", "b": {"c": "i"}} (u updated, i inserted,
/// d deleted), without values. A document of config.sampledQueriesDiff.
struct SampledDiff {
  std::string ns;
  OptionalDocument diff;
};

struct OperationBatch {
  std::vector<Operation> operations;
  std::vector<SampledDiff> diffs;

  void clear() {
    operations.clear();
    diffs.clear();
  }
};

/// Recorded operations, in the order of the inputs and of their records. Used by one thread;
/// progress() from any.
class OperationStream {
 public:
  virtual ~OperationStream() = default;
  /// Fills `batch` with the next operations; false at the end. Blocks on input. Throws DataError
  /// ("ops.jsonl line 3: field weight: -1 is not a number over 0; repair it, or pass --skip-bad
  /// ...") or ResourceError. Holds one record, and some MiB of what it must remember (open
  /// cursors, retryable writes) however long the input. Cost: linear, one pass.
  virtual bool next(OperationBatch& batch) = 0;
  virtual ReadProgress progress() const = 0;
  virtual const OperationsReport& report() const = 0;
  /// For the run record; checksums are filled as the inputs are read.
  virtual const std::vector<InputFile>& files() const = 0;
};

/// Opens records of operations: files, "-", folders (all that is in them, in order of their names,
/// rotated logs before the present one). Each is recognised by its first 64 KiB, unpacked:
///   our JSON lines (json_line.hpp);
///   logs of mongod and mongos 4.4 and later, other lines between, text before the brace;
///   system.profile, as mongodump (.bson) or mongoexport (JSON) write it;
///   config.sampledQueries, config.sampledQueriesDiff and what $listSampledQueries answers;
/// the documents also in an archive of mongodump. Sources: the manual's pages on the database
/// profiler, log messages and query sampling. Files in folders that are none of these are passed
/// over. Throws DataError ("x.csv: no record of operations among its first 64 KiB; ...").
std::unique_ptr<OperationStream> open_operations(const std::vector<std::string>& paths,
                                                 const OperationOptions& options = {});

}  // namespace shardsweep::datasets
