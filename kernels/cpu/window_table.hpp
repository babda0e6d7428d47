#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/cpu/fast_part.hpp"
#include "kernels/plan.hpp"
#include "kernels/results.hpp"
#include "kernels/rules/range.hpp"

namespace shardsweep::kernels::cpu {

/// Arrivals of one key by bucket and window. Only buckets that hold documents take a line, so small
/// collections stay small: at most min(window_buckets, groups) lines of `windows` 32-bit counters.
class WindowTable {
 public:
  /// rows >= 1.
  WindowTable(const PlanParameters& parameters, std::uint32_t rows);

  /// Line of the bucket of a key with `before` documents of smaller keys. Ascending; at most the
  /// last line asked for is still open, older ones may be filled all the same.
  std::size_t line(std::uint64_t before) {
    const std::uint32_t bucket = bucket_.at(before);
    if (lines_ == 0 || bucket != last_bucket_) {
      last_bucket_ = bucket;
      counts_.resize(++lines_ * windows_);
    }
    return lines_ - 1;
  }

  /// Counters of a line, one a window. Valid until the next call of line().
  std::uint32_t* counters(std::size_t line) { return counts_.data() + line * windows_; }

  /// Window of an arrival.
  std::uint32_t window(std::uint32_t row) const { return window_(row); }

  /// Figures of the windows from 1 that have arrivals, once every document is counted.
  std::vector<WindowCounts> figures() const;

 private:
  std::vector<std::uint32_t> arrivals_by_range() const;

  std::uint32_t windows_;
  std::uint32_t ranges_;
  std::uint32_t shards_;
  std::uint32_t rows_;
  FastPart window_;
  rules::AscendingPart bucket_;
  std::uint32_t last_bucket_ = 0;
  std::size_t lines_ = 0;
  std::vector<std::uint32_t> counts_;
};

}  // namespace shardsweep::kernels::cpu
