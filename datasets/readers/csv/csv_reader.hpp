#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "datasets/input/read_ahead.hpp"
#include "datasets/readers/csv/record_splitter.hpp"
#include "datasets/readers/format_reader.hpp"
#include "datasets/readers/read_context.hpp"

namespace shardsweep::datasets {

/// Documents out of CSV or TSV: one a record, see CsvColumns. The first record names the columns
/// unless `fields` does. A record that does not fit its columns is rejected alone; a header that
/// cannot be used is a DataError also when skipping. `name` is printable. All must outlive the
/// result.
std::unique_ptr<FormatReader> read_csv(ReadAhead& input, Delimited kind, const std::string& name,
                                       const std::optional<std::vector<std::string>>& fields,
                                       ReadContext& context);

}  // namespace shardsweep::datasets
