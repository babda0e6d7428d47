#include "tests/ptx_emulator/fault.hpp"

namespace shardsweep::ptx {

std::string name_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::out_of_bounds:
      return "out of bounds";
    case FaultKind::misaligned:
      return "misaligned";
    case FaultKind::undefined_value:
      return "use of memory never written";
    case FaultKind::race:
      return "race";
    case FaultKind::divergence:
      return "divergence";
    case FaultKind::budget:
      return "instruction budget";
    case FaultKind::bad_launch:
      return "bad launch";
    case FaultKind::trap:
      return "trap";
    case FaultKind::unknown_code:
      return "unknown PTX";
  }
  return "fault";
}

std::string to_text(const Dim& dim) {
  return "(" + std::to_string(dim.x) + "," + std::to_string(dim.y) + "," + std::to_string(dim.z) +
         ")";
}

}  // namespace shardsweep::ptx
