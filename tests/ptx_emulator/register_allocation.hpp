// Virtual registers -> places in a warp's register file.
#pragma once

#include <vector>

#include "tests/ptx_emulator/decoder.hpp"

namespace shardsweep::ptx {

/// Gives registers whose lives do not overlap the same place: nvcc writes thousands of registers a
/// kernel, each written once, and a warp's file should stay in the cache. Fills image,
/// register_bytes and the slots of instructions and special registers, which hold indices of
/// `registers` before.
void allocate_registers(Kernel& kernel, const std::vector<VirtualRegister>& registers);

}  // namespace shardsweep::ptx
