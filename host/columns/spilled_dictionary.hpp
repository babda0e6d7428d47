#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "host/columns/column_table.hpp"
#include "host/columns/value_store.hpp"

namespace shardsweep::host {

/// Sizes of all documents by row; the table and its dictionaries share them.
using SharedSizes = std::shared_ptr<const std::vector<std::uint32_t>>;

/// What a field's distinct values are written from.
struct DictionarySource {
  const ValueStore& items;
  bool by_row;                                 ///< item i is the value of row i
  std::span<const std::uint32_t> first_items;  ///< by class: the item to show
  std::span<const std::uint32_t> first_rows;   ///< by class
  /// Documents and bytes by class; both empty when every class has one document.
  std::span<const std::uint32_t> documents;
  std::span<const std::uint64_t> bytes;
  SharedSizes sizes;
};

/// Writes values, first rows, counts and bytes into a spill file in `directory` and maps it. Values
/// go in order of rank, or row by row where most are distinct: putting tens of millions of them
/// into order costs a random access each, and few are ever asked for. Throws
/// datasets::ResourceError.
std::unique_ptr<Dictionary> spill_dictionary(const DictionarySource& source,
                                             const std::string& directory);

}  // namespace shardsweep::host
