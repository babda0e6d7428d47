#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace shardsweep::host {

/// analyzeShardKeyNumRanges and analyzeShardKeyNumSamplesPerRange, the server's defaults.
struct SplitPointOptions {
  std::uint32_t ranges = 100;
  std::uint32_t samples_per_range = 10;
};

/// The split points that the server's sampling-based policy takes from a sample (MongoDB
/// src/mongo/db/s/config/initial_split_policy.cpp): every samples_per_range-th document of the
/// sample, the last one if the sample ends inside a group, until ranges - 1 distinct points are
/// found. `sample` is sorted by the raw values of the key's fields; each entry numbers the
/// document's key tuple so that numbers compare as tuples do (for a hashed field, by its hash).
/// Returns ranges - 1 ascending numbers. Throws RefusedError 4952606 when there are not enough.
std::vector<std::uint64_t> split_points(std::span<const std::uint64_t> sample,
                                        const SplitPointOptions& options = {});

}  // namespace shardsweep::host
