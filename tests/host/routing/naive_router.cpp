#include "tests/host/routing/naive_router.hpp"

#include <algorithm>

#include "hashing/mongo_hash.hpp"
#include "host/values/order.hpp"
#include "tests/host/routing/matcher.hpp"
#include "tests/host/routing/plain_filter.hpp"

namespace shardsweep::test {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::Value;
using bson::ValueView;
using host::compare_values;
using host::routing::Chunk;
using host::routing::ChunkMap;
using host::routing::IntervalList;
using host::routing::KeyValues;

const ValueView any_value;

bool is_list(Test test) {
  return test == Test::all || test == Test::any || test == Test::nor;
}

bool same(const ValueView& a, const ValueView& b) {
  return compare_values(a, b) == 0;
}

bool in_same_class(const ValueView& a, const ValueView& b) {
  return type_class(a) == type_class(b);
}

bool is_nan(const ValueView& value) {
  static const Value nan = json_value(R"({"$numberDouble": "NaN"})");
  return same(value, nan);
}

bool equal_allows(const ValueView& constant, const ValueView& value, bool undefined) {
  if (constant.type == Type::Null && undefined && value.type == Type::Undefined) return true;
  if (constant.type != Type::Array) return same(constant, value);
  const DocumentView elements(constant);
  const ValueView first =
      elements.empty() ? ValueView{Type::Undefined, {}} : elements.begin()->value;
  return same(constant, value) || same(first, value);
}

bool order_allows(Test test, const ValueView& constant, const ValueView& value, bool undefined) {
  const bool down = test == Test::less || test == Test::less_equal;
  const bool with_equal = test == Test::less_equal || test == Test::greater_equal;
  if (constant.type == Type::Null) return with_equal && equal_allows(constant, value, undefined);
  const auto order = compare_values(value, constant);
  const bool ordered = (with_equal && order == 0) || (down ? order < 0 : order > 0);
  if (constant.type == Type::Array) return ordered;
  if (constant.type == Type::MaxKey && down) return ordered;
  if (constant.type == Type::MinKey && !down) return ordered;
  if (!in_same_class(constant, value)) return false;
  if (is_nan(constant)) return with_equal && order == 0;
  return ordered && !is_nan(value);
}

bool expression_allows(Test test, const ValueView& constant, const ValueView& value) {
  const auto order = compare_values(value, constant);
  // A missing field has the key null, and is less than null.
  if (test == Test::expr_less) return order < 0 || (order == 0 && constant.type == Type::Null);
  if (test == Test::expr_less_equal) return order <= 0;
  if (test == Test::expr_greater) return order > 0;
  if (test == Test::expr_greater_equal) return order >= 0;
  return order == 0;
}

bool regex_allows(const ValueView& regex, const ValueView& value) {
  if (same(regex, value)) return true;
  if (value.type != Type::String && value.type != Type::Symbol) return false;
  for (const Pattern& known : patterns())
    if (known.pattern == regex.bytes.data() &&
        known.flags == regex.bytes.data() + known.pattern.size() + 1)
      return value.as_string().starts_with(known.prefix);
  return true;
}

bool type_allows(std::string_view alias, const ValueView& value) {
  if (alias == "array") return true;
  if (alias == "int" || alias == "double" || alias == "number") return type_class(value) == 10;
  return alias == bson::type_alias(value.type) || (alias == "string" && value.type == Type::Symbol);
}

bool holds(const Filter& leaf, Type type) {
  return std::ranges::any_of(leaf.values, [&](const Value& value) { return value.type == type; });
}

Value hash_of(const ValueView& value) {
  const auto hash = hashing::hash_value(static_cast<std::uint8_t>(value.type), value.bytes);
  return json_value("{\"$numberLong\": \"" + std::to_string(hash) + "\"}");
}

bool dollar_inside(const ValueView& value) {
  if (value.type != Type::Document && value.type != Type::Array) return false;
  const DocumentView document(value);
  const bool reference = !document.empty() && document.begin()->name == "$ref";
  for (const Element& element : document)
    if ((element.name.starts_with('$') && !reference) || dollar_inside(element.value)) return true;
  return false;
}

std::optional<ValueView> child_of(const ValueView& value, std::string_view name) {
  if (value.type != Type::Document) return std::nullopt;
  for (const Element& element : DocumentView(value))
    if (element.name == name) return element.value;
  return std::nullopt;
}

}  // namespace

NaiveRouter::NaiveRouter(const Filter& filter, const host::KeyPattern& key, bool undefined)
    : filter_(plain(filter)), key_(key), undefined_(undefined) {}

std::optional<bool> NaiveRouter::ranged(const Filter& leaf, const ValueView& value) const {
  switch (leaf.test) {
    case Test::negate: {
      const Filter& child = leaf.children[0];
      if (child.test == Test::exists) return value.type == Type::Null;
      const bool turns = child.test >= Test::equal && child.test <= Test::greater_equal;
      const bool list = child.test == Test::in && !holds(child, Type::Regex);
      if ((!turns && !list) || holds(child, Type::Array)) return std::nullopt;
      return !*ranged(child, value);
    }
    case Test::equal:
      return equal_allows(leaf.values[0], value, undefined_);
    case Test::in:
      return std::ranges::any_of(leaf.values, [&](const Value& one) {
        return one.type == Type::Regex ? regex_allows(one, value)
                                       : equal_allows(one, value, undefined_);
      });
    case Test::exists:
      return true;
    case Test::type:
      return type_allows(ValueView(leaf.values[0]).as_string(), value);
    case Test::regex:
      return regex_allows(leaf.values[0], value);
    case Test::mod:
      return type_class(value) == 10;
    case Test::size:
      return std::nullopt;
    default:
      break;
  }
  if (leaf.test <= Test::greater_equal)
    return order_allows(leaf.test, leaf.values[0], value, undefined_);
  if (leaf.values[0].type == Type::Array) return std::nullopt;
  return expression_allows(leaf.test, leaf.values[0], value);
}

std::optional<bool> NaiveRouter::hashed(const Filter& leaf, const ValueView& value) const {
  const auto hash_equal = [&](const Value& constant) {
    const bool undefined = undefined_ && constant.type == Type::Null;
    return same(hash_of(constant), value) ||
           (undefined && same(hash_of({Type::Undefined, {}}), value));
  };
  if (leaf.test == Test::equal) return hash_equal(leaf.values[0]);
  if (leaf.test == Test::expr_equal && leaf.values[0].type != Type::Array)
    return same(hash_of(leaf.values[0]), value);
  if (leaf.test == Test::in && !holds(leaf, Type::Regex))
    return std::ranges::any_of(leaf.values, hash_equal);
  if (leaf.test == Test::exists) return true;
  if (leaf.test == Test::negate && leaf.children[0].test == Test::exists)
    return same(hash_of({Type::Null, {}}), value);
  return std::nullopt;
}

std::optional<bool> NaiveRouter::leaf_allows(const Filter& leaf, const Place& place,
                                             const ValueView& value) const {
  if (is_list(leaf.test) || leaf.path != place.path) return std::nullopt;
  return place.hashed ? hashed(leaf, value) : ranged(leaf, value);
}

bool NaiveRouter::bounds_first(const Filter& filter) const {
  const Place first{key_.fields[0].path, key_.hashed_at(0)};
  return std::ranges::any_of(members(filter, Test::all), [&](const Filter& member) {
    if (member.test != Test::any) return leaf_allows(member, first, any_value).has_value();
    return std::ranges::all_of(members(member, Test::any),
                               [&](const Filter& branch) { return bounds_first(branch); });
  });
}

std::optional<bool> NaiveRouter::any_says(const Filter& any, const Place& place,
                                          const ValueView& value) const {
  bool allowed = false;
  for (const Filter& branch : members(any, Test::any)) {
    const std::optional<bool> said = says(branch, place, value);
    if (!said) return std::nullopt;
    allowed = allowed || *said;
  }
  return allowed;
}

std::optional<bool> NaiveRouter::says(const Filter& filter, const Place& place,
                                      const ValueView& value) const {
  const Place first{key_.fields[0].path, key_.hashed_at(0)};
  const std::vector<Filter> all = members(filter, Test::all);
  const bool outside = std::ranges::any_of(
      all, [&](const Filter& f) { return leaf_allows(f, first, any_value).has_value(); });
  std::optional<bool> said;
  for (const Filter& member : all) {
    if (outside) {
      const std::optional<bool> one = leaf_allows(member, place, value);
      if (one) said = said.value_or(true) && *one;
    } else if (member.test == Test::any && bounds_first(member)) {
      const std::optional<bool> one = any_says(member, place, value);
      if (!one) return std::nullopt;
      said = said.value_or(false) || *one;
    }
  }
  return said;
}

bool NaiveRouter::allows(std::size_t i, const ValueView& value) const {
  if (!bounds_first(filter_)) return true;
  return says(filter_, {key_.fields[i].path, key_.hashed_at(i)}, value).value_or(true);
}

std::optional<KeyValues> NaiveRouter::full_key() const {
  KeyValues values;
  for (std::size_t i = 0; i < key_.fields.size(); ++i) {
    const std::string& path = key_.fields[i].path;
    std::vector<ValueView> found;
    const std::vector<Filter> all = members(filter_, Test::all);
    for (const Filter& member : all) {
      if (member.test != Test::equal) continue;
      if (member.path == path) found.emplace_back(member.values[0]);
      if (path.starts_with(member.path + ".")) {
        const auto child = child_of(member.values[0], path.substr(member.path.size() + 1));
        found.push_back(child.value_or(ValueView{Type::Array, {}}));
      }
      if (member.path.starts_with(path + ".")) return std::nullopt;
    }
    if (found.size() != 1 || found[0].type == Type::Array || found[0].type == Type::Regex ||
        dollar_inside(found[0]))
      return std::nullopt;
    values.push_back(key_.hashed_at(i) ? hash_of(found[0]) : Value::copy(found[0]));
  }
  return values;
}

std::vector<std::uint32_t> NaiveRouter::chunks(const ChunkMap& map,
                                               const std::vector<IntervalList>& bounds) const {
  const std::optional<KeyValues> key = full_key();
  std::vector<host::routing::KeyRange> ranges{{}};
  bool spread = false;
  for (const IntervalList& list : bounds) {
    if (key) break;
    if (list.empty()) return {0};
    std::vector<host::routing::KeyRange> next;
    for (const auto& range : ranges) {
      const std::size_t copies = spread ? 1 : list.size();
      for (std::size_t i = 0; i < copies; ++i) {
        next.push_back(range);
        next.back().low.push_back(spread ? list.front().low : list[i].low);
        next.back().high.push_back(spread ? list.back().high : list[i].high);
      }
    }
    spread = spread || list.size() != 1 || !list[0].is_point();
    ranges = std::move(next);
  }
  if (key) ranges = {{*key, *key}};
  std::vector<std::uint32_t> asked;
  for (std::uint32_t chunk = 0; chunk < map.chunks().size(); ++chunk) {
    const Chunk& one = map.chunks()[chunk];
    const bool last = chunk + 1 == map.chunks().size();
    const bool touched = std::ranges::any_of(ranges, [&](const auto& range) {
      return host::routing::compare_keys(one.min, range.high) <= 0 &&
             (last || host::routing::compare_keys(range.low, one.max) < 0);
    });
    if (touched) asked.push_back(chunk);
  }
  return asked;
}

std::uint32_t naive_chunk_of(const ChunkMap& map, DocumentView document) {
  KeyValues key;
  for (std::size_t i = 0; i < map.key().fields.size(); ++i) {
    ValueView value{Type::Document, document.bytes()};
    std::string_view rest = map.key().fields[i].path;
    for (bool more = true; more;) {
      const std::size_t dot = rest.find('.');
      value = child_of(value, rest.substr(0, dot)).value_or(ValueView());
      more = dot != std::string_view::npos;
      if (more) rest.remove_prefix(dot + 1);
    }
    key.push_back(map.key().hashed_at(i) ? hash_of(value) : Value::copy(value));
  }
  for (std::uint32_t chunk = 0; chunk + 1 < map.chunks().size(); ++chunk)
    if (host::routing::compare_keys(key, map.chunks()[chunk].max) < 0) return chunk;
  return static_cast<std::uint32_t>(map.chunks().size() - 1);
}

}  // namespace shardsweep::test
