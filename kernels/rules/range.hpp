#pragma once

#include <cstdint>

#include "hashing/host_device.hpp"

namespace shardsweep::kernels::rules {

/// floor(value * parts / whole), at most parts - 1: in which of `parts` equal stretches of a whole
/// the value lies. whole >= 1, parts >= 1, value * parts < 2^64 (documents are below 2^32, so any
/// 32-bit `parts` is safe).
SHARDSWEEP_HD constexpr std::uint32_t part_of(std::uint64_t value, std::uint32_t parts,
                                              std::uint64_t whole) {
  const std::uint64_t part = value * parts / whole;
  return part < parts ? static_cast<std::uint32_t>(part) : parts - 1;
}

/// The least value whose part is at least `part`: ceil(part * whole / parts).
SHARDSWEEP_HD constexpr std::uint64_t part_begin(std::uint64_t part, std::uint32_t parts,
                                                 std::uint64_t whole) {
  return (part * whole + parts - 1) / parts;
}

/// Range of a key value with `before` documents of smaller keys out of `documents` in all: equal
/// documents per range, no value is cut, ranges may be empty.
SHARDSWEEP_HD constexpr std::uint32_t range_of(std::uint64_t before, std::uint32_t ranges,
                                               std::uint64_t documents) {
  return part_of(before, ranges, documents);
}

/// Parts asked for in ascending order of value, without a division a value.
class AscendingPart {
 public:
  SHARDSWEEP_HD constexpr AscendingPart(std::uint32_t parts, std::uint64_t whole)
      : parts_(parts), whole_(whole), next_(part_begin(1, parts, whole)) {}

  /// part_of(value, parts, whole); `value` must not be below the one of the call before.
  SHARDSWEEP_HD constexpr std::uint32_t at(std::uint64_t value) {
    if (value >= next_ && part_ + 1 < parts_) {
      part_ = part_of(value, parts_, whole_);
      next_ = part_begin(std::uint64_t{part_} + 1, parts_, whole_);
    }
    return part_;
  }

 private:
  std::uint32_t parts_;
  std::uint32_t part_ = 0;
  std::uint64_t whole_;
  std::uint64_t next_;
};

}  // namespace shardsweep::kernels::rules
