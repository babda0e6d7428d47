// Selections that move items together within their own array.
#pragma once

#include "tests/emu/cub/algorithms.hpp"

namespace shardsweep::emu {

/// Odd keys. Throws as those of algorithms.hpp.
Keys select_odd_in_place(const Keys& keys);
/// Values whose flag is not zero.
Values select_flagged_in_place(const Values& values, const Values& flags);

}  // namespace shardsweep::emu
