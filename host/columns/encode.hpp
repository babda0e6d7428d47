#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "datasets/collection.hpp"
#include "host/columns/column_table.hpp"
#include "kernels/thread_pool.hpp"

namespace shardsweep::host {

struct EncodeOptions {
  std::vector<std::string> paths;   ///< stored fields that become columns
  std::vector<std::string> derive;  ///< "name=function(field, ...)" of --derive
  std::string arrival = "auto";     ///< auto | row | _id | PATH
  std::string size_field;           ///< --size-field: document size from this field
  std::string temp_directory;       ///< spill files, "" = the system's
  std::uint64_t memory_bytes = UINT64_MAX;
  std::stop_token stop;
  std::function<void(const datasets::ReadProgress&)> progress;
  /// Row filter of --sampling: true keeps the row. Called in row order. Empty keeps all.
  std::function<bool(std::uint64_t row)> keep_row;
};

/// Reads the collection once and ranks every column. Deterministic for any pool size. Throws
/// UsageError (a derived field that cannot be read), DataError, ResourceError (over 2^32 - 2 rows,
/// memory or spill disk).
std::unique_ptr<ColumnTable> encode_columns(datasets::Collection& collection,
                                            const EncodeOptions& options, kernels::ThreadPool& pool,
                                            datasets::ReadReport& report);

/// Where a value that need not occur lies: (rank + 1) << 32 if it occurs in the dictionary, else
/// (rank of the next lower value + 1) << 32 | ordinal. Collect all absent bounds of a field first
/// (add), then ask (coordinate). MinKey is 0, MaxKey all ones.
class CoordinateMap {
 public:
  explicit CoordinateMap(const Dictionary& dictionary) : dictionary_(dictionary) {}
  void add(const bson::ValueView& bound);
  void finish();  ///< after the last add, before coordinate()
  std::uint64_t coordinate(const bson::ValueView& bound) const;  ///< of a value that was added

 private:
  const Dictionary& dictionary_;
  std::vector<bson::Value> absent_;  ///< sorted, distinct
};

}  // namespace shardsweep::host
