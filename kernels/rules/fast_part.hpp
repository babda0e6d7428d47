#pragma once

#include <cstdint>

#include "hashing/host_device.hpp"
#include "kernels/results.hpp"
#include "kernels/rules/range.hpp"

namespace shardsweep::kernels::rules {

/// part_of with a multiplication instead of a division, for values below a whole below 2^32.
class FastPart {
 public:
  /// whole >= 1. Made on the host; used everywhere.
  FastPart(std::uint32_t parts, std::uint64_t whole) : parts_(parts), whole_(whole) {
    // With m = ceil(2^64 parts / whole) the product v * m exceeds 2^64 v parts / whole by less than
    // v, and v / 2^64 < 1 / whole: the floor is the same (Granlund and Montgomery 1994,
    // theorem 4.2).
    if (parts < whole) {
      multiplier_ = static_cast<std::uint64_t>(((UInt128{parts} << 64) + whole - 1) / whole);
    }
  }

  SHARDSWEEP_HD std::uint32_t operator()(std::uint64_t value) const {
    if (multiplier_ == 0) return part_of(value, parts_, whole_);
    return static_cast<std::uint32_t>((UInt128{value} * multiplier_) >> 64);
  }

 private:
  std::uint64_t multiplier_ = 0;
  std::uint32_t parts_;
  std::uint64_t whole_;
};

}  // namespace shardsweep::kernels::rules
