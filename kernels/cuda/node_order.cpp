#include "kernels/cuda/node_order.hpp"

#include <algorithm>
#include <deque>
#include <numeric>
#include <set>

namespace shardsweep::kernels::cuda {
namespace {

/// Which columns a least-recently-used cache holds.
class HeldColumns {
 public:
  explicit HeldColumns(std::size_t places) : places_(places) {}

  std::size_t missing(const std::vector<std::uint32_t>& key) const {
    return static_cast<std::size_t>(
        std::count_if(key.begin(), key.end(), [&](std::uint32_t column) {
          return std::find(held_.begin(), held_.end(), column) == held_.end();
        }));
  }

  void use(const std::vector<std::uint32_t>& key) {
    for (const std::uint32_t column : key) {
      std::erase(held_, column);
      held_.push_back(column);
      if (held_.size() > places_) held_.pop_front();
    }
  }

 private:
  std::size_t places_;
  std::deque<std::uint32_t> held_;  // the last used at the end
};

}  // namespace

std::vector<std::size_t> order_by_columns(const std::vector<std::vector<std::uint32_t>>& keys,
                                          std::size_t places) {
  std::vector<std::size_t> left(keys.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::set<std::uint32_t> used;
  for (const auto& key : keys) used.insert(key.begin(), key.end());
  if (used.size() <= places) return left;
  HeldColumns held(places);
  std::vector<std::size_t> order;
  while (!left.empty()) {
    const auto next = std::min_element(left.begin(), left.end(), [&](std::size_t a, std::size_t b) {
      return held.missing(keys[a]) < held.missing(keys[b]);
    });
    held.use(keys[*next]);
    order.push_back(*next);
    left.erase(next);
  }
  return order;
}

}  // namespace shardsweep::kernels::cuda
