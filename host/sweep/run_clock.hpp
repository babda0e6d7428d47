#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "host/result.hpp"

namespace shardsweep::host {

/// Times the phases of a run and their peaks of resident memory into a RunRecord.
class RunClock {
 public:
  explicit RunClock(RunRecord& run) : run_(run) {}
  void begin(const std::string& phase);
  /// Ends the phase; rows and bytes are what it went through.
  void end(std::uint64_t rows, std::uint64_t bytes);

 private:
  RunRecord& run_;
  std::string phase_;
  std::chrono::steady_clock::time_point started_;
};

/// Peak resident bytes since the last reset, 0 where the system does not tell.
std::uint64_t peak_memory_bytes();
/// Starts a new peak where the system allows it (Linux, proc(5): clear_refs 5).
void reset_peak_memory();

}  // namespace shardsweep::host
