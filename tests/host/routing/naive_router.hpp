#pragma once

#include <optional>
#include <vector>

#include "host/routing/chunk_map.hpp"
#include "host/routing/interval.hpp"
#include "tests/host/routing/random_filter.hpp"

namespace shardsweep::test {

/// The rules of docs/routing.md, value by value and chunk by chunk, for filters under the simple
/// collation: slow, and written without intervals, coordinates or searches.
class NaiveRouter {
 public:
  NaiveRouter(const Filter& filter, const host::KeyPattern& key, bool null_matches_undefined);

  /// Whether the bounds of key field `i` hold the value (a hash where the field is hashed).
  bool allows(std::size_t i, const bson::ValueView& value) const;
  /// The whole key, from equalities.
  std::optional<host::routing::KeyValues> full_key() const;
  /// The chunks that are asked, given the bounds of each field (checked by allows).
  std::vector<std::uint32_t> chunks(const host::routing::ChunkMap& map,
                                    const std::vector<host::routing::IntervalList>& bounds) const;

 private:
  struct Place {
    std::string path;
    bool hashed;
  };

  std::optional<bool> leaf_allows(const Filter& leaf, const Place& place,
                                  const bson::ValueView& value) const;
  std::optional<bool> ranged(const Filter& leaf, const bson::ValueView& value) const;
  std::optional<bool> hashed(const Filter& leaf, const bson::ValueView& value) const;
  /// Whether the filter bounds the key's first field.
  bool bounds_first(const Filter& filter) const;
  /// What it says of a value at the place; nullopt: nothing.
  std::optional<bool> says(const Filter& filter, const Place& place,
                           const bson::ValueView& value) const;
  std::optional<bool> any_says(const Filter& any, const Place& place,
                               const bson::ValueView& value) const;

  Filter filter_;
  host::KeyPattern key_;
  bool undefined_;
};

/// The chunk of a document, looking at one after the other.
std::uint32_t naive_chunk_of(const host::routing::ChunkMap& map, bson::DocumentView document);

}  // namespace shardsweep::test
