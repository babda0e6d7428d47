#include "host/input.hpp"

#include <unistd.h>

namespace shardsweep::host {
namespace {

std::uint64_t three_quarters_of_memory() {
  const auto pages = sysconf(_SC_PHYS_PAGES);
  const auto page = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || page <= 0) return UINT64_MAX;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) / 4 * 3;
}

}  // namespace

std::unique_ptr<datasets::Collection> open_input(const InputOptions& input) {
  datasets::OpenOptions options;
  options.skip_bad = input.skip_bad;
  options.legacy_json = input.legacy_json;
  options.ns = input.ns;
  options.format = input.format;
  options.csv_fields = input.csv_fields;
  options.temp_directory = input.temp;
  return datasets::open_collection(input.inputs, options);
}

std::uint64_t memory_budget(const InputOptions& input) {
  return input.memory_bytes != 0 ? input.memory_bytes : three_quarters_of_memory();
}

}  // namespace shardsweep::host
