#include "host/input.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <stdexcept>

#include "host/error.hpp"
#include "host/text/printable.hpp"

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
  options.threads = input.threads;
  try {
    return datasets::open_collection(input.inputs, options);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

std::vector<std::string> reading_notes(const datasets::ReadReport& report) {
  std::vector<std::string> notes;
  if (report.skipped > 0) {
    std::string note = counted(report.skipped, "document") + " left out as bad";
    for (const datasets::SkippedExample& example : report.skipped_examples)
      note += fmt::format("; {}: {}", example.where, example.reason);
    notes.push_back(std::move(note));
  }
  if (report.duplicate_names > 0)
    notes.push_back(counted(report.duplicate_names, "document") +
                    " with a repeated field name; the first one counts");
  if (report.integers_to_double > 0)
    notes.push_back(grouped(report.integers_to_double) +
                    " integers beyond 64 bits were read as doubles");
  return notes;
}

std::uint64_t memory_budget(const InputOptions& input) {
  return input.memory_bytes != 0 ? input.memory_bytes : three_quarters_of_memory();
}

}  // namespace shardsweep::host
