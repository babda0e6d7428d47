#include "host/cli/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <initializer_list>

namespace shardsweep::host {

void fill_closed_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    // The lowest free number is taken, which is this one. Reading where writing is wanted and the
    // other way round fails, as on the closed descriptor.
    [[maybe_unused]] const int opened =
        open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace shardsweep::host
