// Expected intervals follow MongoDB src/mongo/db/query/index_bounds_builder_test.cpp and
// chunk_manager_index_bounds_test.cpp, restated.
#include <gtest/gtest.h>

#include "host/error.hpp"
#include "host/routing/interval.hpp"
#include "host/routing/regex_prefix.hpp"
#include "tests/host/routing/random_filter.hpp"
#include "tests/host/routing/routing_support.hpp"

namespace shardsweep::host::routing {
namespace {

using test::bounds_text;
using test::json_value;

std::string of_a(const std::string& predicate, const std::string& release = "8.0") {
  return bounds_text("{\"a\": " + predicate + "}", "{a: 1}", release);
}

Interval interval(int low, bool low_in, int high, bool high_in) {
  return {int64_value(low), int64_value(high), low_in, high_in};
}

TEST(Intervals, JoinWhatTouches) {
  EXPECT_EQ(normalized({interval(2, true, 3, false), interval(1, true, 2, false)}).size(), 1U);
  EXPECT_EQ(normalized({interval(2, false, 3, false), interval(1, true, 2, false)}).size(), 2U);
  EXPECT_EQ(normalized({interval(1, true, 9, false), interval(3, true, 4, false)}).size(), 1U);
  EXPECT_TRUE(normalized({interval(2, true, 2, false), interval(3, true, 2, true)}).empty());
  EXPECT_TRUE(normalized({interval(2, true, 2, true)})[0].is_point());
}

TEST(Intervals, IntersectAndTurnRound) {
  const IntervalList low = {interval(1, true, 5, false)};
  const IntervalList high = {interval(5, true, 8, true)};
  EXPECT_TRUE(intersected(low, high).empty());
  EXPECT_EQ(intersected(low, {interval(2, true, 3, true), interval(4, true, 9, true)}).size(), 2U);
  EXPECT_TRUE(complement(everything()).empty());
  EXPECT_TRUE(is_everything(complement({})));
  const IntervalList outside = complement(low);
  ASSERT_EQ(outside.size(), 2U);
  EXPECT_FALSE(outside[0].high_inclusive);
  EXPECT_TRUE(outside[1].low_inclusive);
}

TEST(Bounds, OfComparisons) {
  EXPECT_EQ(of_a("5"), "a: [5, 5]");
  EXPECT_EQ(of_a(R"({"$gt": 5})"), "a: (5, inf]");
  EXPECT_EQ(of_a(R"({"$lte": 5})"), "a: [-inf, 5]");
  EXPECT_EQ(of_a(R"({"$gt": 1, "$lt": 3})"), "a: (1, 3)");
  EXPECT_EQ(of_a(R"({"$gt": 4, "$lt": 4})"), "a: none");
  EXPECT_EQ(of_a(R"({"$gt": "m"})"), "a: (\"m\", {})");
  EXPECT_EQ(of_a(R"({"$lt": "m"})"), "a: [\"\", \"m\")");
  EXPECT_EQ(of_a(R"({"$gte": true})"), "a: [true, true]");
  EXPECT_EQ(of_a(R"({"$gt": {"x": 1}})"), "a: ({\"x\":1}, [])");
  EXPECT_EQ(of_a(R"({"$gt": {"$minKey": 1}})"), "a: (min, max]");
  EXPECT_EQ(of_a(R"({"$gte": {"$minKey": 1}})"), "a: all");
  EXPECT_EQ(of_a(R"({"$lt": {"$maxKey": 1}})"), "a: [min, max)");
  EXPECT_EQ(of_a(R"({"$gt": {"$maxKey": 1}})"), "a: none");
  EXPECT_EQ(of_a(R"({"$gt": [1, 2]})"), "a: ([1,2], max]");
  EXPECT_EQ(of_a(R"({"$lt": [1, 2]})"), "a: [min, [1,2])");
}

TEST(Bounds, OfNullAndNan) {
  EXPECT_EQ(of_a("null"), "a: [null, null]");
  EXPECT_EQ(of_a("null", "7.0"), "a: [{\"$undefined\":true}, {\"$undefined\":true}] [null, null]");
  EXPECT_EQ(of_a(R"({"$gte": null})"), "a: [null, null]");
  EXPECT_EQ(of_a(R"({"$gt": null})"), "a: none");
  EXPECT_EQ(of_a(R"({"$gt": {"$numberDouble": "NaN"}})"), "a: none");
  EXPECT_EQ(of_a(R"({"$lte": {"$numberDouble": "NaN"}})"), "a: [nan, nan]");
  EXPECT_EQ(of_a("[]"), "a: [{\"$undefined\":true}, {\"$undefined\":true}] [[], []]");
}

TEST(Bounds, OfListsTypesAndPatterns) {
  EXPECT_EQ(of_a(R"({"$in": [5, 1, 5.0, null]})"), "a: [null, null] [1, 1] [5, 5]");
  EXPECT_EQ(of_a(R"({"$in": []})"), "a: none");
  EXPECT_EQ(of_a(R"({"$nin": [1, 5]})"), "a: [min, 1) (1, 5) (5, max]");
  EXPECT_EQ(of_a(R"({"$exists": true})"), "a: all");
  EXPECT_EQ(of_a(R"({"$exists": false})"), "a: [null, null]");
  EXPECT_EQ(of_a(R"({"$type": "number"})"), "a: [nan, inf]");
  EXPECT_EQ(of_a(R"({"$type": ["string", 8]})"), "a: [\"\", {}) [false, true]");
  EXPECT_EQ(of_a(R"({"$type": "array"})"), "a: all");
  EXPECT_EQ(of_a(R"({"$mod": [4, 1]})"), "a: [nan, inf]");
  EXPECT_EQ(of_a(R"({"$regex": "^ab"})"),
            "a: [\"ab\", \"ac\") "
            "[{\"$regularExpression\":{\"pattern\":\"^ab\",\"options\":\"\"}}, "
            "{\"$regularExpression\":{\"pattern\":\"^ab\",\"options\":\"\"}}]");
  EXPECT_EQ(of_a(R"({"$all": [1, 2]})"), "a: none");
  EXPECT_EQ(of_a(R"({"$elemMatch": {"$gt": 1, "$lt": 5}})"), "a: (1, 5)");
}

TEST(Bounds, OfWhatIsTurnedRound) {
  EXPECT_EQ(of_a(R"({"$ne": 5})"), "a: [min, 5) (5, max]");
  EXPECT_EQ(of_a(R"({"$not": {"$not": {"$gt": 5}}})"), "a: (5, inf]");
  for (const std::string unusable :
       {R"({"$not": {"$regex": "^a"}})", R"({"$not": {"$mod": [2, 0]}})",
        R"({"$not": {"$type": "int"}})", R"({"$not": {"$gt": [1]}})", R"({"$ne": [1]})",
        R"({"$nin": [1, {"$regularExpression": {"pattern": "a", "options": ""}}]})",
        R"({"$not": {"$gt": 1, "$lt": 5}})", R"({"$size": 2})", R"({"$bitsAllSet": 1})"})
    EXPECT_EQ(of_a(unusable), "a: all") << unusable;
}

TEST(Bounds, OfExpressions) {
  const auto of = [](const std::string& expression) {
    return bounds_text("{\"$expr\": " + expression + "}", "{a: 1}");
  };
  EXPECT_EQ(of(R"({"$lt": ["$a", 5]})"), "a: [min, 5)");
  EXPECT_EQ(of(R"({"$gte": ["$a", 5]})"), "a: [5, max]");
  EXPECT_EQ(of(R"({"$gt": [5, "$a"]})"), "a: [min, 5)");
  EXPECT_EQ(of(R"({"$eq": ["$$ROOT.a", {"$literal": "$x"}]})"), "a: [\"$x\", \"$x\"]");
  for (const std::string unusable :
       {R"({"$eq": ["$a", "$b"]})", R"({"$eq": ["$a", [1]]})", R"({"$ne": ["$a", 1]})",
        R"({"$and": [{"$eq": ["$a", 1]}]})", R"({"$eq": ["$a", "$$now"]})", "true"})
    EXPECT_EQ(of(unusable), "a: all") << unusable;
}

TEST(Bounds, OfLessThanNullInExpressionsHoldTheKeyOfAMissingField) {
  EXPECT_EQ(bounds_text(R"({"a": null, "$expr": {"$lt": ["$a", null]}})", "{a: 1}"),
            "a: [null, null]");
  EXPECT_EQ(bounds_text(R"({"a": {"$exists": false}, "$expr": {"$lt": ["$a", null]}})", "{a: 1}"),
            "a: [null, null]");
  EXPECT_EQ(bounds_text(R"({"$expr": {"$gt": [null, "$a"]}})", "{a: 1}"), "a: [min, null]");
}

TEST(Bounds, DependOnTheFirstField) {
  EXPECT_EQ(bounds_text(R"({"b": 1})", "{a: 1, b: 1}"), "a: all; b: all");
  EXPECT_EQ(bounds_text(R"({"a": {"$exists": true}, "b": 1})", "{a: 1, b: 1}"),
            "a: all; b: [1, 1]");
  EXPECT_EQ(bounds_text(R"({"a": {"$gt": 1}, "b": 1})", "{a: 'hashed', b: 1}"), "a: all; b: all");
  EXPECT_EQ(bounds_text(R"({"a": 1, "b": {"$gt": 2}})", "{a: 'hashed', b: 1}"),
            "a: [5902408780260971510, 5902408780260971510]; b: (2, inf]");
}

TEST(Bounds, OfAlternatives) {
  const std::string key = "{a: 1, b: 1}";
  EXPECT_EQ(bounds_text(R"({"$or": [{"a": 1, "b": 5}, {"a": 3, "b": 7}]})", key),
            "a: [1, 1] [3, 3]; b: [5, 5] [7, 7]");
  EXPECT_EQ(bounds_text(R"({"$or": [{"a": 1}, {"b": 7}]})", key), "a: all; b: all");
  EXPECT_EQ(bounds_text(R"({"$or": [{"a": 1}, {}]})", key), "a: all; b: all");
  EXPECT_EQ(bounds_text(R"({"b": 2, "$or": [{"a": 1}, {"a": 9}]})", key),
            "a: [1, 1] [9, 9]; b: all");
  EXPECT_EQ(bounds_text(R"({"a": 2, "$or": [{"a": 1}, {"b": 9}]})", key), "a: [2, 2]; b: all");
  EXPECT_EQ(bounds_text(R"({"$nor": [{"a": 1}]})", key), "a: all; b: all");
  // Of two lists the server takes one: what both allow together is sure to hold it.
  EXPECT_EQ(
      bounds_text(R"({"$and": [{"$or": [{"a": 1}, {"a": 2}]}, {"$or": [{"a": 2}, {"a": 3}]}]})",
                  "{a: 1}"),
      "a: [1, 1] [2, 2] [3, 3]");
}

TEST(Bounds, UnderACollation) {
  const auto of = [](const std::string& filter, const std::string& key) {
    return bounds_text(filter, key, "8.0", R"({"locale": "de"})");
  };
  EXPECT_EQ(of(R"({"a": "x"})", "{a: 1}"), "a: all");
  EXPECT_EQ(of(R"({"a": {"$in": [1, "x"]}})", "{a: 1}"), "a: all");
  EXPECT_EQ(of(R"({"a": {"$ne": "x"}})", "{a: 1}"), "a: all");
  EXPECT_EQ(of(R"({"a": {"$gt": 5}})", "{a: 1}"), "a: (5, inf]");
  EXPECT_EQ(of(R"({"a": {"$type": "string"}})", "{a: 1}"), "a: [\"\", {})");
  EXPECT_EQ(of(R"({"a": "x"})", "{a: 'hashed'}"), "a: all");
  EXPECT_EQ(of(R"({"a": 1})", "{a: 'hashed'}"), "a: [5902408780260971510, 5902408780260971510]");
}

TEST(RegexPrefix, FollowsTheServer) {
  EXPECT_EQ(regex_prefix("^abc", ""), "abc");
  EXPECT_EQ(regex_prefix("abc", ""), "");
  EXPECT_EQ(regex_prefix("^abc", "i"), "");
  EXPECT_EQ(regex_prefix("^abc", "m"), "");
  EXPECT_EQ(regex_prefix("\\Aabc", "m"), "abc");
  EXPECT_EQ(regex_prefix("^abc", "s"), "abc");
  EXPECT_EQ(regex_prefix("^a b#c", "x"), "ab");
  EXPECT_EQ(regex_prefix("^a|b", ""), "");
  EXPECT_EQ(regex_prefix("^a\\|b", ""), "a|b");
  EXPECT_EQ(regex_prefix("^\\Qa|b\\E", ""), "");
  EXPECT_EQ(regex_prefix("^a\\\\\\|b", ""), "");
  EXPECT_EQ(regex_prefix("\\A|b", ""), "");
  EXPECT_EQ(regex_prefix("^\\|b", ""), "|b");
  EXPECT_EQ(regex_prefix("^a\\Eb", ""), "a");
  EXPECT_EQ(regex_prefix("^abc*", ""), "ab");
  EXPECT_EQ(regex_prefix("^abc?", ""), "ab");
  EXPECT_EQ(regex_prefix("^ab{0,2}", ""), "a");
  EXPECT_EQ(regex_prefix("^ab{2}", ""), "ab");
  EXPECT_EQ(regex_prefix("^ab+", ""), "ab");
  EXPECT_EQ(regex_prefix("^ab\\d", ""), "ab");
  EXPECT_EQ(regex_prefix("^a\\.b", ""), "a.b");
  EXPECT_EQ(regex_prefix("^\\Qa.b\\Ec[", ""), "a.bc");
  // A quantifier takes a whole character, not its last byte.
  EXPECT_EQ(regex_prefix("^a\xc3\xa9*", ""), "a");
}

TEST(Filters, ThatTheServerRefuses) {
  for (const std::string filter :
       {R"({"a": {"$foo": 1}})", R"({"$and": []})", R"({"$or": 5})", R"({"$nor": [1]})",
        R"({"a": {"$in": 5}})", R"({"a": {"$in": [{"$gt": 1}]}})", R"({"a": {"$not": 5}})",
        R"({"a": {"$not": {}}})", R"({"a": {"$mod": [1]}})", R"({"a": {"$type": "sting"}})",
        R"({"a": {"$regex": 5}})", R"({"a": {"$options": "i"}})", R"({"a": {"$elemMatch": 5}})",
        R"({"a": {"$all": 5}})", R"({"$foo": 5})", R"({"a": {"$undefined": true}})",
        R"({"a": {"$gt": {"$regularExpression": {"pattern": "a", "options": ""}}}})"})
    try {
      bounds_text(filter, "{a: 1}");
      ADD_FAILURE() << filter;
    } catch (const RefusedError& refused) {
      EXPECT_EQ(refused.code, "BadValue") << filter;
    }
}

}  // namespace
}  // namespace shardsweep::host::routing
