#pragma once

#include <memory>
#include <string>

#include "datasets/input/read_ahead.hpp"
#include "datasets/readers/format_reader.hpp"
#include "datasets/readers/read_context.hpp"

namespace shardsweep::datasets {

/// Extended JSON documents: one a line, concatenated, in arrays, pretty printed; canonical, relaxed
/// and, with context.legacy_json, v1. A line that is no document is rejected alone. `name` is
/// printable. All must outlive the result.
std::unique_ptr<FormatReader> read_json(ReadAhead& input, const std::string& name,
                                        ReadContext& context);

}  // namespace shardsweep::datasets
