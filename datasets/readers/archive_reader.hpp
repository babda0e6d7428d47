#pragma once

#include <memory>
#include <string>

#include "datasets/input/read_ahead.hpp"
#include "datasets/readers/format_reader.hpp"
#include "datasets/readers/read_context.hpp"

namespace shardsweep::datasets {

/// The documents of one collection of a `mongodump --archive` stream, whose blocks may be mixed
/// with those of others. `data_name` is the "db.coll" of the blocks. The CRC-64 that closes the
/// collection is verified over all its bytes, bad documents included; other collections are passed
/// over unchecked. Format: mongo-tools common/archive/spec.md. All must outlive the result.
std::unique_ptr<FormatReader> read_archive(ReadAhead& input, const std::string& name,
                                           std::string data_name, ReadContext& context);

}  // namespace shardsweep::datasets
