#include <iostream>

#include "tests/conformance/run.hpp"

int main(int argc, char** argv) {
  return shardsweep::conformance::run({argv + 1, argv + argc}, std::cout, std::cerr);
}
