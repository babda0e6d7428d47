// Decoded PTX: a kernel as an array of instructions that a warp runs, 32 lanes at once.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "tests/ptx_emulator/types.hpp"

namespace shardsweep::ptx {

class Warp;
struct Insn;

/// Runs one instruction for the lanes of `mask`, which is never 0.
using Run = void (*)(Warp& warp, const Insn& insn, u32 mask);

/// What an instruction does to the order of execution; everything but plain is the warp's work.
enum class Flow : u8 {
  plain,
  branch,
  branch_table,
  call,
  call_register,
  ret,
  exit,
  warp_sync,  ///< waits for all lanes of the member mask in the last input
  barrier,
  yield,
};

/// The memory order of an access. Only weak accesses can race.
enum class Order : u8 { weak, relaxed, acquire, release, acquire_release };

/// When a result is undefined: where any input is, or less often where one input decides alone.
enum class Mixing : u8 { any, logical_and, logical_or, choice };

struct Insn {
  Run run = nullptr;
  Flow flow = Flow::plain;
  u8 outputs = 0;
  u8 inputs = 0;
  bool guard_negated = false;
  u32 guard = absent;
  /// Registers: in a kernel, where their lanes begin in the warp's register file, in bytes.
  std::array<u32, 4> out{absent, absent, absent, absent};
  std::array<u32, 5> in{absent, absent, absent, absent, absent};
  Type type;
  Type from;  ///< of a conversion: the source's
  Space space = Space::generic;
  Order order = Order::weak;
  u8 elements = 1;       ///< of a vector access
  u8 address_size = 8;   ///< bytes of the address register
  bool aligned = false;  ///< barrier: all lanes of a warp must reach it together
  Mixing mixing = Mixing::any;
  u8 used_inputs = 0;        ///< so many first inputs must be defined: addresses, atomics
  u8 mode = 0;               ///< what the opcode's words say, by instruction
  bool negated = false;      ///< the predicate input is negated
  u32 target = absent;       ///< branch, call: instruction; table, copies: index
  u32 count = 0;             ///< of copies
  i64 offset = 0;            ///< bytes added to the address
  u64 used_bytes = ~u64{0};  ///< of the access: those that the program looks at
};

/// Where an instruction stands, for messages.
struct Place {
  u32 line = 0;  ///< in the PTX text
  std::string text;
  std::string source;  ///< CUDA file and line, empty without line information
};

/// A special register of a kernel.
struct Special {
  enum class Name : u8 {
    none,
    zero,
    one,
    tid_x,
    tid_y,
    tid_z,
    ntid_x,
    ntid_y,
    ntid_z,
    ctaid_x,
    ctaid_y,
    ctaid_z,
    nctaid_x,
    nctaid_y,
    nctaid_z,
    laneid,
    warpid,
    nwarpid,
    lanemask_eq,
    lanemask_lt,
    lanemask_le,
    lanemask_gt,
    lanemask_ge,
    dynamic_shared_size,
    dynamic_shared,
  };
  Name name = Name::none;
  u8 size = 4;
  u32 slot = 0;
};

/// Bytes copied in a lane's parameter space.
struct ParamCopy {
  u32 from = 0;
  u32 to = 0;
  u32 size = 0;
};

struct Kernel {
  std::string name;     ///< as the PTX has it
  std::string display;  ///< demangled
  u32 max_threads = 0;  ///< by launch bounds; 0: none
  std::vector<Insn> code;
  std::vector<Place> places;  ///< of `code`
  std::vector<u8> image;      ///< first bytes of a new register file: the constants
  u32 register_bytes = 0;     ///< of a warp's register file
  std::vector<Special> specials;
  struct Param {
    u32 offset = 0;
    u32 size = 0;
  };
  std::vector<Param> params;
  u32 param_bytes = 0;
  u32 lane_param_bytes = 0;  ///< per lane, for calls
  u32 local_bytes = 0;       ///< per thread
  /// Shared variables lie apart from one another, with gaps that no access may touch.
  std::vector<std::pair<u32, u32>> shared;  ///< offset and size
  u32 static_shared = 0;                    ///< bytes with the gaps
  u32 declared_shared = 0;                  ///< bytes without the gaps
  std::vector<ParamCopy> copies;
  std::vector<std::vector<u32>> tables;  ///< targets of branch_table
  std::vector<u32> entries;              ///< first instruction of functions by index
};

}  // namespace shardsweep::ptx
