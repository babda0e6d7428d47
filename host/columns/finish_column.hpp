#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "host/columns/column_table.hpp"
#include "host/columns/pod_vector.hpp"
#include "host/columns/spilled_dictionary.hpp"
#include "host/columns/value_store.hpp"

namespace shardsweep::host {

/// Rows whose value equals its class's shown value but hashes to something else (a Double and a
/// Decimal128 with one fraction, alone or inside a sub-document).
struct HashVariants {
  PodVector<std::uint32_t> rows;  ///< ascending until the table is put into arrival order
  PodVector<std::int64_t> hashes;
};

/// A column as the table keeps it.
struct TableColumn {
  FieldColumn field;
  HashVariants variants;
};

/// A column's values before ranking: an item by row, or (numbers not empty) numbered items.
struct ColumnItems {
  const ValueStore& items;
  std::span<const std::uint32_t> numbers;  ///< by row: the item; empty: row i has item i
  SharedSizes sizes;                       ///< by row: bytes of the document
};

/// Ranks the column: fills ranks, distinct, dictionary and variants of `column`. Every item must
/// occur in some row. Throws datasets::ResourceError.
void finish_column(const ColumnItems& data, const std::string& temp_directory, TableColumn& column);

}  // namespace shardsweep::host
