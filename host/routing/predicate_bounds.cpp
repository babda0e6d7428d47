#include "host/routing/predicate_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "hashing/mongo_hash.hpp"
#include "host/routing/regex_prefix.hpp"
#include "host/routing/type_ranges.hpp"
#include "host/values/order.hpp"

namespace shardsweep::host::routing {
namespace {

using bson::Type;
using bson::Value;
using bson::ValueView;

const Value null_value{Type::Null, {}};
const Value undefined_value{Type::Undefined, {}};

bool under_collation(const ValueView& value, const BoundsRules& rules) {
  return !rules.simple_collation && is_collatable(value.type);
}

/// The least number is NaN, so what compares equal to the least is one.
bool is_nan(const ValueView& value) {
  return is_number(value.type) && compare_values(value, smallest_of(Type::Double)) == 0;
}

IntervalList null_bounds(const BoundsRules& rules) {
  IntervalList made = point(null_value);
  if (rules.null_matches_undefined) made.insert(made.begin(), point(undefined_value)[0]);
  return made;
}

/// An index has an entry for each element, and one for undefined when there is none.
IntervalList array_bounds(const ValueView& array) {
  const bson::DocumentView elements(array);
  const auto first = elements.begin();
  const ValueView entry = first == elements.end() ? ValueView(undefined_value) : first->value;
  IntervalList parts = point(entry);
  parts.push_back(point(array)[0]);
  return normalized(std::move(parts));
}

IntervalList equality_bounds(const ValueView& value, const BoundsRules& rules) {
  if (value.type == Type::Null) return null_bounds(rules);
  if (value.type == Type::Array) return array_bounds(value);
  return point(value);
}

/// From the least value of the type to `value`.
Interval below(const ValueView& value, bool inclusive) {
  Interval made{min_key(), Value::copy(value), true, inclusive};
  if (is_number(value.type)) {
    made.low = infinity(true);
  } else if (value.type != Type::Array && value.type != Type::MaxKey) {
    made.low = smallest_of(value.type);
  }
  return made;
}

/// From `value` to the greatest of the type.
Interval above(const ValueView& value, bool inclusive) {
  Interval made{Value::copy(value), max_key(), inclusive, true};
  if (value.type == Type::Array || value.type == Type::MinKey) return made;
  TypeEnd end = end_of(value.type);
  made.high = std::move(end.value);
  made.high_inclusive = end.inclusive;
  return made;
}

bool includes_equal(Comparison how) {
  return how == Comparison::equal || how == Comparison::less_equal ||
         how == Comparison::greater_equal;
}

bool goes_down(Comparison how) {
  return how == Comparison::less || how == Comparison::less_equal;
}

/// Within the value's own type.
IntervalList bracketed_bounds(Comparison how, const ValueView& value, const BoundsRules& rules) {
  if (how == Comparison::equal) return equality_bounds(value, rules);
  const bool equal_too = includes_equal(how);
  if (value.type == Type::Null) return equal_too ? null_bounds(rules) : IntervalList();
  if (is_nan(value)) return equal_too ? point(value) : IntervalList();
  return normalized({goes_down(how) ? below(value, equal_too) : above(value, equal_too)});
}

/// $expr orders values of all types. There a missing field is less than null, while its key is
/// null.
IntervalList unbracketed_bounds(Comparison how, const ValueView& value) {
  if (how == Comparison::equal) return point(value);
  Interval made{min_key(), max_key(), true, true};
  if (goes_down(how)) {
    made.high = Value::copy(value);
    made.high_inclusive = includes_equal(how) || value.type == Type::Null;
  } else {
    made.low = Value::copy(value);
    made.low_inclusive = includes_equal(how);
  }
  return normalized({std::move(made)});
}

Value text_value(const std::string& text) {
  Value value{Type::String, {}};
  const auto size = static_cast<std::uint32_t>(text.size() + 1);
  for (int shift = 0; shift < 32; shift += 8)
    value.bytes.push_back(static_cast<char>(size >> shift & 0xff));
  value.bytes += text;
  value.bytes.push_back('\0');
  return value;
}

/// The strings that begin with the pattern's prefix, and the pattern itself as a value.
IntervalList regex_bounds(const ValueView& regex) {
  const std::string_view pattern(regex.bytes.data());
  const std::string_view flags(regex.bytes.data() + pattern.size() + 1);
  std::string prefix = regex_prefix(pattern, flags);
  Interval strings = range_of(Type::String);
  if (!prefix.empty()) {
    strings.low = text_value(prefix);
    ++prefix.back();
    strings.high = text_value(prefix);
  }
  return normalized({std::move(strings), point(regex)[0]});
}

std::optional<IntervalList> in_bounds(const MatchNode& leaf, const BoundsRules& rules) {
  IntervalList parts;
  for (const Value& value : leaf.values) {
    if (under_collation(value, rules)) return std::nullopt;
    IntervalList part =
        value.type == Type::Regex ? regex_bounds(value) : equality_bounds(value, rules);
    std::ranges::move(part, std::back_inserter(parts));
  }
  return normalized(std::move(parts));
}

std::optional<IntervalList> type_bounds(const MatchNode& leaf) {
  IntervalList parts;
  for (const Type type : leaf.types) {
    if (type == Type::Array) return everything();
    parts.push_back(range_of(type));
  }
  return normalized(std::move(parts));
}

bool holds(const MatchNode& leaf, Type type) {
  return std::ranges::any_of(leaf.values, [&](const Value& value) { return value.type == type; });
}

/// Only comparisons, $in without patterns, and $exists can be turned round.
std::optional<IntervalList> negated_bounds(const MatchNode& child, const BoundsRules& rules) {
  if (child.kind == MatchKind::exists) return point(null_value);
  const bool turns = child.kind == MatchKind::comparison ||
                     (child.kind == MatchKind::in && !holds(child, Type::Regex));
  if (!turns || child.across_types || holds(child, Type::Array)) return std::nullopt;
  const std::optional<IntervalList> bounds = ranged_bounds(child, rules);
  if (!bounds) return std::nullopt;
  return complement(*bounds);
}

std::optional<IntervalList> all_bounds(const MatchNode& node, const BoundsRules& rules) {
  std::optional<IntervalList> made;
  for (const MatchNode& child : node.children) {
    std::optional<IntervalList> bounds = ranged_bounds(child, rules);
    if (!bounds) continue;
    made = made ? intersected(*made, *bounds) : std::move(*bounds);
  }
  return made;
}

std::optional<IntervalList> hashed_equality(const ValueView& value, const BoundsRules& rules) {
  if (under_collation(value, rules)) return std::nullopt;
  IntervalList made = point(hash_of(value));
  if (value.type == Type::Null && rules.null_matches_undefined)
    made.push_back(point(hash_of(undefined_value))[0]);
  return normalized(std::move(made));
}

std::optional<IntervalList> hashed_in(const MatchNode& leaf, const BoundsRules& rules) {
  if (holds(leaf, Type::Regex)) return std::nullopt;
  IntervalList parts;
  for (const Value& value : leaf.values) {
    std::optional<IntervalList> one = hashed_equality(value, rules);
    if (!one) return std::nullopt;
    std::ranges::move(*one, std::back_inserter(parts));
  }
  return normalized(std::move(parts));
}

}  // namespace

bool is_collatable(Type type) {
  return type == Type::String || type == Type::Symbol || type == Type::Document ||
         type == Type::Array;
}

std::optional<IntervalList> ranged_bounds(const MatchNode& leaf, const BoundsRules& rules) {
  switch (leaf.kind) {
    case MatchKind::comparison:
      if (under_collation(leaf.values[0], rules)) return std::nullopt;
      if (leaf.across_types) return unbracketed_bounds(leaf.comparison, leaf.values[0]);
      return bracketed_bounds(leaf.comparison, leaf.values[0], rules);
    case MatchKind::in:
      return in_bounds(leaf, rules);
    case MatchKind::exists:
      return everything();
    case MatchKind::type:
      return type_bounds(leaf);
    case MatchKind::regex:
      return regex_bounds(leaf.values[0]);
    case MatchKind::modulo:
      return IntervalList{range_of(Type::Double)};
    case MatchKind::element_value:
      return ranged_bounds(leaf.children[0], rules);
    case MatchKind::all_of:  // the conditions of $elemMatch on one element
      return all_bounds(leaf, rules);
    case MatchKind::negation:
      return negated_bounds(leaf.children[0], rules);
    default:
      return std::nullopt;
  }
}

std::optional<IntervalList> hashed_bounds(const MatchNode& leaf, const BoundsRules& rules) {
  switch (leaf.kind) {
    case MatchKind::comparison:
      if (leaf.comparison != Comparison::equal) return std::nullopt;
      if (leaf.across_types && under_collation(leaf.values[0], rules)) return std::nullopt;
      if (leaf.across_types) return point(hash_of(leaf.values[0]));
      return hashed_equality(leaf.values[0], rules);
    case MatchKind::in:
      return hashed_in(leaf, rules);
    case MatchKind::exists:
      return everything();
    case MatchKind::negation:
      if (leaf.children[0].kind == MatchKind::exists) return point(hash_of(null_value));
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

bson::Value hash_of(const ValueView& value) {
  return int64_value(hashing::hash_value(static_cast<std::uint8_t>(value.type), value.bytes));
}

}  // namespace shardsweep::host::routing
