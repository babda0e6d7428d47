#include <iostream>

#include "host/cli/cli.hpp"
#include "host/cli/signals.hpp"
#include "host/cli/standard_streams.hpp"

int main(int argc, char** argv) {
  shardsweep::host::fill_closed_standard_streams();
  shardsweep::host::install_signal_handlers();
  return shardsweep::host::run({argv + 1, argv + argc}, std::cin, std::cout, std::cerr);
}
