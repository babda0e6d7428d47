#pragma once

#include <cstdint>

#include "kernels/cpu/carry.hpp"
#include "kernels/results.hpp"

namespace shardsweep::kernels::cpu {

/// Takes the place of GroupFigures where groups are only numbered: every row gets the number of its
/// group in key order.
class GroupNumbers {
 public:
  struct Order {
    std::uint32_t* numbers;
    void add(std::uint64_t, std::uint32_t row, std::uint32_t number) { numbers[row] = number; }
  };

  /// `numbers` has room for every row.
  explicit GroupNumbers(std::uint32_t* numbers) : numbers_(numbers) {}

  template <Carry carry>
  void group(std::uint64_t, const Group& group, std::uint64_t) {
    static_assert(carry == Carry::order);
    ++groups_;
    before_ += group.documents;
  }
  Order order() { return {numbers_}; }
  void add_order(const Order&) {}
  std::uint32_t next_line() { return groups_; }

  std::uint64_t before() const { return before_; }
  std::uint32_t groups() const { return groups_; }

 private:
  std::uint32_t* numbers_;
  std::uint32_t groups_ = 0;
  std::uint64_t before_ = 0;
};

}  // namespace shardsweep::kernels::cpu
