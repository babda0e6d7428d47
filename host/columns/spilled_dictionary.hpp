#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "host/columns/column_table.hpp"
#include "host/columns/rank_values.hpp"
#include "host/columns/value_store.hpp"

namespace shardsweep::host {

/// What a field's distinct values are written from.
struct DictionarySource {
  const ValueStore& items;
  std::span<const std::uint32_t> first_items;  ///< by class: the item to show
  std::span<const std::uint32_t> first_rows;   ///< by class
  /// Documents and bytes by class; both empty when every class has one document.
  std::span<const std::uint32_t> documents;
  std::span<const std::uint64_t> bytes;
  std::span<const std::uint32_t> sizes;  ///< of documents, by row
};

/// Writes values, first rows, counts and bytes in order of rank into a spill file in `directory`
/// and maps it. Throws datasets::ResourceError.
std::unique_ptr<Dictionary> spill_dictionary(const DictionarySource& source,
                                             const std::string& directory);

}  // namespace shardsweep::host
