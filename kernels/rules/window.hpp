#pragma once

#include <cstdint>

#include "hashing/host_device.hpp"
#include "kernels/results.hpp"
#include "kernels/rules/range.hpp"

namespace shardsweep::kernels::rules {

/// Window of the arrival at place `row` (from 0) of `rows`.
SHARDSWEEP_HD constexpr std::uint32_t window_of(std::uint64_t row, std::uint32_t windows,
                                                std::uint64_t rows) {
  return part_of(row, windows, rows);
}

/// First row of a window; the window ends where the next begins.
SHARDSWEEP_HD constexpr std::uint64_t window_begin(std::uint32_t window, std::uint32_t windows,
                                                   std::uint64_t rows) {
  return part_begin(window, windows, rows);
}

/// What stands for a key inside windows: its place in the final order, in `buckets` steps.
SHARDSWEEP_HD constexpr std::uint32_t bucket_of(std::uint64_t before, std::uint32_t buckets,
                                                std::uint64_t documents) {
  return part_of(before, buckets, documents);
}

/// Cuts the documents that arrived before a window into ranges, bucket by bucket in key order. A
/// window's arrival in a bucket belongs to the range of the greatest earlier key that is not above
/// it; below all earlier keys that is range 0.
class WindowCut {
 public:
  /// `earlier` >= 1: documents that arrived before the window.
  SHARDSWEEP_HD constexpr WindowCut(std::uint32_t ranges, std::uint64_t earlier)
      : range_(ranges, earlier) {}

  /// Range of the window's arrivals in the next bucket, which holds `earlier` earlier documents.
  SHARDSWEEP_HD constexpr std::uint32_t next_bucket(std::uint64_t earlier) {
    if (earlier != 0) {
      current_ = range_.at(before_);
      before_ += earlier;
    }
    return current_;
  }

 private:
  AscendingPart range_;
  std::uint64_t before_ = 0;
  std::uint32_t current_ = 0;
};

namespace detail {

SHARDSWEEP_HD constexpr void sift_down(std::uint32_t* heap, std::uint32_t size, std::uint32_t at) {
  for (;;) {
    std::uint32_t child = 2 * at + 1;
    if (child >= size) return;
    if (child + 1 < size && heap[child + 1] > heap[child]) ++child;
    if (heap[at] >= heap[child]) return;
    const std::uint32_t held = heap[at];
    heap[at] = heap[child];
    heap[child] = held;
    at = child;
  }
}

}  // namespace detail

/// Least number of ranges that together take 90 % of `documents` arrivals. Reorders `arrivals`
/// (entry r: arrivals in range r), which must sum to `documents`. O(ranges log ranges).
SHARDSWEEP_HD constexpr std::uint32_t growth_points(std::uint32_t* arrivals, std::uint32_t ranges,
                                                    std::uint64_t documents) {
  for (std::uint32_t i = ranges / 2; i-- > 0;) detail::sift_down(arrivals, ranges, i);
  std::uint64_t taken = 0;
  std::uint32_t points = 0;
  for (std::uint32_t left = ranges; left > 0 && taken * 10 < documents * 9; ++points) {
    taken += arrivals[0];
    arrivals[0] = arrivals[--left];
    detail::sift_down(arrivals, left, 0);
  }
  return points;
}

/// Figures of one window from the arrivals of each range, range r lying on shard
/// floor(r * shards / ranges). Reorders `arrivals`, which must sum to `documents` >= 1.
SHARDSWEEP_HD constexpr WindowCounts window_counts(std::uint32_t window, std::uint64_t documents,
                                                   std::uint32_t* arrivals, std::uint32_t ranges,
                                                   std::uint32_t shards) {
  WindowCounts counts;
  counts.window = window;
  counts.documents = documents;
  std::uint32_t shard = 0;
  std::uint64_t on_shard = 0;
  for (std::uint32_t r = 0; r < ranges; ++r) {
    const std::uint32_t shard_of_range = part_of(r, shards, ranges);
    if (shard_of_range != shard) on_shard = 0;
    shard = shard_of_range;
    on_shard += arrivals[r];
    if (on_shard > counts.hottest_shard) counts.hottest_shard = on_shard;
    if (arrivals[r] > counts.hottest_range) counts.hottest_range = arrivals[r];
  }
  counts.growth_points = growth_points(arrivals, ranges, documents);
  return counts;
}

}  // namespace shardsweep::kernels::rules
