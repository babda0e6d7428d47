#pragma once

#include <cstdint>
#include <vector>

namespace shardsweep::hashing {

/// Split points of a hashed shard key for n initial chunks, ascending, n - 1 of them (the server's
/// initial_split_policy, the same since 2.4). n >= 1.
std::vector<std::int64_t> presplit_points(std::uint32_t chunks);

}  // namespace shardsweep::hashing
