#include <gmock/gmock.h>

#include <numeric>

#include "host/analyze/split_points.hpp"
#include "host/analyze/truncate.hpp"
#include "host/error.hpp"
#include "tests/support/memory_table.hpp"

namespace shardsweep::host {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::uint64_t> first_numbers(std::size_t n) {
  std::vector<std::uint64_t> list(n);
  std::iota(list.begin(), list.end(), 0u);
  return list;
}

// The cases P follow from MongoDB src/mongo/db/s/config/initial_split_policy.cpp.
TEST(AnalyzeSplitPoints, P01EveryTenthDocument) {
  const std::vector<std::uint64_t> points = split_points(first_numbers(100), {10, 10});
  EXPECT_THAT(points, ElementsAre(9, 19, 29, 39, 49, 59, 69, 79, 89));
  std::vector<int> documents(10, 0);
  for (std::uint64_t value = 0; value < 100; ++value)
    ++documents[static_cast<std::size_t>(std::upper_bound(points.begin(), points.end(), value) -
                                         points.begin())];
  EXPECT_THAT(documents, ElementsAre(9, 10, 10, 10, 10, 10, 10, 10, 10, 11));
}

TEST(AnalyzeSplitPoints, P02NotEnoughCardinality) {
  try {
    split_points(first_numbers(500));
    FAIL() << "500 distinct values gave 99 split points";
  } catch (const RefusedError& error) {
    EXPECT_EQ(error.code, "4952606");
    EXPECT_THAT(error.what(), HasSubstr("50 split points, enough for 51 chunks, not for 100"));
  }
}

TEST(AnalyzeSplitPoints, At981DistinctDocumentsTheLastPartialGroupCounts) {
  EXPECT_THROW(split_points(first_numbers(980)), RefusedError);
  EXPECT_EQ(split_points(first_numbers(981)).back(), 980u);
  EXPECT_EQ(split_points(first_numbers(1'000)).size(), 99u);
}

TEST(AnalyzeSplitPoints, ARepeatedPointCostsAWholeGroup) {
  EXPECT_THAT(split_points(std::vector<std::uint64_t>{1, 1, 1, 1, 2, 2, 3, 3}, {3, 2}),
              ElementsAre(1, 2));
  EXPECT_THROW(split_points(std::vector<std::uint64_t>{1, 1, 1, 1, 1, 2}, {4, 2}), RefusedError);
}

TEST(AnalyzeSplitPoints, HashedFieldsCutInRawOrder) {
  EXPECT_THAT(split_points(std::vector<std::uint64_t>{70, 10, 90, 30, 20, 50}, {4, 2}),
              ElementsAre(10, 30, 50));
}

KeyValue text_value(const std::string& text) {
  return {{{"a", test::string_value(text)}}};
}

std::string part(const KeyValue& value, const char* name) {
  for (const bson::Element& element : bson::DocumentView(value.fields.at(0).second))
    if (element.name == name)
      return element.value.type == bson::Type::String ? std::string(element.value.as_string())
                                                      : std::to_string(element.value.as_int32());
  return "none";
}

TEST(AnalyzeTruncate, TheLimitIsSharedByTheValues) {
  EXPECT_EQ(most_common_value_limit(5), 3'150'643u);
  EXPECT_EQ(most_common_value_limit(1), 15'753'216u);
  EXPECT_EQ(most_common_value_limit(1'000), 15'753u);
}

TEST(AnalyzeTruncate, LargeStringsBecomeTypeAndSize) {
  // {"a": text of n} is a document of 5 + 3 + 5 + n bytes.
  EXPECT_EQ(truncated(text_value(std::string(87, 'x')), 100).fields[0].second.type,
            bson::Type::String);
  const KeyValue shown = truncated(text_value(std::string(88, 'x')), 100);
  EXPECT_EQ(part(shown, "type"), "string");
  EXPECT_EQ(part(shown, "value"), "truncated");
  EXPECT_EQ(part(shown, "sizeBytes"), "93");
}

TEST(AnalyzeTruncate, OnlyThePartsThatDoNotFit) {
  KeyValue value = text_value(std::string(1'000, 'x'));
  value.fields.emplace_back("b", test::int64_value(7));
  const KeyValue shown = truncated(value, 500);
  EXPECT_EQ(part(shown, "sizeBytes"), "1005");
  EXPECT_EQ(bson::ValueView(shown.fields[1].second).as_int64(), 7);
}

TEST(AnalyzeTruncate, AnObjectIsEnteredOnce) {
  std::string object;
  bson::Builder builder(object);
  builder.open_document();
  builder.append_int32("small", 1);
  builder.append_string("large", std::string(1'000, 'x'));
  builder.open("inner", bson::Type::Document);
  builder.append_string("larger", std::string(1'000, 'y'));
  builder.close();
  builder.close();
  KeyValue value;
  value.fields.emplace_back("o", bson::Value{bson::Type::Document, object});
  const KeyValue shown = truncated(value, 500);
  std::vector<std::string> types;
  const bson::DocumentView entered(shown.fields[0].second);
  for (const bson::Element& element : entered) {
    if (element.value.type == bson::Type::Int32) continue;
    ASSERT_EQ(element.value.type, bson::Type::Document) << element.name;
    const bson::DocumentView placeholder(element.value);
    types.emplace_back((*placeholder.begin()).value.as_string());
  }
  EXPECT_THAT(types, ElementsAre("string", "object"));
}

}  // namespace
}  // namespace shardsweep::host
