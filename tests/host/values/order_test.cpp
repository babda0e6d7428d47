#include "host/values/order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "datasets/bson/builder.hpp"
#include "datasets/bson/validate.hpp"
#include "datasets/extended_json/parse.hpp"
#include "datasets/extended_json/write.hpp"

namespace shardsweep::host {
namespace {

using bson::Type;
using bson::Value;
using std::weak_ordering;

Value json(const std::string& text) {
  return extended_json::parse_value(text);
}

std::string show(const Value& value) {
  return extended_json::to_json(value, extended_json::Style::canonical);
}

/// Every value against every other one: strictly ascending.
void expect_ascending(const std::vector<std::string>& texts) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (std::size_t k = 0; k < texts.size(); ++k) {
      EXPECT_EQ(compare_values(json(texts[i]), json(texts[k])), i <=> k)
          << texts[i] << " and " << texts[k];
    }
  }
}

// MongoDB manual, "Comparison/Sort Order" of BSON types.
TEST(CompareValues, OrdersTypesByTheirClass) {
  expect_ascending({R"({"$minKey": 1})", R"({"$undefined": true})", "null", "1", R"("a")", "{}",
                    "[]", R"({"$binary": {"base64": "", "subType": "00"}})",
                    R"({"$oid": "000000000000000000000000"})", "false",
                    R"({"$date": {"$numberLong": "-1"}})", R"({"$timestamp": {"t": 0, "i": 0}})",
                    R"({"$regularExpression": {"pattern": "a", "options": ""}})",
                    R"({"$dbPointer": {"$ref": "a", "$id": {"$oid": "000000000000000000000000"}}})",
                    R"({"$code": "a"})", R"({"$code": "a", "$scope": {}})", R"({"$maxKey": 1})"});
}

TEST(CompareValues, ComparesTextByBytes) {
  expect_ascending({R"("")", R"("\u0000")", R"("A")", R"("A\u0000")", R"("Aa")", R"("a")",
                    R"("\u00e9")", R"("\ud83d\ude80")"});
  EXPECT_EQ(compare_values(json(R"("x")"), json(R"({"$symbol": "x"})")), weak_ordering::equivalent);
  expect_ascending({R"({"$symbol": "a"})", R"("b")", R"({"$symbol": "c"})"});
}

TEST(CompareValues, ComparesDocumentsByTypeThenNameThenValue) {
  expect_ascending({"{}", R"({"b": 9})", R"({"b": 9, "a": 1})", R"({"a": "x"})", R"({"b": ""})"});
  expect_ascending({R"({"a": 1, "b": 2})", R"({"a": 1, "c": 0})", R"({"a": 2})"});
  EXPECT_EQ(compare_values(json(R"({"a": [1, {"b": 2.0}]})"), json(R"({"a": [1.0, {"b": 2}]})")),
            weak_ordering::equivalent);
}

TEST(CompareValues, ComparesArraysElementByElement) {
  expect_ascending({"[]", "[null]", "[1]", "[1, 1]", "[2]", R"(["a"])"});
}

TEST(CompareValues, ComparesBinaryByLengthFirst) {
  expect_ascending({R"({"$binary": {"base64": "/w==", "subType": "80"}})",
                    R"({"$binary": {"base64": "AQI=", "subType": "00"}})",
                    R"({"$binary": {"base64": "AQM=", "subType": "00"}})",
                    R"({"$binary": {"base64": "AAA=", "subType": "80"}})",
                    R"({"$binary": {"base64": "AAAA", "subType": "00"}})"});
}

TEST(CompareValues, ComparesTheOtherTypes) {
  expect_ascending({R"({"$date": {"$numberLong": "-2"}})", R"({"$date": {"$numberLong": "-1"}})",
                    R"({"$date": {"$numberLong": "3"}})", R"({"$timestamp": {"t": 1, "i": 9}})",
                    R"({"$timestamp": {"t": 2, "i": 0}})",
                    R"({"$timestamp": {"t": 4294967295, "i": 4294967295}})"});
  expect_ascending({R"({"$oid": "7f0000000000000000000000"})",
                    R"({"$oid": "7f0000000000000000000001"})",
                    R"({"$oid": "800000000000000000000000"})", "false", "true"});
  expect_ascending({R"({"$regularExpression": {"pattern": "a", "options": "i"}})",
                    R"({"$regularExpression": {"pattern": "a", "options": "m"}})",
                    R"({"$regularExpression": {"pattern": "ab", "options": ""}})"});
  expect_ascending({R"({"$code": "a"})", R"({"$code": "ab"})",
                    R"({"$code": "a", "$scope": {"x": 1}})",
                    R"({"$code": "a", "$scope": {"x": 2}})", R"({"$code": "b", "$scope": {}})"});
  expect_ascending(
      {R"({"$dbPointer": {"$ref": "z", "$id": {"$oid": "000000000000000000000001"}}})",
       R"({"$dbPointer": {"$ref": "z", "$id": {"$oid": "000000000000000000000002"}}})",
       R"({"$dbPointer": {"$ref": "aa", "$id": {"$oid": "000000000000000000000000"}}})"});
}

/// Values of every type from small alphabets, so that many are equal or differ late.
class RandomValues {
 public:
  explicit RandomValues(std::uint64_t seed) : random_(seed) {}

  Value next() {
    std::string document;
    bson::Builder builder(document);
    builder.open_document();
    append(builder, "", 3);
    builder.close();
    EXPECT_FALSE(bson::validate(document).has_value());
    return Value::copy(bson::DocumentView(document).begin()->value);
  }

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<std::uint64_t>(below)); }
  std::string text() { return std::string(static_cast<std::size_t>(pick(3)), "ab"[pick(2)]); }

  void append(bson::Builder& builder, const std::string& name, int depth) {
    switch (pick(depth > 0 ? 16 : 13)) {
      case 0:
        return builder.append_null(name);
      case 1:
        return builder.append_int32(name, pick(5) - 2);
      case 2:
        return builder.append_int64(name, pick(5) - 2);
      case 3:
        return builder.append_double(name, (pick(9) - 4) / 2.0);
      case 4:
        return builder.append(name, json(R"({"$numberDecimal": ")" + std::to_string(pick(9) - 4) +
                                         (pick(2) == 0 ? ".50" : "E-1") + "\"}"));
      case 5:
        return builder.append_string(name, text());
      case 6:
        return builder.append_bool(name, pick(2) == 1);
      case 7:
        return builder.append_date(name, pick(3) - 1);
      case 8:
        return builder.append_binary(name, static_cast<std::uint8_t>(pick(2) * 128), text());
      case 9:
        return builder.append_object_id(name, std::string(12, "a\x80"[pick(2)]));
      case 10:
        return builder.append(name, Value{Type::Symbol, symbol(text())});
      case 11:
        return builder.append(
            name, json(R"({"$code": "c", "$scope": {"a": )" + std::to_string(pick(2)) + "}}"));
      case 12:
        return builder.append(name, Value{pick(2) == 0 ? Type::MinKey : Type::MaxKey, ""});
      default:
        return append_nested(builder, name, depth, pick(2) == 0 ? Type::Document : Type::Array);
    }
  }

  static std::string symbol(const std::string& content) {
    return std::string{static_cast<char>(content.size() + 1), '\0', '\0', '\0'} + content + '\0';
  }

  void append_nested(bson::Builder& builder, const std::string& name, int depth, Type type) {
    builder.open(name, type);
    const int count = pick(3);
    for (int i = 0; i < count; ++i) {
      append(builder, type == Type::Array ? std::to_string(i) : std::string(1, "ab"[pick(2)]),
             depth - 1);
    }
    builder.close();
  }

  std::mt19937_64 random_;
};

TEST(CompareValues, IsATotalOrderOnRandomValues) {
  constexpr std::uint64_t seed = 99;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  RandomValues source(seed);
  std::vector<Value> values;
  for (int i = 0; i < 700; ++i) values.push_back(source.next());
  for (const Value& a : values) {
    ASSERT_EQ(compare_values(a, a), weak_ordering::equivalent) << show(a);
    for (const Value& b : values) {
      ASSERT_EQ(compare_values(a, b), 0 <=> compare_values(b, a)) << show(a) << " and " << show(b);
    }
  }
  std::stable_sort(values.begin(), values.end(),
                   [](const Value& a, const Value& b) { return compare_values(a, b) < 0; });
  // Sorted by neighbours and ordered for all pairs together mean that the relation is transitive;
  // equal values must also form runs.
  for (std::size_t i = 0; i < values.size(); ++i) {
    bool run_ended = false;
    for (std::size_t k = i + 1; k < values.size(); ++k) {
      const weak_ordering order = compare_values(values[i], values[k]);
      ASSERT_TRUE(order <= 0) << show(values[i]) << " and " << show(values[k]);
      run_ended = run_ended || order < 0;
      ASSERT_EQ(order < 0, run_ended) << show(values[i]) << " and " << show(values[k]);
    }
  }
}

TEST(CompareValues, ReachesTheDeepestNesting) {
  const auto nested = [](const std::string& innermost) {
    std::string text = innermost;
    for (int i = 0; i < 190; ++i) text = R"({"a": )" + text + "}";
    return json(text);
  };
  EXPECT_EQ(compare_values(nested("1"), nested("1.0")), weak_ordering::equivalent);
  EXPECT_EQ(compare_values(nested("1"), nested("2")), weak_ordering::less);
}

}  // namespace
}  // namespace shardsweep::host
