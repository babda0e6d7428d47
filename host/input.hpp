#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "datasets/collection.hpp"
#include "host/options.hpp"

namespace shardsweep::host {

/// Opens the collection that the options name. Throws what datasets::open_collection throws. Blocks
/// until the beginnings of the inputs were read.
std::unique_ptr<datasets::Collection> open_input(const InputOptions& input);

/// What a reading came across that a reader of any result must know: documents left out (with
/// examples), repeated field names, integers read as doubles. One sentence each.
std::vector<std::string> reading_notes(const datasets::ReadReport& report);

/// --memory, or 75 % of the machine's memory, in bytes.
std::uint64_t memory_budget(const InputOptions& input);

}  // namespace shardsweep::host
