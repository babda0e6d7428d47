#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/cpu/carry.hpp"
#include "kernels/cpu/top_list.hpp"
#include "kernels/cpu/window_table.hpp"
#include "kernels/plan.hpp"
#include "kernels/results.hpp"
#include "kernels/rules/range.hpp"

namespace shardsweep::kernels::cpu {

/// The figures that need documents one by one, in registers for the length of a loop.
struct OrderFigures {
  std::uint32_t* counters = nullptr;  ///< of the window table; null: no windows wanted
  std::uint32_t windows = 0;
  rules::FastPart window{1, 1};
  UInt128 sum_xy = 0;

  /// Document number `position` (from 1) in key order, ties in row order.
  void add(std::uint64_t position, std::uint32_t row, std::uint32_t line) {
    sum_xy += UInt128{position} * (std::uint64_t{row} + 1);
    if (counters) ++counters[std::size_t{line} * windows + window(row)];
  }
};

/// Turns the groups of one key, streamed in key order, into the figures that are wanted. Wants that
/// are off cost at most a compare a group.
class GroupFigures {
 public:
  /// rows >= 1. `window_storage` holds the window table when there is one.
  GroupFigures(std::uint32_t wants, const PlanParameters& parameters, std::uint32_t rows,
               Pages& window_storage);

  /// The next group. `row_sum` = sum of its row numbers from 1. What the level does not carry is 0:
  /// bytes, or first row and row_sum.
  template <Carry carry>
  void group(std::uint64_t key, const Group& group, std::uint64_t row_sum) {
    ++distinct_;
    if (top_.admits(group.documents)) top_.insert(group.documents, {key, group});
    if constexpr (carry >= Carry::bytes) add_bytes(key, group);
    if constexpr (carry >= Carry::rows) {
      // r * documents <= n (n + 1) < 2^64, since before + documents <= n < 2^32 - 1.
      const std::uint64_t r = 2 * before_ + group.documents + 1;
      correlation_.sum_r_y += UInt128{r} * row_sum;
      correlation_.sum_r_r += UInt128{r * group.documents} * r;
    }
    before_ += group.documents;
  }

  /// For Carry::counts only: documents from which a group is listed, listing one in key order, and
  /// counting groups that were listed where they had to be.
  std::uint64_t least_listed() const { return std::max<std::uint64_t>(top_.least(), 1); }
  void list(std::uint64_t key, std::uint64_t documents) {
    top_.insert(documents, {key, {0, documents, 0}});
  }
  void count(std::uint64_t groups, std::uint64_t documents) {
    distinct_ += groups;
    before_ += documents;
  }

  /// What Carry::order adds document by document, for one loop; add_order() takes it back.
  OrderFigures order() {
    if (windows_) return {windows_->counters(), parameters_.windows, windows_->window_rule()};
    return {};
  }
  void add_order(const OrderFigures& order) { sum_xy_ += order.sum_xy; }

  /// Line of the window table for the group that comes next; 0 without windows.
  std::uint32_t next_line() { return windows_ ? windows_->line(before_) : 0; }

  std::uint64_t before() const { return before_; }  ///< documents of the groups so far

  /// The groups that will be reported, so that what was not carried can be set.
  std::vector<ListedGroup*> listed();

  /// Everything that was wanted.
  NodeResult result();

 private:
  void add_bytes(std::uint64_t key, const Group& group) {
    if (group.bytes >= heaviest_from_) {
      heaviest_ = {key, group};
      heaviest_from_ = group.bytes + 1;
    }
    if (group.bytes > oversized_bytes_ || group.documents > oversized_documents_) {
      ++oversized_count_;
      oversized_sum_documents_ += group.documents;
      oversized_sum_bytes_ += group.bytes;
      if (oversized_.admits(group.bytes)) oversized_.insert(group.bytes, {key, group});
    }
    const std::uint32_t range = range_.at(before_);
    range_documents_[range] += group.documents;
    range_bytes_[range] += group.bytes;
  }

  std::uint32_t wants_;
  PlanParameters parameters_;
  std::uint64_t before_ = 0;
  std::uint64_t distinct_ = 0;
  TopList top_;
  ListedGroup heaviest_;
  std::uint64_t heaviest_from_ = 0;  ///< bytes from which a group becomes the heaviest
  std::uint64_t oversized_bytes_ = UINT64_MAX;
  std::uint64_t oversized_documents_ = UINT64_MAX;
  std::uint64_t oversized_count_ = 0;
  std::uint64_t oversized_sum_documents_ = 0;
  std::uint64_t oversized_sum_bytes_ = 0;
  TopList oversized_;
  rules::AscendingPart range_;
  std::vector<std::uint64_t> range_documents_;
  std::vector<std::uint64_t> range_bytes_;
  CorrelationSums correlation_;
  UInt128 sum_xy_ = 0;
  std::optional<WindowTable> windows_;
};

}  // namespace shardsweep::kernels::cpu
