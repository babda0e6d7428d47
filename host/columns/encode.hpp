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
  /// Date fields that `auto` may take the time of arrival from besides those in `paths`.
  std::vector<std::string> time_paths;
  std::string size_field;      ///< --size-field: document size from this field
  std::string temp_directory;  ///< spill files, "" = the system's
  std::uint64_t memory_bytes = UINT64_MAX;
  std::stop_token stop;
  std::function<void(const datasets::ReadProgress&)> progress;
  /// Row filter of --sampling: true keeps the row. Called in row order. Empty keeps all.
  std::function<bool(std::uint64_t row)> keep_row;

  /// For tests: bits of the fingerprints that are used to group values (0: all collide), and after
  /// how many distinct values a column is kept row by row (0: as memory and speed suggest).
  std::uint64_t fingerprint_mask = ~std::uint64_t{0};
  std::uint32_t dictionary_limit = 0;
};

/// Reads the collection once and ranks every column. Deterministic for any pool size. When asked to
/// stop it returns early with a table that is of no use. Throws UsageError (a derived field that
/// cannot be read, an arrival field without times), DataError (a size that cannot be one),
/// ResourceError (over 2^32 - 2 rows, memory or spill disk).
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
