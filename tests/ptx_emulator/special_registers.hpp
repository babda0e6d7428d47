// Special registers: names, and their values for the lanes of a warp.
#pragma once

#include <string>

#include "tests/ptx_emulator/insn.hpp"

namespace shardsweep::ptx {

struct Dim {
  u32 x = 1;
  u32 y = 1;
  u32 z = 1;
  [[nodiscard]] u64 count() const { return u64{x} * y * z; }
};

/// Where a warp stands in its grid.
struct WarpPlace {
  Dim grid;
  Dim block;
  Dim block_index;
  u32 warp = 0;
  u32 dynamic_shared = 0;  ///< offset of dynamic shared memory
  u32 dynamic_shared_size = 0;
};

/// Special::Name::none where `name`, with its %, is not known.
Special::Name special_named(const std::string& name);

/// The value that lane `lane` reads.
u64 special_value(Special::Name name, const WarpPlace& place, u32 lane);

}  // namespace shardsweep::ptx
