#pragma once

#include <cstdint>
#include <vector>

namespace shardsweep::kernels {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

/// One distinct key: its documents, bytes, and its first row in arrival order (which names the key:
/// the ranks of that row are the group's).
struct Group {
  std::uint32_t first_row = 0;
  std::uint64_t documents = 0;
  std::uint64_t bytes = 0;
  bool operator==(const Group&) const = default;
};

/// Sums over documents in key order with ties in row order: x = 1..n position in that order,
/// y = row number from 1. Pearson(x, y) needs only sum(x*y), since both are permutations of 1..n.
struct MonotonicitySums {
  UInt128 sum_xy = 0;
  bool operator==(const MonotonicitySums&) const = default;
};

/// Sums for Spearman's correlation with averaged ties. For a group of c documents with s documents
/// before it, r = 2s + c + 1 is twice the (1-based) average rank.
struct CorrelationSums {
  UInt128 sum_r_y = 0;  ///< sum over documents of r * (row number from 1)
  UInt128 sum_r_r = 0;  ///< sum over documents of r * r
  bool operator==(const CorrelationSums&) const = default;
};

/// Where one window's arrivals go, by the rule of judgement of windows (see rules/window.hpp).
struct WindowCounts {
  std::uint32_t window = 0;
  std::uint64_t documents = 0;      ///< arrivals of the window
  std::uint64_t hottest_range = 0;  ///< most arrivals in one range
  std::uint64_t hottest_shard = 0;  ///< most arrivals on one shard
  std::uint32_t growth_points = 0;  ///< least number of ranges that take 90 % of the arrivals
  bool operator==(const WindowCounts&) const = default;
};

/// What a node's wants give; parts that were not wanted stay empty or 0.
struct NodeResult {
  std::uint64_t distinct = 0;
  std::vector<Group> top;                 ///< documents descending, ties in key order
  Group heaviest;                         ///< most bytes, ties: first in key order
  std::uint64_t oversized_count = 0;      ///< of all oversized groups, listed or not
  std::uint64_t oversized_documents = 0;  ///< of all of them
  std::uint64_t oversized_bytes = 0;      ///< of all of them
  std::vector<Group> oversized;           ///< bytes descending, ties in key order
  MonotonicitySums monotonicity;
  CorrelationSums correlation;
  std::vector<std::uint64_t> range_documents;  ///< R entries
  std::vector<std::uint64_t> range_bytes;      ///< R entries
  std::vector<WindowCounts> windows;           ///< windows 1.. with arrivals, ascending
  bool operator==(const NodeResult&) const = default;
};

}  // namespace shardsweep::kernels
