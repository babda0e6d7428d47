#include "tests/host/routing/random_filter.hpp"

#include "datasets/extended_json/parse.hpp"

namespace shardsweep::test {
namespace {

using bson::Builder;
using bson::Type;
using bson::Value;

std::vector<Value> parsed(const std::vector<std::string>& texts) {
  std::vector<Value> values;
  for (const std::string& text : texts) values.push_back(json_value(text));
  return values;
}

Value constant(RandomBits& random, const std::vector<Value>& stored) {
  static const std::vector<Value> absent = absent_values();
  if (chance(random, 0.5)) return absent[pick(random, absent.size())];
  Value value = stored[pick(random, stored.size())];
  // The server refuses undefined in filters, and patterns stand for matches.
  if (value.type == Type::Undefined || value.type == Type::Regex) return json_value("7");
  return value;
}

Value regex_value(const Pattern& pattern) {
  return {Type::Regex,
          pattern.pattern + std::string(1, '\0') + pattern.flags + std::string(1, '\0')};
}

Filter leaf(RandomBits& random, const std::vector<Value>& stored) {
  static const std::vector<std::string> aliases = {
      "\"int\"",  "\"double\"", "\"number\"", "\"string\"", "\"object\"",
      "\"null\"", "\"array\"",  "\"date\"",   "\"regex\"",  "\"bool\""};
  Filter filter;
  filter.path = field_paths()[pick(random, field_paths().size())];
  const std::size_t dice = pick(random, 100);
  if (dice < 35) {
    filter.test = Test::equal;
  } else if (dice < 65) {
    filter.test = static_cast<Test>(static_cast<int>(Test::less) +
                                    static_cast<int>(pick(random, dice < 55 ? 4 : 9)));
  } else if (dice < 80) {
    filter.test = Test::in;
    for (std::size_t i = pick(random, 4); i > 0; --i)
      filter.values.push_back(constant(random, stored));
    if (chance(random, 0.2))
      filter.values.push_back(regex_value(patterns()[pick(random, patterns().size())]));
    return filter;
  } else if (dice < 85) {
    filter.test = Test::exists;
    return filter;
  } else if (dice < 89) {
    filter.test = Test::type;
    filter.values.push_back(json_value(aliases[pick(random, aliases.size())]));
    return filter;
  } else if (dice < 95) {
    filter.test = Test::regex;
    filter.values.push_back(regex_value(patterns()[pick(random, patterns().size())]));
    return filter;
  } else if (dice < 98) {
    filter.test = Test::mod;
    filter.values = {json_value("3"), json_value(std::to_string(pick(random, 3)))};
    return filter;
  } else {
    filter.test = Test::size;
    filter.values.push_back(json_value("2"));
    return filter;
  }
  filter.values.push_back(constant(random, stored));
  return filter;
}

Filter around(Test test, Filter child) {
  Filter filter;
  filter.test = test;
  filter.path = child.path;
  filter.children.push_back(std::move(child));
  return filter;
}

bool is_expression(Test test) {
  return test >= Test::expr_equal && test <= Test::expr_greater_equal;
}

std::string operator_of(Test test) {
  static const std::vector<std::string> names = {
      "$and", "$or",  "$nor", "$not", "$eq", "$lt",     "$lte",  "$gt",    "$gte", "$eq",
      "$lt",  "$lte", "$gt",  "$gte", "$in", "$exists", "$type", "$regex", "$mod", "$size"};
  return names[static_cast<std::size_t>(test)];
}

void append_array(Builder& builder, const std::string& name, const std::vector<Value>& values) {
  builder.open(name, Type::Array);
  for (std::size_t i = 0; i < values.size(); ++i) builder.append(std::to_string(i), values[i]);
  builder.close();
}

/// Appends the operator of a field's test: `$gt: 5`.
void append_operator(Builder& builder, const Filter& filter, RandomBits& random) {
  if (filter.test == Test::negate) {
    const Filter& child = filter.children[0];
    const bool shorter = chance(random, 0.5);
    if (shorter && child.test == Test::equal) return builder.append("$ne", child.values[0]);
    if (shorter && child.test == Test::in) return append_array(builder, "$nin", child.values);
    if (shorter && child.test == Test::exists) return builder.append_bool("$exists", false);
    builder.open("$not", Type::Document);
    append_operator(builder, child, random);
    return builder.close();
  }
  const std::string name = operator_of(filter.test);
  if (filter.test == Test::exists) return builder.append_bool(name, true);
  if (filter.test == Test::in || filter.test == Test::mod)
    return append_array(builder, name, filter.values);
  builder.append(name, filter.values[0]);
}

void append_expression(Builder& builder, const Filter& filter, RandomBits& random) {
  // A constant on the left turns the comparison round.
  const bool turned = chance(random, 0.3) && filter.test == Test::expr_equal;
  Value path = json_value("\"$" + filter.path + "\"");
  std::string literal;
  Builder wrapped(literal);
  wrapped.open_document();
  wrapped.append("$literal", filter.values[0]);
  wrapped.close();
  const Value value{Type::Document, literal};
  builder.open("$expr", Type::Document);
  append_array(builder, operator_of(filter.test),
               turned ? std::vector<Value>{value, path} : std::vector<Value>{path, value});
  builder.close();
}

/// Appends a filter as fields of an open document of its own.
void append_conditions(Builder& builder, const Filter& filter, RandomBits& random) {
  if (filter.test == Test::all || filter.test == Test::any || filter.test == Test::nor) {
    if (filter.children.empty()) return;
    builder.open(operator_of(filter.test), Type::Array);
    for (std::size_t i = 0; i < filter.children.size(); ++i) {
      builder.open(std::to_string(i), Type::Document);
      append_conditions(builder, filter.children[i], random);
      builder.close();
    }
    return builder.close();
  }
  if (is_expression(filter.test)) return append_expression(builder, filter, random);
  if (filter.test == Test::equal && chance(random, 0.7))
    return builder.append(filter.path, filter.values[0]);
  builder.open(filter.path, Type::Document);
  append_operator(builder, filter, random);
  builder.close();
}

}  // namespace

std::size_t pick(RandomBits& random, std::size_t count) {
  return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

bool chance(RandomBits& random, double share) {
  return std::uniform_real_distribution<double>()(random) < share;
}

Value json_value(const std::string& json) {
  return extended_json::parse_value(json);
}

const std::vector<std::string>& field_paths() {
  static const std::vector<std::string> paths = {"a", "b", "n.x", "n", "d"};
  return paths;
}

const std::vector<Pattern>& patterns() {
  static const std::vector<Pattern> known = {
      {"^ab", "", "ab"},   {"^ab.*", "", "ab"}, {"ab", "", ""},      {"^abc?", "", "ab"},
      {"^a|b", "", ""},    {"^ab", "i", ""},    {"^(ab)", "", ""},   {"^a+", "", "a"},
      {"^b\\.", "", "b."}, {"^", "", ""},       {"^abz*", "", "ab"}, {"b$", "", ""},
      {"^a{0,2}", "", ""}, {"^b", "s", "b"},
  };
  return known;
}

std::vector<Value> stored_values(bool undefined) {
  std::vector<std::string> texts = {"-3",
                                    "0",
                                    "1",
                                    "2",
                                    "3",
                                    "7",
                                    "1.5",
                                    "2.0",
                                    "-0.0",
                                    "9007199254740993",
                                    R"({"$numberDecimal": "2.5"})",
                                    R"({"$numberDouble": "NaN"})",
                                    R"({"$numberDouble": "Infinity"})",
                                    R"({"$numberDouble": "-Infinity"})",
                                    "\"\"",
                                    "\"a\"",
                                    "\"ab\"",
                                    "\"abc\"",
                                    "\"abd\"",
                                    "\"b\"",
                                    "\"b.c\"",
                                    "\"zz\"",
                                    "null",
                                    "true",
                                    "false",
                                    "{}",
                                    R"({"x": 1})",
                                    R"({"x": "ab"})",
                                    R"({"x": null, "y": 2})",
                                    R"({"y": 2})",
                                    R"({"$date": {"$numberLong": "0"}})",
                                    R"({"$date": {"$numberLong": "1000"}})",
                                    R"({"$oid": "0123456789abcdef01234567"})",
                                    R"({"$timestamp": {"t": 5, "i": 1}})",
                                    R"({"$binary": {"base64": "AQI=", "subType": "00"}})",
                                    R"({"$minKey": 1})",
                                    R"({"$maxKey": 1})",
                                    R"({"$regularExpression": {"pattern": "^ab", "options": ""}})"};
  if (undefined) texts.emplace_back(R"({"$undefined": true})");
  return parsed(texts);
}

std::vector<Value> absent_values() {
  return parsed({"-100",
                 "-1",
                 "0.5",
                 "4",
                 "5",
                 "1000",
                 R"({"$numberDecimal": "1.5E+3"})",
                 "\"aa\"",
                 "\"abcd\"",
                 "\"c\"",
                 "\"~\"",
                 R"({"x": 9})",
                 R"({"z": {"$ref": 1}})",
                 R"({"z": {"$gt": 1}})",
                 "[]",
                 "[1, 2]",
                 R"(["ab"])",
                 R"({"$date": {"$numberLong": "-5"}})",
                 R"({"$date": {"$numberLong": "500"}})",
                 R"({"$oid": "ff23456789abcdef01234567"})",
                 R"({"$timestamp": {"t": 4, "i": 1}})",
                 R"({"$binary": {"base64": "AQIDBA==", "subType": "00"}})",
                 R"({"$code": "f"})",
                 R"({"$symbol": "abb"})"});
}

std::string random_document(RandomBits& random, const std::vector<Value>& values) {
  std::string bytes;
  Builder builder(bytes);
  builder.open_document();
  for (const char* name : {"a", "b", "n", "d"})
    if (chance(random, 0.9)) {
      const bool nested = name[0] == 'n' && chance(random, 0.7);
      if (nested) {
        builder.open(name, Type::Document);
        if (chance(random, 0.8)) builder.append("x", values[pick(random, values.size())]);
        builder.close();
      } else {
        builder.append(name, values[pick(random, values.size())]);
      }
    }
  builder.close();
  return bytes;
}

Filter random_filter(RandomBits& random, const std::vector<Value>& stored, int depth) {
  const std::size_t dice = pick(random, 100);
  if (depth == 0 || dice < 40) {
    Filter made = leaf(random, stored);
    const bool by_operator = !is_expression(made.test) && made.test != Test::size;
    while (by_operator && chance(random, 0.15)) made = around(Test::negate, std::move(made));
    return made;
  }
  Filter made;
  made.test = dice < 72 ? Test::all : dice < 96 ? Test::any : Test::nor;
  const std::size_t least = made.test == Test::all ? 0 : 1;
  for (std::size_t i = least + pick(random, 4); i > 0; --i)
    made.children.push_back(random_filter(random, stored, depth - 1));
  if (made.test == Test::any && chance(random, 0.1)) made.children.push_back(made.children[0]);
  return made;
}

std::string filter_document(const Filter& filter, RandomBits& random) {
  std::string bytes;
  Builder builder(bytes);
  builder.open_document();
  append_conditions(builder, filter, random);
  builder.close();
  return bytes;
}

}  // namespace shardsweep::test
