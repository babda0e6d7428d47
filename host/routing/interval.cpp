#include "host/routing/interval.hpp"

#include <algorithm>
#include <cstring>

#include "host/values/order.hpp"

namespace shardsweep::host::routing {
namespace {

bool is_empty(const Interval& interval) {
  const auto order = compare_values(interval.low, interval.high);
  return order > 0 || (order == 0 && !(interval.low_inclusive && interval.high_inclusive));
}

/// An inclusive low end begins before an exclusive one at the same value.
bool begins_before(const Interval& a, const Interval& b) {
  const auto order = compare_values(a.low, b.low);
  return order < 0 || (order == 0 && a.low_inclusive && !b.low_inclusive);
}

/// An exclusive high end ends before an inclusive one at the same value.
bool ends_before(const Interval& a, const Interval& b) {
  const auto order = compare_values(a.high, b.high);
  return order < 0 || (order == 0 && !a.high_inclusive && b.high_inclusive);
}

/// `b` does not begin before `a`.
bool joins(const Interval& a, const Interval& b) {
  const auto order = compare_values(b.low, a.high);
  return order < 0 || (order == 0 && (a.high_inclusive || b.low_inclusive));
}

}  // namespace

bool Interval::is_point() const {
  return low_inclusive && high_inclusive && compare_values(low, high) == 0;
}

bson::Value min_key() {
  return {bson::Type::MinKey, {}};
}

bson::Value max_key() {
  return {bson::Type::MaxKey, {}};
}

bson::Value int64_value(std::int64_t number) {
  bson::Value value{bson::Type::Int64, std::string(sizeof number, '\0')};
  std::memcpy(value.bytes.data(), &number, sizeof number);
  return value;
}

IntervalList everything() {
  return {{min_key(), max_key(), true, true}};
}

bool is_everything(const IntervalList& list) {
  return list.size() == 1 && list[0].low.type == bson::Type::MinKey &&
         list[0].high.type == bson::Type::MaxKey && list[0].low_inclusive && list[0].high_inclusive;
}

IntervalList point(const bson::ValueView& value) {
  return {{bson::Value::copy(value), bson::Value::copy(value), true, true}};
}

IntervalList normalized(IntervalList parts) {
  std::erase_if(parts, is_empty);
  std::ranges::sort(parts, begins_before);
  IntervalList made;
  for (Interval& part : parts) {
    if (made.empty() || !joins(made.back(), part)) {
      made.push_back(std::move(part));
    } else if (ends_before(made.back(), part)) {
      made.back().high = std::move(part.high);
      made.back().high_inclusive = part.high_inclusive;
    }
  }
  return made;
}

IntervalList intersected(const IntervalList& a, const IntervalList& b) {
  IntervalList made;
  for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
    const Interval& later = begins_before(*left, *right) ? *right : *left;
    const Interval& sooner = ends_before(*left, *right) ? *left : *right;
    Interval both{later.low, sooner.high, later.low_inclusive, sooner.high_inclusive};
    if (!is_empty(both)) made.push_back(std::move(both));
    if (&sooner == &*left) {
      ++left;
    } else {
      ++right;
    }
  }
  return made;
}

IntervalList complement(const IntervalList& list) {
  IntervalList made;
  Interval gap{min_key(), {}, true, true};
  for (const Interval& present : list) {
    gap.high = present.low;
    gap.high_inclusive = !present.low_inclusive;
    if (!is_empty(gap)) made.push_back(gap);
    gap.low = present.high;
    gap.low_inclusive = !present.high_inclusive;
  }
  gap.high = max_key();
  gap.high_inclusive = true;
  if (!is_empty(gap)) made.push_back(gap);
  return made;
}

}  // namespace shardsweep::host::routing
