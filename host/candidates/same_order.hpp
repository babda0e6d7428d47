#pragma once

#include "host/columns/column_table.hpp"

namespace shardsweep::host {

/// Whether `of` decides `value` and never lowers it: rows with equal `of` have equal `value`, and a
/// greater `of` has no lesser `value`, as month(ts) of ts. Then {value, of} has the order of {of}.
/// Cost: a look at neighbours settles most pairs; otherwise one pass over the rows.
bool is_rising_function(const FieldColumn& value, const FieldColumn& of);

}  // namespace shardsweep::host
