#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/columns/finish_column.hpp"

namespace shardsweep::host {

/// One `--derive`: "month=month(created)".
struct DerivedField {
  enum class Function { year, month, day, hour, yyyymm, prefix, concat, bucket };
  std::string name;
  Function function = Function::year;
  std::vector<std::string> fields;  ///< dotted paths
  std::int64_t number = 0;          ///< of prefix and bucket
};

/// Reads `name=function(field, ...)`. Throws UsageError that shows the grammar.
DerivedField parse_derived_field(std::string_view text);
/// "month(created)".
std::string to_text(const DerivedField& derived);

/// Computes a derived column from its fields' columns (in the order of `fields`, row order): from
/// the distinct values, or for `concat` the distinct tuples. A value the function does not take
/// gives null, counted in `nulls`. `concat` writes equal values as the one shown for their class
/// (decimals 1.0 and 1.00). Throws ResourceError.
TableColumn compute_derived(const DerivedField& derived,
                            std::span<const TableColumn* const> sources, const SharedSizes& sizes,
                            const std::string& temp_directory);

}  // namespace shardsweep::host
