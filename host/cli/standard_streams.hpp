#pragma once

namespace shardsweep::host {

/// Opens /dev/null in the place of each of the descriptors 0, 1 and 2 that the parent left closed,
/// so that no output file takes such a number and gets what is meant for stderr. To be called
/// first.
void fill_closed_standard_streams();

}  // namespace shardsweep::host
