#include "tests/host/routing/matcher.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <regex>

#include "hashing/mongo_hash.hpp"
#include "hashing/squash.hpp"
#include "host/values/order.hpp"

namespace shardsweep::test {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::Value;
using bson::ValueView;

std::optional<ValueView> at_path(DocumentView document, std::string_view path) {
  const std::size_t dot = path.find('.');
  for (const Element& element : document) {
    if (element.name != path.substr(0, dot)) continue;
    if (dot == std::string_view::npos) return element.value;
    if (element.value.type != Type::Document) return std::nullopt;
    return at_path(DocumentView(element.value), path.substr(dot + 1));
  }
  return std::nullopt;
}

bool is_number(const ValueView& value) {
  return type_class(value) == 10;
}

bool is_nan(const ValueView& value) {
  if (value.type == Type::Double) return std::isnan(value.as_double());
  if (value.type != Type::Decimal128) return false;
  const auto high = bson::load<std::uint64_t>(value.bytes.data() + 8);
  return hashing::decode_decimal(0, high).kind == hashing::Decimal::Kind::nan;
}

bool is_nullish(const std::optional<ValueView>& value, bool undefined_too) {
  return !value || value->type == Type::Null || (undefined_too && value->type == Type::Undefined);
}

bool equals(const std::optional<ValueView>& value, const ValueView& constant, bool undefined_too) {
  if (constant.type == Type::Null) return is_nullish(value, undefined_too);
  return value && host::compare_values(*value, constant) == 0;
}

bool orders(Test test, std::weak_ordering order) {
  switch (test) {
    case Test::less:
    case Test::expr_less:
      return order < 0;
    case Test::less_equal:
    case Test::expr_less_equal:
      return order <= 0;
    case Test::greater:
    case Test::expr_greater:
      return order > 0;
    case Test::greater_equal:
    case Test::expr_greater_equal:
      return order >= 0;
    default:
      return order == 0;
  }
}

/// $lt, $lte, $gt, $gte of a filter: within a type, but for MinKey, MaxKey and NaN.
bool compares(Test test, const std::optional<ValueView>& value, const ValueView& constant,
              bool undefined_too) {
  const bool with_equal = test == Test::less_equal || test == Test::greater_equal;
  if (constant.type == Type::Null) return with_equal && is_nullish(value, undefined_too);
  const ValueView present = value.value_or(ValueView());
  const bool downward = test == Test::less || test == Test::less_equal;
  if (constant.type == Type::MaxKey && downward && present.type != Type::MaxKey) return true;
  if (constant.type == Type::MinKey && !downward && present.type != Type::MinKey) return true;
  if (!value || type_class(present) != type_class(constant)) return false;
  if (is_number(constant) && (is_nan(constant) || is_nan(present)))
    return with_equal && is_nan(constant) && is_nan(present);
  return orders(test, host::compare_values(present, constant));
}

/// $expr: over all types; what is missing is less than everything but MinKey.
bool expression(Test test, const std::optional<ValueView>& value, const ValueView& constant) {
  if (value) return orders(test, host::compare_values(*value, constant));
  return orders(
      test, constant.type == Type::MinKey ? std::weak_ordering::greater : std::weak_ordering::less);
}

bool finds(const std::optional<ValueView>& value, const ValueView& regex) {
  if (!value) return false;
  if (value->type == Type::Regex) return value->bytes == regex.bytes;
  if (value->type != Type::String && value->type != Type::Symbol) return false;
  return regex_finds(regex, std::string(value->as_string()));
}

bool is_of_type(const ValueView& value, std::string_view alias) {
  if (alias == "number") return is_number(value);
  return bson::type_alias(value.type) == alias;
}

bool leaves_rest(const ValueView& value, const Filter& filter) {
  if (!is_number(value) || is_nan(value)) return false;
  std::int64_t number = 0;
  if (value.type == Type::Double) {
    if (std::isinf(value.as_double())) return false;
    number = hashing::squash_double(value.as_double());
  } else if (value.type == Type::Decimal128) {
    number = 2;  // the only decimal of the documents is 2.5
  } else {
    number = value.type == Type::Int32 ? value.as_int32() : value.as_int64();
  }
  return number % ValueView(filter.values[0]).as_int32() == ValueView(filter.values[1]).as_int32();
}

bool matches_field(const Filter& filter, const std::optional<ValueView>& value, bool undefined) {
  switch (filter.test) {
    case Test::equal:
      return equals(value, filter.values[0], undefined);
    case Test::less:
    case Test::less_equal:
    case Test::greater:
    case Test::greater_equal:
      return compares(filter.test, value, filter.values[0], undefined);
    case Test::expr_equal:
    case Test::expr_less:
    case Test::expr_less_equal:
    case Test::expr_greater:
    case Test::expr_greater_equal:
      return expression(filter.test, value, filter.values[0]);
    case Test::in:
      return std::ranges::any_of(filter.values, [&](const Value& one) {
        return one.type == Type::Regex ? finds(value, one) : equals(value, one, undefined);
      });
    case Test::exists:
      return value.has_value();
    case Test::type:
      return value && is_of_type(*value, ValueView(filter.values[0]).as_string());
    case Test::regex:
      return finds(value, filter.values[0]);
    case Test::mod:
      return value && leaves_rest(*value, filter);
    default:
      return false;  // $size: there are no arrays
  }
}

}  // namespace

int type_class(const ValueView& value) {
  return hashing::canonical_number(static_cast<std::uint8_t>(value.type));
}

bool regex_finds(const ValueView& regex, const std::string& text) {
  static std::map<std::string, std::regex> known;
  const std::string pattern = regex.bytes.data();
  const bool fold = regex.bytes[pattern.size() + 1] == 'i';
  const auto [at, is_new] = known.try_emplace(pattern + (fold ? "/i" : "/"));
  if (is_new) at->second = std::regex(pattern, fold ? std::regex::icase : std::regex::ECMAScript);
  return std::regex_search(text, at->second);
}

bool matches(const Filter& filter, DocumentView document, bool undefined) {
  const auto child_matches = [&](const Filter& child) {
    return matches(child, document, undefined);
  };
  switch (filter.test) {
    case Test::all:
      return std::ranges::all_of(filter.children, child_matches);
    case Test::any:
      return std::ranges::any_of(filter.children, child_matches);
    case Test::nor:
      return std::ranges::none_of(filter.children, child_matches);
    case Test::negate:
      return !child_matches(filter.children[0]);
    default:
      return matches_field(filter, at_path(document, filter.path), undefined);
  }
}

}  // namespace shardsweep::test
