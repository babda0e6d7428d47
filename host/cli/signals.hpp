#pragma once

namespace shardsweep::host {

/// SIGINT, SIGTERM, SIGHUP and SIGPIPE remove unfinished output files and then end the process by
/// that signal (a shell sees 128 + n). Spill files have no names, so nothing else is left behind.
void install_signal_handlers();

}  // namespace shardsweep::host
