#include <iostream>

#include "host/cli/cli.hpp"
#include "host/cli/signals.hpp"

int main(int argc, char** argv) {
  shardsweep::host::install_signal_handlers();
  return shardsweep::host::run({argv + 1, argv + argc}, std::cin, std::cout, std::cerr);
}
