#include <iostream>

#include "host/cli/cli.hpp"

int main(int argc, char** argv) {
  return shardsweep::host::run({argv + 1, argv + argc}, std::cin, std::cout, std::cerr);
}
