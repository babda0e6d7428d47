#include "host/cli/cli.hpp"

#include <ostream>

namespace shardsweep::host {

int run(const std::vector<std::string>& arguments, std::istream&, std::ostream&,
        std::ostream& err) {
  err << "shardsweep: no command " << (arguments.empty() ? "" : arguments[0]) << "\n";
  return 2;
}

}  // namespace shardsweep::host
