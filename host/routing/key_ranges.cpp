#include "host/routing/key_ranges.hpp"

#include "host/error.hpp"
#include "host/values/order.hpp"

namespace shardsweep::host::routing {
namespace {

bool is_point(const IntervalList& list) {
  return list.size() == 1 && list[0].is_point();
}

void append_ends(const IntervalList& list, KeyRange& range) {
  range.low.push_back(list.front().low);
  range.high.push_back(list.back().high);
}

}  // namespace

std::weak_ordering compare_keys(const KeyValues& a, const KeyValues& b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    if (const auto order = compare_values(a[i], b[i]); order != 0) return order;
  return a.size() <=> b.size();
}

std::vector<IntervalList> key_bounds(const CompiledFilter& filter, const KeyPattern& key) {
  std::vector<IntervalList> bounds(key.fields.size(), everything());
  const BoundsTable* const table = filter.bounds_for({key.fields[0].path, key.hashed_at(0)});
  if (table == nullptr) return bounds;
  for (std::size_t i = 0; i < bounds.size(); ++i)
    if (const IntervalList* list = table->find({key.fields[i].path, key.hashed_at(i)}))
      bounds[i] = *list;
  return bounds;
}

std::vector<KeyRange> key_ranges(const std::vector<IntervalList>& bounds) {
  KeyRange fixed;
  std::size_t field = 0;
  for (const IntervalList& list : bounds)
    if (list.empty()) return {};
  for (; field < bounds.size() && is_point(bounds[field]); ++field)
    append_ends(bounds[field], fixed);
  if (field == bounds.size()) return {fixed};
  const IntervalList& spread = bounds[field];
  if (spread.size() > max_key_ranges)
    throw RefusedError("Location17439", "the filter gives more than 4000000 ranges of keys");
  std::vector<KeyRange> ranges(spread.size(), fixed);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    ranges[i].low.push_back(spread[i].low);
    ranges[i].high.push_back(spread[i].high);
    for (std::size_t later = field + 1; later < bounds.size(); ++later)
      append_ends(bounds[later], ranges[i]);
  }
  return ranges;
}

std::optional<KeyValues> full_key(const CompiledFilter& filter, const KeyPattern& key,
                                  bool trusts_hashes) {
  KeyValues values;
  for (std::size_t i = 0; i < key.fields.size(); ++i) {
    const std::optional<bson::ValueView> value = filter.equality_at(key.fields[i].path);
    if (!value) return std::nullopt;
    const bool hashed = key.hashed_at(i);
    const bool doubtful = hashed ? !trusts_hashes : is_collatable(value->type);
    if (!filter.simple_collation && doubtful) return std::nullopt;
    values.push_back(hashed ? hash_of(*value) : bson::Value::copy(*value));
  }
  return values;
}

}  // namespace shardsweep::host::routing
