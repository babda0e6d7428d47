#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <mutex>
#include <string>

#include "datasets/document_source.hpp"

namespace shardsweep::host {

/// One line on the terminal's stderr that is rewritten a few times a second: bytes, documents, rate
/// and time left of the phase. Silent when stderr is no terminal or with --quiet. Thread-safe.
class ProgressLine {
 public:
  /// `enabled`: stderr is a terminal and --quiet was not given.
  /// `times`: a line with the seconds of each phase when it ends, terminal or not.
  ProgressLine(std::ostream& err, bool enabled, bool times = false);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void begin(const std::string& phase);
  void reading(const datasets::ReadProgress& progress);
  void counting(std::uint64_t done, std::uint64_t total);
  void end();

 private:
  using Clock = std::chrono::steady_clock;
  bool due();
  void show(const std::string& text);

  std::ostream& err_;
  const bool enabled_;
  const bool times_;
  std::mutex mutex_;
  std::string phase_;
  Clock::time_point started_;
  Clock::time_point shown_;
};

/// "12.3 GiB of 40.0 GiB, 43,000,000 documents, 1.2 GiB/s, 23 s left": what `reading` shows.
std::string describe(const datasets::ReadProgress& progress, double seconds);

/// Clears the line if one is shown. Async-signal-safe.
void clear_progress_line();

}  // namespace shardsweep::host
