#pragma once

#include <cstdint>
#include <span>

namespace shardsweep::kernels {

/// One column of ranks: ranks[i] < distinct is the place of document i's value among the distinct
/// values of the field (or of its hashes), in key order. Non-owning, host memory.
struct ColumnView {
  std::span<const std::uint32_t> ranks;
  std::uint32_t distinct =
      0;  ///< domain size; every rank occurs unless the rows are a part of the whole
};

/// What a plan runs on. Rows are in arrival order. All spans have `rows` entries.
struct Columns {
  std::uint32_t rows = 0;  ///< at most 2^32 - 2
  std::span<const ColumnView> columns;
  std::span<const std::uint32_t> sizes;  ///< bytes of each document (all 1 when unknown)
};

}  // namespace shardsweep::kernels
