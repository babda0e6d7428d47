// What the emulator found wrong in a kernel.
#pragma once

#include <array>
#include <stdexcept>
#include <string>

#include "tests/ptx_emulator/special_registers.hpp"

namespace shardsweep::ptx {

enum class FaultKind : u8 {
  out_of_bounds,
  misaligned,
  undefined_value,  ///< use of memory that was never written
  race,
  divergence,  ///< a barrier or warp-wide operation that not all its threads reach
  budget,      ///< the instruction budget is used up
  bad_launch,
  trap,          ///< trap, assertion
  unknown_code,  ///< PTX that the emulator does not know
};

/// The name that messages begin with: "race", "out of bounds".
std::string name_of(FaultKind kind);

struct Fault {
  FaultKind kind = FaultKind::trap;
  std::string message;  ///< one sentence, with the parts below
  std::string kernel;   ///< demangled
  Dim block{0, 0, 0};   ///< index in the grid
  Dim thread{0, 0, 0};  ///< index in the block
  u32 ptx_line = 0;     ///< 0: the launch as a whole
  std::string source;   ///< CUDA file:line where built with -lineinfo
};

struct FaultError : std::runtime_error {
  explicit FaultError(Fault found) : runtime_error(found.message), fault(std::move(found)) {}
  Fault fault;
};

std::string to_text(const Dim& dim);

}  // namespace shardsweep::ptx
