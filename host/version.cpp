#include "host/version.hpp"

namespace shardsweep::host {

const std::string_view version = SHARDSWEEP_VERSION;

}  // namespace shardsweep::host
