#include "host/sweep/run_clock.hpp"

#include <algorithm>
#include <fstream>

namespace shardsweep::host {

void RunClock::begin(const std::string& phase) {
  phase_ = phase;
  reset_peak_memory();
  started_ = std::chrono::steady_clock::now();
}

void RunClock::end(std::uint64_t rows, std::uint64_t bytes) {
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started_;
  const std::uint64_t peak = peak_memory_bytes();
  run_.phases.push_back({phase_, rows, bytes, seconds.count(), peak});
  run_.peak_memory_bytes = std::max(run_.peak_memory_bytes, peak);
}

std::uint64_t peak_memory_bytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    std::uint64_t kib = 0;
    if (word == "VmHWM:" && status >> kib) return kib * 1024;
  }
  return 0;
}

void reset_peak_memory() {
  std::ofstream("/proc/self/clear_refs") << "5";
}

}  // namespace shardsweep::host
