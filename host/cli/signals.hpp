#pragma once

namespace shardsweep::host {

/// SIGINT, SIGTERM, SIGHUP and SIGPIPE remove unfinished output files and then end the process by
/// that signal (a shell sees 128 + n). Spill files lose their names as soon as they are open, so
/// nothing else is left behind. SIGXFSZ is ignored: the write that would cause it fails instead.
void install_signal_handlers();

}  // namespace shardsweep::host
