#pragma once

#include <memory>
#include <string>

#include "datasets/input/stored_input.hpp"

namespace shardsweep::test {

/// Bytes in memory as an input.
std::unique_ptr<datasets::StoredInput> open_memory(std::string bytes, const std::string& name);

}  // namespace shardsweep::test
