#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/columns/column_table.hpp"

namespace shardsweep::host {

/// The order in which documents arrived, as decided.
struct ArrivalOrder {
  Arrival arrival;
  /// Row of the i-th arrival; empty when rows are the arrival order.
  std::vector<std::uint32_t> rows;
};

/// Decides by `--arrival`: auto, row, _id or a path. `columns` are in row order and hold `_id` and
/// all time fields that are to be considered. `auto` compares row order with the first time that
/// most documents have: an ObjectId `_id`, a UUID `_id` of version 1 or 7, else the date field that
/// correlates best with `_id`, or with rows where no correlation with `_id` exists. Throws
/// UsageError when a named field has no time.
ArrivalOrder decide_arrival(const std::vector<const FieldColumn*>& columns, std::uint32_t rows,
                            const std::string& wanted);

}  // namespace shardsweep::host
