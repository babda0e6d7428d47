#pragma once

#include "host/columns/column_table.hpp"
#include "host/options.hpp"

namespace shardsweep::host {

/// Throws UsageError when an option names a field that no document has: --fields, --size-field, and
/// --derive when no document gave a value. A misspelled name must not look like data.
void check_named_fields(const SweepOptions& options, const ColumnTable& table);

}  // namespace shardsweep::host
