#pragma once

#include <cstdint>
#include <optional>

#include "host/columns/pod_vector.hpp"
#include "host/columns/value_dictionary.hpp"
#include "host/columns/value_store.hpp"
#include "host/columns/walked_batch.hpp"

namespace shardsweep::host {

/// Gathers one path's values of all documents in row order: as numbers into a dictionary while
/// values repeat, else value by value. Missing is null; an array is null too, and counted.
class ColumnBuilder {
 public:
  struct Limits {
    std::uint64_t fingerprint_mask = ~std::uint64_t{0};
    /// Most distinct values that are kept as a dictionary; 0 = by size and share of rows.
    std::uint32_t dictionary = 0;
  };

  ColumnBuilder() : ColumnBuilder(Limits()) {}
  explicit ColumnBuilder(const Limits& limits)
      : limits_(limits), dictionary_(limits.fingerprint_mask) {}

  /// Adds all documents of the batch; `cells` are those that have the path.
  void add(const WalkedBatch& batch, const PodVector<Cell>& cells);
  /// Adds the value of the next row.
  void add_value(const bson::ValueView& value);
  /// No more rows: frees what only adding needs.
  void seal() noexcept { dictionary_.seal(); }

  std::uint32_t rows() const noexcept { return rows_; }
  /// Values are kept row by row; else rows hold numbers of `items`.
  bool direct() const noexcept { return direct_; }
  /// The values by row (direct), or the distinct values.
  const ValueStore& items() const noexcept { return direct_ ? values_ : dictionary_.values(); }
  /// Numbers by row; empty when direct.
  const PodVector<std::uint32_t>& numbers() const noexcept { return numbers_; }
  std::size_t memory_bytes() const noexcept;
  /// Bytes that ranking the column takes beside these, at most.
  std::size_t ranking_bytes() const noexcept;

  std::uint64_t missing = 0;  ///< rows without the path
  std::uint64_t nulls = 0;    ///< rows with an explicit null
  std::uint64_t arrays = 0;   ///< rows with an array at the path itself
  std::optional<std::uint64_t> first_array_row;

 private:
  void add_nulls(std::size_t count);
  void add_cells(const WalkedBatch& batch, const PodVector<Cell>& cells, std::size_t begin,
                 std::size_t end);
  bool too_many() const noexcept;
  void go_direct();

  Limits limits_;
  bool direct_ = false;
  std::uint32_t rows_ = 0;
  ValueDictionary dictionary_;
  std::optional<std::uint32_t> null_number_;
  PodVector<std::uint32_t> numbers_;
  ValueStore values_;
};

}  // namespace shardsweep::host
