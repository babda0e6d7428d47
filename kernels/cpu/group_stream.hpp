#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/cpu/carry.hpp"
#include "kernels/cpu/group_figures.hpp"
#include "kernels/cpu/group_numbers.hpp"
#include "kernels/cpu/key_shape.hpp"
#include "kernels/cpu/scratch.hpp"
#include "kernels/cpu/stop.hpp"

namespace shardsweep::kernels::cpu {

/// The documents whose groups are to be streamed.
struct GroupSource {
  const KeyShape& shape;
  std::uint32_t rows = 0;  ///< >= 1
  std::span<const std::uint32_t> sizes;
};

/// Groups documents by packed key and streams the groups in key order. Small domains are counted in
/// one direct table, others are partitioned by their top bits and finished in cache. Throws Stopped
/// and std::bad_alloc.
void stream_groups(const GroupSource& source, Carry carry, GroupFigures& figures, Scratch& scratch,
                   const StopCheck& stop);

/// Numbers the groups in key order, one number a row, and returns how many there are.
std::uint32_t number_groups(const GroupSource& source, std::uint32_t* numbers, Scratch& scratch,
                            const StopCheck& stop);

/// Bytes of scratch stream_groups takes at most. Pure.
std::uint64_t stream_bytes(std::uint64_t domain, std::uint32_t rows, Carry carry);

}  // namespace shardsweep::kernels::cpu
