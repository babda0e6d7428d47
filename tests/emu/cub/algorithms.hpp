// CUB's and Thrust's algorithms on vectors of the host: what tests/emu runs on the emulator.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace shardsweep::emu {

using Keys = std::vector<std::uint64_t>;
using Values = std::vector<std::uint32_t>;

/// Sixteen bytes, four of them padding.
struct Record {
  std::uint64_t key = 0;
  std::uint32_t id = 0;
  bool operator==(const Record&) const = default;
};

// Each throws std::runtime_error with the CUDA error where a call fails.

Keys radix_sort_keys(const Keys& keys);
std::pair<Keys, Values> radix_sort_pairs(const Keys& keys, const Values& values);
/// Sorts between each two `offsets`.
Keys segmented_sort(const Keys& keys, const std::vector<int>& offsets);
/// Sums of the values of runs of equal keys.
std::pair<Values, Keys> reduce_by_key(const Values& keys, const Keys& values);
/// Runs of equal keys and their lengths.
std::pair<Values, Values> run_length_encode(const Values& keys);
Keys exclusive_sum(const Keys& values);
/// How often each of 0..bins-1 occurs.
Values histogram(const Values& samples, int bins);
/// Keys that differ from the one before.
Keys select_unique(const Keys& keys);
std::uint64_t reduce_max(const Keys& keys);
/// Stable, by key.
std::vector<Record> merge_sort(const std::vector<Record>& records);

struct PipelineResult {
  Keys keys;              ///< distinct, in order
  Values ends;            ///< running sum of their counts
  std::uint64_t sum = 0;  ///< of the distinct keys
};
/// transform (times an odd constant, upper 14 bits), sort, reduce_by_key, inclusive_scan, unique,
/// reduce.
PipelineResult thrust_pipeline(const Keys& keys);

}  // namespace shardsweep::emu
