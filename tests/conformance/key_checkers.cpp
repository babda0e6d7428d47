#include <algorithm>

#include "datasets/extended_json/parse.hpp"
#include "host/candidates/index_support.hpp"
#include "host/error.hpp"
#include "host/routing/parse_filter.hpp"
#include "host/routing/shard_key.hpp"
#include "tests/conformance/routing_checkers.hpp"

namespace shardsweep::conformance {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::ValueView;
using host::KeyPattern;
using host::routing::CompiledFilter;
using host::routing::IntervalList;
using host::routing::KeyValues;

std::optional<Mismatch> compare(const std::string& expected, const std::string& got) {
  if (expected == got) return std::nullopt;
  return Mismatch{expected, got};
}

std::string list_text(const IntervalList& list) {
  std::string text;
  for (const auto& interval : list) {
    text += interval.low_inclusive ? "[" : "(";
    text += conformance::text_of(interval.low) + ", " + conformance::text_of(interval.high);
    text += interval.high_inclusive ? "]" : ")";
  }
  return text;
}

IntervalList intervals_of(const std::string& json) {
  IntervalList list;
  for (const std::string& one : split_array(json)) {
    const Case interval(one);
    list.push_back({interval.value("lo"), interval.value("hi"), interval.flag("loInc", true),
                    interval.flag("hiInc", true)});
  }
  return list;
}

CompiledFilter filter_of(const Case& test, const RuleSet& rules) {
  return host::routing::compile_operation(operation_of(test), rules.options).filter;
}

KeyValues values_of(const std::string& json) {
  const bson::Value document = extended_json::parse_value(json);
  KeyValues values;
  for (const Element& element : DocumentView(ValueView(document)))
    values.push_back(bson::Value::copy(element.value));
  return values;
}

/// The key a case expects, or "no key".
std::string expected_key(const Case& expect, const KeyPattern& key) {
  if (expect.has("error")) return "error " + expect.text("error", "");
  const std::string& json = expect.field("key");
  return json == "null" ? "no key" : text_of(key, values_of(json));
}

}  // namespace

std::optional<Mismatch> check_bounds(const Case& test) {
  const KeyPattern key = key_of(test, "key");
  const Case bounds(Case(test.field("expect")).field("bounds"));
  for (const RuleSet& rules : rule_sets(test, key)) {
    const auto found = host::routing::key_bounds(filter_of(test, rules), key);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::string& path = key.fields[i].path;
      const auto mismatch = compare(path + ": " + list_text(intervals_of(bounds.field(path))),
                                    path + ": " + list_text(found[i]));
      if (mismatch) return mismatch;
    }
  }
  return std::nullopt;
}

std::optional<Mismatch> check_flattening(const Case& test) {
  const KeyPattern key = key_of(test, "key");
  const Case given(test.field("bounds"));
  std::vector<IntervalList> bounds;
  for (const auto& field : key.fields) bounds.push_back(intervals_of(given.field(field.path)));
  std::string expected, got;
  for (const std::string& pair : split_array(Case(test.field("expect")).field("ranges"))) {
    for (const std::string& end : split_array(pair)) expected += text_of(key, values_of(end));
  }
  for (const auto& range : host::routing::key_ranges(bounds))
    got += text_of(key, range.low) + text_of(key, range.high);
  return compare(expected, got);
}

std::optional<Mismatch> check_document_key(const Case& test) {
  const KeyPattern key = key_of(test, "key");
  const std::string expected = expected_key(Case(test.field("expect")), key);
  const bson::Value document = test.value("document");
  try {
    const KeyValues values = host::routing::key_of_document(key, DocumentView(ValueView(document)));
    return compare(expected, text_of(key, values));
  } catch (const host::RefusedError& refused) {
    return compare(expected, "error " + refused.code);
  }
}

std::optional<Mismatch> check_filter_key(const Case& test) {
  const KeyPattern key = key_of(test, "key");
  const std::string expected = expected_key(Case(test.field("expect")), key);
  for (const RuleSet& rules : rule_sets(test, key)) {
    const auto found = host::routing::full_key(filter_of(test, rules), key);
    if (const auto mismatch = compare(expected, found ? text_of(key, *found) : "no key"))
      return mismatch;
  }
  return std::nullopt;
}

std::optional<Mismatch> check_key_pattern(const Case& test) {
  const bool expected = Case(test.field("expect")).flag("valid", true);
  bool valid = false;
  try {
    const KeyPattern key = host::parse_key_pattern(test.field("key"));
    valid = !host::check_pattern(key, host::ServerVersion::v8_0);
  } catch (const host::UsageError&) {
    valid = false;
  }
  return compare(expected ? "valid" : "refused", valid ? "valid" : "refused");
}

std::optional<Mismatch> check_unique_index(const Case& test) {
  datasets::IndexSpec index;
  index.key = key_of(test, "index").fields;
  if (test.has("indexCollation"))
    index.simple_collation =
        host::routing::is_simple_collation({test.value("indexCollation").bytes});
  const bool allowed = host::allows_unique_index(key_of(test, "key"), index);
  const bool expected = Case(test.field("expect")).flag("allowed", true);
  return compare(expected ? "allowed" : "refused", allowed ? "allowed" : "refused");
}

std::optional<Mismatch> check_refinement(const Case& test) {
  const bool extended = host::routing::is_refined_by(key_of(test, "key"), key_of(test, "newKey"));
  const bool expected = Case(test.field("expect")).flag("extended", true);
  return compare(expected ? "extended" : "not extended", extended ? "extended" : "not extended");
}

}  // namespace shardsweep::conformance
