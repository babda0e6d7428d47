#include "tests/ptx_emulator/opcode_words.hpp"

#include <unordered_set>

#include "tests/ptx_emulator/types.hpp"

namespace shardsweep::ptx {

bool is_known_word(std::string_view word) {
  static const std::unordered_set<std::string_view> known{
      // Spaces and addresses.
      "global", "shared", "shared::cta", "local", "param", "param::entry", "param::func", "const",
      "to",
      // Orders and scopes.
      "weak", "relaxed", "acquire", "release", "acq_rel", "sc", "volatile", "mmio", "cta",
      "cluster", "gpu", "gl", "sys",
      // Hints to caches.
      "ca", "cg", "cs", "cv", "lu", "wb", "wt", "nc", "L1", "L2", "L1::evict_normal",
      "L1::evict_unchanged", "L1::evict_first", "L1::evict_last", "L1::no_allocate", "L2::64B",
      "L2::128B", "L2::256B",
      // Vectors.
      "v2", "v4",
      // Arithmetic and rounding.
      "hi", "lo", "wide", "cc", "sat", "ftz", "approx", "full", "rn", "rz", "rm", "rp", "rni",
      "rzi", "rmi", "rpi", "NaN",
      // Comparisons.
      "eq", "ne", "lt", "le", "gt", "ge", "ls", "hs", "equ", "neu", "ltu", "leu", "gtu", "geu",
      "num", "nan", "finite", "infinite", "number", "notanumber", "normal", "subnormal", "and",
      "or", "xor",
      // Bits.
      "l", "r", "wrap", "clamp", "shiftamt",
      // Atomics, reductions.
      "add", "inc", "dec", "min", "max", "exch", "cas", "popc",
      // Warps and barriers.
      "sync", "up", "down", "bfly", "idx", "all", "any", "uni", "ballot", "warp", "arrive", "red",
      "aligned",
      // Of griddepcontrol, which does nothing here.
      "wait", "launch_dependents"};
  return known.contains(word) || type_named(word).kind != Kind::none;
}

}  // namespace shardsweep::ptx
