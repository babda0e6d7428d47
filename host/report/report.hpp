#pragma once

#include <string>

#include "host/result.hpp"

namespace shardsweep::host {

/// Each writer turns the result into text and touches no stream. Values and names from the input
/// are escaped for the format; no control byte reaches a terminal.
std::string report_json(const SweepResult& result);
/// The server's keyCharacteristics object alone, one line without a final line break.
std::string key_characteristics_json(const KeyCharacteristics& characteristics);
std::string report_csv(const SweepResult& result);
std::string report_markdown(const SweepResult& result, std::uint32_t top);

struct TableStyle {
  std::uint32_t top = 20;
  unsigned width = 100;  ///< columns of the terminal
  bool colour = false;
};
std::string report_table(const SweepResult& result, const TableStyle& style);

}  // namespace shardsweep::host
