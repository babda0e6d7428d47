#include "host/cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <ostream>

#include "host/text/printable.hpp"

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
  if (due()) show(fmt::format("{} of {}", grouped(done), grouped(total)));
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
  std::string text = bytes_text(progress.bytes_done);
  if (progress.bytes_total != 0) text += " of " + bytes_text(progress.bytes_total);
  text += ", " + grouped(progress.documents) + " documents";
  if (seconds <= 0 || progress.bytes_done == 0) return text;
  const double rate = static_cast<double>(progress.bytes_done) / seconds;
  text += ", " + bytes_text(static_cast<std::uint64_t>(rate)) + "/s";
  if (progress.bytes_total > progress.bytes_done) {
    const double left = static_cast<double>(progress.bytes_total - progress.bytes_done) / rate;
    text += fmt::format(", {:.0f} s left", left);
  }
  return text;
}

void clear_progress_line() {
  if (!line_shown.load()) return;
  [[maybe_unused]] const auto written = write(STDERR_FILENO, clear_line, sizeof clear_line - 1);
}

}  // namespace shardsweep::host
