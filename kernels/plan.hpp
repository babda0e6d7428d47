#pragma once

#include <cstdint>
#include <vector>

namespace shardsweep::kernels {

/// What is wanted of a node; a set of bits.
enum Want : std::uint32_t {
  want_distinct = 1u << 0,      ///< number of groups
  want_top = 1u << 1,           ///< the most frequent groups
  want_heaviest = 1u << 2,      ///< the group with most bytes
  want_oversized = 1u << 3,     ///< groups over the byte or document limit
  want_monotonicity = 1u << 4,  ///< sums for the server's coefficient (ties in row order)
  want_correlation = 1u << 5,   ///< sums for the rank correlation (ties averaged)
  want_ranges = 1u << 6,        ///< documents and bytes per range of the settled order
  want_windows = 1u << 7,       ///< where each window's arrivals go
  want_all = (1u << 8) - 1,
};

/// One key: the parent's key followed by one more column. parent < own index, or -1 for a root.
struct PlanNode {
  std::int32_t parent = -1;
  std::uint32_t column = 0;
  std::uint32_t wants = 0;  ///< 0: only there to be a parent
};

/// Numbers that hold for the whole plan.
struct PlanParameters {
  std::uint32_t top = 5;                       ///< groups of want_top
  std::uint32_t ranges = 1024;                 ///< R of want_ranges
  std::uint32_t windows = 100;                 ///< W of want_windows
  std::uint32_t window_ranges = 128;           ///< ranges the earlier documents are cut into
  std::uint32_t window_buckets = 16384;        ///< resolution of keys inside windows
  std::uint32_t shards = 4;                    ///< N, for the hottest shard of a window
  std::uint64_t oversized_bytes = UINT64_MAX;  ///< a group is oversized with more bytes than this
  std::uint64_t oversized_documents = UINT64_MAX;  ///< or more documents than this
  std::uint32_t oversized_limit = 20;  ///< how many are listed (heaviest first); all count
};

/// A trie of keys. Plain data; made by host/, run by an Executor.
struct Plan {
  std::vector<PlanNode> nodes;
  PlanParameters parameters;
};

}  // namespace shardsweep::kernels
