#include "host/cli/signals.hpp"

#include <csignal>

#include "host/cli/output_file.hpp"
#include "host/cli/progress.hpp"

namespace shardsweep::host {
namespace {

/// Only async-signal-safe calls: unlink, write, raise.
extern "C" void end_by_signal(int signal) {
  remove_unfinished_outputs();
  clear_progress_line();
  // SA_RESETHAND has put the default action back: this ends the process.
  raise(signal);
}

}  // namespace

void install_signal_handlers() {
  struct sigaction action = {};
  action.sa_handler = end_by_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    struct sigaction present = {};
    sigaction(signal, nullptr, &present);
    // What the parent has had ignored stays so: nohup, jobs in the background.
    if (present.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
  // A file over the process's limit is then a write that fails (EFBIG), with its message.
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace shardsweep::host
