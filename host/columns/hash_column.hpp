#pragma once

#include <cstdint>
#include <vector>

#include "host/columns/column_table.hpp"
#include "host/columns/finish_column.hpp"

namespace shardsweep::host {

/// Hashes of a dictionary's values (seed 0), by rank: SIMD lanes over blocks of values.
PodVector<std::int64_t> hash_dictionary(const Dictionary& dictionary);

/// Ranks a column by the hashes of its values. `sizes` and the column are in arrival order;
/// `arrival_rows` has the input row of each arrival, or is empty when they are the same.
HashedColumn hash_column(const FieldColumn& field, const HashVariants& variants,
                         const std::vector<std::uint32_t>& sizes,
                         const std::vector<std::uint32_t>& arrival_rows);

}  // namespace shardsweep::host
