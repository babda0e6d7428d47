#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "datasets/generate/write.hpp"

namespace shardsweep::host {

/// What `generate` was asked for.
struct GenerateOptions {
  bool help = false;  ///< with `list`: nothing below is set
  bool list = false;
  const generate::Preset* preset = nullptr;
  generate::Recipe recipe;
  std::uint64_t first = 0;  ///< rows [first, last)
  std::uint64_t last = 0;
  std::string out = "-";
  generate::Format format = generate::Format::bson;
  generate::Renames renames;
  unsigned threads = 1;
};

/// Reads the arguments behind the command's name. Throws UsageError.
GenerateOptions parse_generate(const std::vector<std::string>& arguments);

}  // namespace shardsweep::host
