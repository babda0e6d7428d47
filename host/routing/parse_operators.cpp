#include <algorithm>
#include <array>
#include <cmath>

#include "datasets/bson/printable.hpp"
#include "host/error.hpp"
#include "host/routing/parse_filter.hpp"
#include "host/routing/type_ranges.hpp"

namespace shardsweep::host::routing {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::Type;
using bson::Value;
using bson::ValueView;

[[noreturn]] void bad(const std::string& reason) {
  throw RefusedError("BadValue", reason);
}

MatchNode leaf(MatchKind kind, const std::string& path, const ValueView& value) {
  MatchNode node(kind, path);
  node.values.push_back(Value::copy(value));
  return node;
}

MatchNode opaque(const std::string& path) {
  MatchNode node(MatchKind::opaque, path);
  node.paths.push_back(path);
  return node;
}

MatchNode comparison(const std::string& path, Comparison how, const ValueView& value) {
  if (value.type == Type::Undefined) bad("cannot compare to undefined");
  MatchNode node = leaf(MatchKind::comparison, path, value);
  node.comparison = how;
  return node;
}

MatchNode ordered(const std::string& path, Comparison how, const ValueView& value) {
  if (value.type == Type::Regex)
    bad("Can't have RegEx as arg to predicate over field '" + bson::printable(path) + "'.");
  return comparison(path, how, value);
}

MatchNode parse_in(const std::string& path, std::string_view name, const ValueView& list) {
  if (list.type != Type::Array) bad(std::string(name) + " needs an array");
  MatchNode node(MatchKind::in, path);
  for (const Element& member : DocumentView(list)) {
    if (is_operator_object(member.value)) bad("cannot nest $ under " + std::string(name));
    if (member.value.type == Type::Undefined) bad("cannot compare to undefined");
    node.values.push_back(Value::copy(member.value));
  }
  return node;
}

bool is_true(const ValueView& value) {
  switch (value.type) {
    case Type::Bool:
      return value.as_bool();
    case Type::Int32:
      return value.as_int32() != 0;
    case Type::Int64:
      return value.as_int64() != 0;
    case Type::Double:
      return value.as_double() != 0;
    case Type::Null:
    case Type::Undefined:
      return false;
    default:
      return true;
  }
}

struct TypeName {
  std::string_view alias;
  int code;
};

constexpr std::array type_names{
    TypeName{"double", 1},      TypeName{"string", 2},     TypeName{"object", 3},
    TypeName{"array", 4},       TypeName{"binData", 5},    TypeName{"undefined", 6},
    TypeName{"objectId", 7},    TypeName{"bool", 8},       TypeName{"date", 9},
    TypeName{"null", 10},       TypeName{"regex", 11},     TypeName{"dbPointer", 12},
    TypeName{"javascript", 13}, TypeName{"symbol", 14},    TypeName{"javascriptWithScope", 15},
    TypeName{"int", 16},        TypeName{"timestamp", 17}, TypeName{"long", 18},
    TypeName{"decimal", 19},    TypeName{"maxKey", 127},   TypeName{"minKey", -1},
};

Type type_of_code(double code) {
  for (const TypeName& known : type_names)
    if (known.code == code) return static_cast<Type>(static_cast<std::uint8_t>(known.code));
  bad("Invalid numerical type code");
}

void add_type(MatchNode& node, const ValueView& value) {
  if (value.type == Type::Int32) return node.types.push_back(type_of_code(value.as_int32()));
  if (value.type == Type::Int64)
    return node.types.push_back(type_of_code(static_cast<double>(value.as_int64())));
  if (value.type == Type::Double) return node.types.push_back(type_of_code(value.as_double()));
  if (value.type != Type::String) bad("type must be represented as a number or a string");
  const std::string_view alias = value.as_string();
  if (alias == "number") return node.types.push_back(Type::Double);
  const auto found = std::ranges::find(type_names, alias, &TypeName::alias);
  if (found == type_names.end()) bad("Unknown type name alias: " + bson::printable(alias));
  node.types.push_back(static_cast<Type>(static_cast<std::uint8_t>(found->code)));
}

MatchNode parse_type(const std::string& path, const ValueView& value) {
  MatchNode node(MatchKind::type, path);
  if (value.type != Type::Array) {
    add_type(node, value);
    return node;
  }
  for (const Element& one : DocumentView(value)) add_type(node, one.value);
  if (node.types.empty()) bad("$type must match at least one type");
  return node;
}

/// $regex with its $options beside it.
MatchNode parse_regex(const std::string& path, const ValueView& value, DocumentView siblings) {
  std::string pattern;
  std::string options;
  if (value.type == Type::Regex) {
    pattern = value.bytes.data();
    options = value.bytes.data() + pattern.size() + 1;
  } else if (value.type == Type::String) {
    pattern = value.as_string();
  } else {
    bad("$regex has to be a string");
  }
  for (const Element& sibling : siblings) {
    if (sibling.name != "$options") continue;
    if (sibling.value.type != Type::String) bad("$options has to be a string");
    if (!options.empty())
      throw RefusedError("Location51075", "options set in both $regex and $options");
    options = sibling.value.as_string();
  }
  if (pattern.find('\0') != std::string::npos || options.find('\0') != std::string::npos)
    bad("Regular expressions cannot contain null characters");
  return leaf(MatchKind::regex, path,
              {Type::Regex, pattern + std::string(1, '\0') + options + std::string(1, '\0')});
}

MatchNode parse_modulo(const std::string& path, const ValueView& value) {
  if (value.type != Type::Array) bad("malformed mod, needs to be an array");
  MatchNode node(MatchKind::modulo, path);
  for (const Element& number : DocumentView(value)) {
    if (!is_number(number.value.type)) bad("malformed mod, divisor and remainder must be numbers");
    node.values.push_back(Value::copy(number.value));
  }
  if (node.values.size() < 2) bad("malformed mod, not enough elements");
  if (node.values.size() > 2) bad("malformed mod, too many elements");
  return node;
}

bool is_elem_match(const ValueView& value) {
  return is_operator_object(value) && DocumentView(value).begin()->name == "$elemMatch";
}

MatchNode parse_all(const std::string& path, const ValueView& value) {
  if (value.type != Type::Array) bad("$all needs an array");
  MatchNode node(MatchKind::all_of);
  for (const Element& one : DocumentView(value)) {
    if (is_operator_object(one.value) && !is_elem_match(one.value)) bad("no $ expressions in $all");
    node.children.push_back(parse_field(path, one.value));
  }
  if (node.children.empty()) return MatchNode(MatchKind::always_false);
  return node;
}

bool holds_conditions(std::string_view name) {
  return name == "$and" || name == "$or" || name == "$nor" || name == "$where" || name == "$expr";
}

MatchNode parse_element(const std::string& path, const ValueView& value) {
  if (value.type != Type::Document) bad("$elemMatch needs an Object");
  const DocumentView conditions(value);
  const bool of_values = is_operator_object(value) && !holds_conditions(conditions.begin()->name);
  MatchNode node(of_values ? MatchKind::element_value : MatchKind::element_object, path);
  node.children.push_back(of_values ? parse_field(path, value)
                                    : parse_conditions(conditions, path + ".", {}));
  return node;
}

MatchNode parse_not(const std::string& path, const ValueView& value) {
  if (value.type == Type::Regex)
    return around(MatchKind::negation, leaf(MatchKind::regex, path, value));
  if (value.type != Type::Document) bad("$not needs a regex or a document");
  if (DocumentView(value).empty()) bad("$not cannot be empty");
  if (!is_operator_object(value)) bad("unknown operator: under $not");
  return around(MatchKind::negation, parse_field(path, value));
}

/// Known to the server, but without bounds.
bool is_opaque_operator(std::string_view name) {
  constexpr std::array<std::string_view, 17> known = {
      "$size",         "$bitsAllSet", "$bitsAllClear",  "$bitsAnySet",
      "$bitsAnyClear", "$geoWithin",  "$geoIntersects", "$within",
      "$near",         "$nearSphere", "$geoNear",       "$maxDistance",
      "$minDistance",  "$uniqueDocs", "$comment",       "$encStringStartsWith",
      "$jsonSchema"};
  return std::ranges::find(known, name) != known.end() || name.starts_with("$_");
}

}  // namespace

MatchNode parse_field(const std::string& path, const ValueView& value) {
  if (value.type == Type::Regex) return leaf(MatchKind::regex, path, value);
  if (!is_operator_object(value)) return comparison(path, Comparison::equal, value);
  MatchNode node(MatchKind::all_of);
  const DocumentView operators(value);
  for (const Element& element : operators) {
    if (element.name == "$options") continue;
    node.children.push_back(parse_operator(path, element.name, element.value, operators));
  }
  if (node.children.empty()) bad("$options needs a $regex");
  return node;
}

MatchNode parse_operator(const std::string& path, std::string_view name, const ValueView& argument,
                         DocumentView siblings) {
  if (name == "$eq") return comparison(path, Comparison::equal, argument);
  if (name == "$lt") return ordered(path, Comparison::less, argument);
  if (name == "$lte") return ordered(path, Comparison::less_equal, argument);
  if (name == "$gt") return ordered(path, Comparison::greater, argument);
  if (name == "$gte") return ordered(path, Comparison::greater_equal, argument);
  if (name == "$ne") {
    if (argument.type == Type::Regex) bad("Can't have regex as arg to $ne.");
    return around(MatchKind::negation, comparison(path, Comparison::equal, argument));
  }
  if (name == "$in") return parse_in(path, name, argument);
  if (name == "$nin") return around(MatchKind::negation, parse_in(path, name, argument));
  if (name == "$exists") {
    MatchNode exists(MatchKind::exists, path);
    return is_true(argument) ? exists : around(MatchKind::negation, std::move(exists));
  }
  if (name == "$type") return parse_type(path, argument);
  if (name == "$regex") return parse_regex(path, argument, siblings);
  if (name == "$mod") return parse_modulo(path, argument);
  if (name == "$all") return parse_all(path, argument);
  if (name == "$elemMatch") return parse_element(path, argument);
  if (name == "$not") return parse_not(path, argument);
  if (is_opaque_operator(name)) return opaque(path);
  bad("unknown operator: " + bson::printable(name));
}

}  // namespace shardsweep::host::routing
