#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/figures/figures.hpp"
#include "host/figures/judged_size.hpp"

/// The parts of figures_of, one a question. Private to host/figures and its tests.
namespace shardsweep::host {

/// What every part needs. References must outlive the call.
struct FigureInput {
  const Candidate& candidate;
  const kernels::NodeResult& node;
  ColumnTable& table;
  const SweepOptions& options;
  const datasets::CollectionMetadata& metadata;
  JudgedSize size;
  std::uint64_t bytes = 0;  ///< of the documents read; every size is 1 when they are unknown
};

/// The column of a key's field. Throws std::logic_error when the table has none.
const FieldColumn& column_of(const ColumnTable& table, const std::string& path);

KeyCharacteristics key_characteristics(const FigureInput& input);
Frequency frequency_of(const FigureInput& input);
Placement placement_of(const FigureInput& input);
/// Null when the arrival is unknown or no window has figures.
std::optional<Insertion> insertion_of(const FigureInput& input);
IndexPrice index_price(const FigureInput& input, const std::optional<Insertion>& insertion);

/// Shard loads when each range lies on shard min(floor(b * shards / B), shards - 1), b = bytes in
/// lower ranges, B = all bytes. Both spans have one entry a range. All zero: empty shards.
std::vector<ShardLoad> settled_loads(const std::vector<std::uint64_t>& documents,
                                     const std::vector<std::uint64_t>& bytes, std::uint32_t shards);
/// Shard loads by the initial chunks the server makes for a hashed first field on an empty
/// collection (src/mongo/db/s/config/initial_split_policy.cpp): two chunks a shard, placed in
/// pairs, up to 7.x; one a shard from 8.0 (SERVER-76405).
std::vector<ShardLoad> presplit_loads(const HashedColumn& column, ServerVersion server,
                                      std::uint32_t shards);

/// Nearest rank: element ceil(percent * k / 100) of k values ascending, from 1. `values` not empty.
double nearest_rank(std::vector<double> values, std::uint32_t percent);

/// Bytes of the index entry's part for this value: the storage engine's sort key
/// (src/mongo/db/storage/key_string.cpp): a type byte and the value in order-preserving form.
std::uint64_t sort_key_bytes(const bson::ValueView& value);

}  // namespace shardsweep::host
