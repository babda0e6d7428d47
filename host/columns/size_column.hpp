#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/columns/walked_batch.hpp"

namespace shardsweep::host {

/// The sizes of documents in row order: their own, or the number in a field of theirs.
class SizeColumn {
 public:
  /// `field` "" takes the documents' own sizes.
  explicit SizeColumn(std::string field) : field_(std::move(field)) {}

  /// `cells`: those of the size field; ignored without one. Throws DataError naming the row whose
  /// number cannot be a size (negative, or over 4 GiB).
  void add(const WalkedBatch& batch, const PodVector<Cell>* cells);

  std::vector<std::uint32_t> sizes;
  std::uint64_t rows_without_size = 0;

 private:
  std::string field_;
};

}  // namespace shardsweep::host
