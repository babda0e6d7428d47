#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "datasets/generate/preset.hpp"
#include "datasets/generate/rename.hpp"

namespace shardsweep::generate {

/// The writer of a preset in a format: BSON documents back to back (as mongodump), canonical
/// Extended JSON one a line, or CSV with a typed header of dotted paths. A preset's own writer goes
/// first. Throws std::invalid_argument as renamed_paths does.
std::unique_ptr<RowWriter> make_writer(const Preset& preset, const Recipe& recipe, Format format,
                                       const Renames& renames = {});

/// Hands header (with row 0) and rows [first, last) to `sink`, in order, in pieces of about a MiB;
/// `threads` (at least 1) make pieces ahead. The same bytes for any number. Blocks; what `sink`
/// throws passes through.
void write_rows(const RowWriter& writer, std::uint64_t first, std::uint64_t last, unsigned threads,
                const std::function<void(std::string_view)>& sink);

}  // namespace shardsweep::generate
