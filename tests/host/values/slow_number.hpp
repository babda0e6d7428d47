#pragma once

#include <compare>
#include <string>

#include "datasets/bson/view.hpp"

namespace shardsweep::host {

/// A number written out in decimal digits, for checking compare_numbers: slow and plain.
/// (-1)^negative * 0.DIGITS * 10^place, without leading or trailing zeros; zero has no digits.
struct SlowNumber {
  enum class Kind { nan, minus_infinity, finite, infinity };
  Kind kind = Kind::finite;
  bool negative = false;
  std::string digits;
  int place = 0;

  static SlowNumber of(const bson::ValueView& value);
};

std::weak_ordering slow_compare(const SlowNumber& a, const SlowNumber& b);

}  // namespace shardsweep::host
