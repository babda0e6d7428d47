#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_set>

namespace shardsweep::datasets {

/// The last so many different keys (hashes), and whether one was among them.
class RecentKeys {
 public:
  explicit RecentKeys(std::size_t capacity) : capacity_(capacity) {}

  /// True where the key is new; it is then remembered and may push the oldest out.
  bool insert(std::uint64_t key) {
    if (!keys_.insert(key).second) return false;
    order_.push_back(key);
    if (order_.size() > capacity_) {
      keys_.erase(order_.front());
      order_.pop_front();
    }
    return true;
  }
  bool contains(std::uint64_t key) const { return keys_.contains(key); }

 private:
  std::size_t capacity_;
  std::unordered_set<std::uint64_t> keys_;
  std::deque<std::uint64_t> order_;
};

}  // namespace shardsweep::datasets
