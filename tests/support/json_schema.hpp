#pragma once

#include <simdjson.h>

#include <regex>
#include <string>
#include <vector>

namespace shardsweep::test {

/// Checks a JSON document against a JSON Schema that uses only: type, properties, required,
/// additionalProperties, propertyNames.pattern, minProperties, items, minItems, minimum, maximum,
/// enum, const, anyOf, allOf and local $ref. Any other keyword is an error of its own.
class JsonSchema {
 public:
  using Element = simdjson::dom::element;

  explicit JsonSchema(const std::string& text) : root_(parser_.parse(text)) {}

  /// One sentence a violation, none when the document is valid.
  std::vector<std::string> violations(Element document) {
    found_.clear();
    check(document, root_, "");
    return found_;
  }

 private:
  void fail(const std::string& path, const std::string& what) {
    found_.push_back(path + ": " + what);
  }

  void check(Element value, Element schema, const std::string& path) {
    for (const auto field : simdjson::dom::object(schema)) {
      const std::string_view keyword = field.key;
      if (keyword == "$ref") {
        check(value, resolve(field.value), path);
      } else if (keyword == "type") {
        if (!has_type(value, field.value)) fail(path, "wrong type");
      } else if (keyword == "enum") {
        if (!is_one_of(value, field.value)) fail(path, "not in enum");
      } else if (keyword == "const") {
        if (!equal(value, field.value)) fail(path, "not the constant");
      } else if (keyword == "anyOf") {
        any_of(value, field.value, path);
      } else if (keyword == "allOf") {
        for (const Element part : simdjson::dom::array(field.value)) check(value, part, path);
      } else if (keyword == "minimum" || keyword == "maximum") {
        bound(value, double(field.value), keyword == "minimum", path);
      } else {
        structure(keyword, value, schema, field.value, path);
      }
    }
  }

  void structure(std::string_view keyword, Element value, Element schema, Element rule,
                 const std::string& path) {
    if (keyword == "properties" || keyword == "additionalProperties") {
      if (keyword == "properties" || schema["properties"].error()) members(value, schema, path);
    } else if (keyword == "required") {
      for (const Element name : simdjson::dom::array(rule)) {
        if (value.is_object() && value[std::string_view(name)].error()) {
          fail(path, "lacks " + std::string(std::string_view(name)));
        }
      }
    } else if (keyword == "items") {
      items(value, rule, path);
    } else if (keyword == "minItems") {
      if (value.is_array() && simdjson::dom::array(value).size() < std::uint64_t(rule)) {
        fail(path, "too few items");
      }
    } else if (keyword == "minProperties") {
      if (value.is_object() && simdjson::dom::object(value).size() < std::uint64_t(rule)) {
        fail(path, "too few properties");
      }
    } else if (keyword == "propertyNames") {
      names(value, rule, path);
    } else if (keyword != "$schema" && keyword != "title" && keyword != "description" &&
               keyword != "definitions") {
      fail(path, "the schema uses " + std::string(keyword));
    }
  }

  void members(Element value, Element schema, const std::string& path) {
    if (!value.is_object()) return;
    for (const auto field : simdjson::dom::object(value)) {
      const std::string at = path + "/" + std::string(field.key);
      Element rule;
      if (schema["properties"][field.key].get(rule) == simdjson::SUCCESS) {
        check(field.value, rule, at);
      } else if (schema["additionalProperties"].get(rule) == simdjson::SUCCESS) {
        if (rule.is_object()) check(field.value, rule, at);
        if (rule.is_bool() && !bool(rule)) fail(at, "is not a known name");
      }
    }
  }

  void items(Element value, Element rule, const std::string& path) {
    if (!value.is_array()) return;
    std::size_t i = 0;
    for (const Element item : simdjson::dom::array(value)) {
      check(item, rule, path + "/" + std::to_string(i++));
    }
  }

  void names(Element value, Element rule, const std::string& path) {
    const std::regex pattern{std::string(std::string_view(rule["pattern"]))};
    for (const auto field : simdjson::dom::object(value)) {
      if (!std::regex_search(std::string(field.key), pattern)) fail(path, "odd name");
    }
  }

  void bound(Element value, double limit, bool least, const std::string& path) {
    if (!value.is_number()) return;
    const double number = value;
    if (least ? number < limit : number > limit) fail(path, "out of bounds");
  }

  void any_of(Element value, Element rules, const std::string& path) {
    const std::size_t before = found_.size();
    for (const Element rule : simdjson::dom::array(rules)) {
      found_.resize(before);
      check(value, rule, path);
      if (found_.size() == before) return;
    }
  }

  bool has_type(Element value, Element type) const {
    if (type.is_array()) {
      for (const Element one : simdjson::dom::array(type)) {
        if (has_type(value, one)) return true;
      }
      return false;
    }
    const std::string_view name = type;
    if (name == "object") return value.is_object();
    if (name == "array") return value.is_array();
    if (name == "string") return value.is_string();
    if (name == "boolean") return value.is_bool();
    if (name == "null") return value.is_null();
    if (name == "integer") return value.is_int64() || value.is_uint64();
    return name == "number" && value.is_number();
  }

  static bool equal(Element a, Element b) {
    if (a.is_number() && b.is_number()) return double(a) == double(b);
    return simdjson::minify(a) == simdjson::minify(b);
  }

  static bool is_one_of(Element value, Element values) {
    for (const Element one : simdjson::dom::array(values)) {
      if (equal(value, one)) return true;
    }
    return false;
  }

  Element resolve(Element reference) const {
    return root_.at_pointer(std::string_view(reference).substr(1));
  }

  simdjson::dom::parser parser_;
  Element root_;
  std::vector<std::string> found_;
};

}  // namespace shardsweep::test
