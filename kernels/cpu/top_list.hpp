#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/results.hpp"

namespace shardsweep::kernels::cpu {

/// A group that is to be reported. Its packed key stands for it until the first row is looked up.
struct ListedGroup {
  std::uint64_t key = 0;
  Group group;
};

/// The `limit` groups with the greatest measure, greatest first; of equal ones the first offered.
class TopList {
 public:
  explicit TopList(std::size_t limit) : limit_(limit) {
    if (limit == 0) least_ = UINT64_MAX;
  }

  /// Whether a group of this measure would be listed.
  bool admits(std::uint64_t measure) const { return measure >= least_; }

  std::uint64_t least() const { return least_; }  ///< the measure from which groups are listed

  /// Lists an admitted group. O(limit), rare once the list is full of large groups.
  void insert(std::uint64_t measure, const ListedGroup& group) {
    const auto at = std::upper_bound(measures_.begin(), measures_.end(), measure, std::greater<>());
    groups_.insert(groups_.begin() + (at - measures_.begin()), group);
    measures_.insert(at, measure);
    if (measures_.size() > limit_) {
      measures_.pop_back();
      groups_.pop_back();
    }
    if (measures_.size() == limit_) {
      least_ = measures_.back() == UINT64_MAX ? UINT64_MAX : measures_.back() + 1;
    }
  }

  std::vector<ListedGroup>& groups() { return groups_; }

 private:
  std::size_t limit_;
  std::uint64_t least_ = 0;
  std::vector<std::uint64_t> measures_;
  std::vector<ListedGroup> groups_;
};

}  // namespace shardsweep::kernels::cpu
