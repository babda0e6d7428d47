#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/columns/column_builder.hpp"
#include "host/columns/encode.hpp"
#include "host/columns/group_reader.hpp"
#include "host/columns/path_walker.hpp"
#include "host/columns/size_column.hpp"

namespace shardsweep::host {

/// Throws datasets::ResourceError over 2^32 - 2 rows, the most that ranks can number.
void check_row_limit(std::uint64_t rows);

/// The values of some paths and the sizes of all kept documents, read in one pass.
class GatheredColumns {
 public:
  GatheredColumns(const std::vector<std::string>& paths, const EncodeOptions& options,
                  kernels::ThreadPool& pool);

  /// Reads to the end, or until asked to stop. Throws what the source throws, DataError and
  /// ResourceError.
  void read(datasets::DocumentSource& source);

  std::uint64_t rows() const noexcept { return rows_; }
  SizeColumn& sizes() noexcept { return sizes_; }
  ColumnBuilder& column(const std::string& path) { return *columns_.at(node_of_.at(path)); }
  /// Documents with an array above a path, and the first one's row.
  struct ArraysAbove {
    std::uint64_t documents = 0;
    std::optional<std::uint64_t> first_row;
  };
  ArraysAbove arrays_above(const std::string& path) const;
  std::uint64_t memory_bytes() const noexcept;
  /// How many columns may be ranked at once so that memory_bytes() and what ranking takes stay
  /// within the budget: at most one a thread; 0 when one is too many.
  unsigned affordable_rankings() const;

 private:
  void filter(std::vector<WalkedBatch>& group);
  void add(std::vector<WalkedBatch>& group);
  void add_to_node(const WalkedBatch& batch, std::uint32_t node);
  void check_limits() const;

  const EncodeOptions& options_;
  kernels::ThreadPool& pool_;
  PathTree tree_;
  std::map<std::string, std::uint32_t> node_of_;
  std::uint32_t size_node_ = PathTree::none;
  std::vector<PathWalker> walkers_;
  std::map<std::uint32_t, std::unique_ptr<ColumnBuilder>> columns_;  // by node
  std::vector<ArraysAbove> arrays_;                                  // by node: at the node itself
  SizeColumn sizes_;
  std::uint64_t rows_ = 0;
};

}  // namespace shardsweep::host
