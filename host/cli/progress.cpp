#include "host/cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <ostream>

namespace shardsweep::host {
namespace {

std::atomic<bool> line_shown{false};
constexpr char clear_line[] = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine(std::ostream& err, bool enabled, bool times)
    : err_(err), enabled_(enabled), times_(times) {}

ProgressLine::~ProgressLine() {
  end();
}

void ProgressLine::begin(const std::string& phase) {
  end();
  const std::lock_guard lock(mutex_);
  phase_ = phase;
  started_ = Clock::now();
  shown_ = {};
}

bool ProgressLine::due() {
  const auto now = Clock::now();
  if (now - shown_ < std::chrono::milliseconds(200)) return false;
  shown_ = now;
  return true;
}

void ProgressLine::show(const std::string& text) {
  err_ << clear_line << phase_ << ": " << text << std::flush;
  line_shown = true;
}

void ProgressLine::reading(const datasets::ReadProgress& progress) {
  if (!enabled_) return;
  const std::lock_guard lock(mutex_);
  if (!due()) return;
  const std::chrono::duration<double> elapsed = Clock::now() - started_;
  show(describe(progress, elapsed.count()));
}

void ProgressLine::counting(std::uint64_t done, std::uint64_t total) {
  if (!enabled_) return;
  const std::lock_guard lock(mutex_);
  if (due()) show(fmt::format("{} of {}", human_count(done), human_count(total)));
}

void ProgressLine::end() {
  const std::lock_guard lock(mutex_);
  if (line_shown.exchange(false)) err_ << clear_line << std::flush;
  if (times_ && !phase_.empty()) {
    const std::chrono::duration<double> elapsed = Clock::now() - started_;
    err_ << fmt::format("{}: {:.2f} s\n", phase_, elapsed.count());
  }
  phase_.clear();
}

std::string describe(const datasets::ReadProgress& progress, double seconds) {
  std::string text = human_bytes(progress.bytes_done);
  if (progress.bytes_total != 0) text += " of " + human_bytes(progress.bytes_total);
  text += ", " + human_count(progress.documents) + " documents";
  if (seconds <= 0 || progress.bytes_done == 0) return text;
  const double rate = static_cast<double>(progress.bytes_done) / seconds;
  text += ", " + human_bytes(static_cast<std::uint64_t>(rate)) + "/s";
  if (progress.bytes_total > progress.bytes_done) {
    const double left = static_cast<double>(progress.bytes_total - progress.bytes_done) / rate;
    text += fmt::format(", {:.0f} s left", left);
  }
  return text;
}

std::string human_bytes(std::uint64_t bytes) {
  constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < std::size(units)) {
    value /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, units[unit]);
}

std::string human_count(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

void clear_progress_line() {
  if (!line_shown.load()) return;
  [[maybe_unused]] const auto written = write(STDERR_FILENO, clear_line, sizeof clear_line - 1);
}

}  // namespace shardsweep::host
