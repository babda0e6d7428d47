// What is remembered of the last accesses to four bytes of memory.
#pragma once

#include "tests/ptx_emulator/types.hpp"

namespace shardsweep::ptx {

/// Numbers of intervals (RaceDetector) and the sites of the accesses. Zero is "never".
struct Cell {
  u32 write = 0;
  u32 write_site = 0;
  u32 read = 0;
  u32 read_site = 0;
};

}  // namespace shardsweep::ptx
