#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "kernels/cpu/buffer.hpp"
#include "kernels/plan.hpp"
#include "kernels/results.hpp"
#include "kernels/rules/fast_part.hpp"
#include "kernels/rules/range.hpp"

namespace shardsweep::kernels::cpu {

/// Arrivals of one key by bucket and window. Only buckets that hold documents take a line, so small
/// collections stay small: at most min(window_buckets, groups) lines of `windows` 32-bit counters.
class WindowTable {
 public:
  /// rows >= 1. The counters live in `storage`, which nothing else may use meanwhile.
  WindowTable(const PlanParameters& parameters, std::uint32_t rows, Pages& storage);

  /// Bytes of storage. Pure.
  static std::uint64_t bytes(const PlanParameters& parameters, std::uint32_t rows) {
    return std::uint64_t{std::min(parameters.window_buckets, rows)} * parameters.windows *
           sizeof(std::uint32_t);
  }

  /// Line of the bucket of a key with `before` documents of smaller keys; ascending `before`. Lines
  /// may be filled at any time.
  std::uint32_t line(std::uint64_t before) {
    const std::uint32_t bucket = bucket_.at(before);
    if (lines_ == 0 || bucket != last_bucket_) {
      last_bucket_ = bucket;
      clear_line(lines_++);
    }
    return lines_ - 1;
  }

  /// Takes all lines for a key without equal values and returns their number: the key at place s
  /// has line part_of(s, lines, rows), since then every bucket that can be reached is.
  std::uint32_t take_all_lines() {
    while (lines_ < std::min(buckets_, rows_)) clear_line(lines_++);
    return lines_;
  }

  /// Entry line * windows + w counts the arrivals of window w.
  std::uint32_t* counters() { return counts_; }

  /// Window of an arrival.
  const rules::FastPart& window_rule() const { return window_; }

  /// Figures of the windows from 1 that have arrivals, once every document is counted.
  std::vector<WindowCounts> figures() const;

 private:
  void clear_line(std::size_t line) {
    std::memset(counts_ + line * windows_, 0, windows_ * sizeof(std::uint32_t));
  }
  std::vector<std::uint32_t> arrivals_by_range() const;

  std::uint32_t windows_;
  std::uint32_t ranges_;
  std::uint32_t shards_;
  std::uint32_t rows_;
  std::uint32_t buckets_;
  rules::FastPart window_;
  rules::AscendingPart bucket_;
  std::uint32_t last_bucket_ = 0;
  std::uint32_t lines_ = 0;
  std::uint32_t* counts_;
};

}  // namespace shardsweep::kernels::cpu
