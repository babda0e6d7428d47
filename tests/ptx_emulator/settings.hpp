// How kernels are run, and what was counted.
#pragma once

#include "tests/ptx_emulator/types.hpp"

namespace shardsweep::ptx {

struct Settings {
  /// 0: blocks and warps take turns in order. Else the order is shuffled by this seed.
  u64 seed = 0;
  /// Instructions of one launch, summed over threads; more is a fault.
  u64 instruction_budget = u64{20} << 30;
  bool check_races = true;
  bool check_undefined = true;
};

/// What the launches of one kernel did. Instructions and bytes are summed over threads.
struct Counters {
  u64 launches = 0;
  u64 blocks = 0;
  u64 instructions = 0;
  u64 warp_instructions = 0;
  u64 global_bytes_loaded = 0;
  u64 global_bytes_stored = 0;
  u64 shared_bytes_loaded = 0;
  u64 shared_bytes_stored = 0;
  u64 atomics = 0;   ///< atom and red, of threads
  u64 barriers = 0;  ///< completed ones, of blocks

  void add(const Counters& other);
};

}  // namespace shardsweep::ptx
