#include "host/columns/value_store.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/host/columns/random_documents.hpp"

namespace shardsweep::host {
namespace {

void expect_value(const bson::ValueView& value, const bson::Value& expected) {
  EXPECT_EQ(value.type, expected.type);
  EXPECT_EQ(value.bytes, expected.bytes);
}

TEST(ValueStore, NullsBeforeTheFirstValueTakeItsStride) {
  for (const bson::Value& first : {test::int32_value(7), test::int64_value(-7),
                                   test::decimal_value("7.5"), test::text_value("seven")}) {
    SCOPED_TRACE("type " + std::to_string(static_cast<int>(first.type)));
    ValueStore values;
    values.append_nulls(3);
    values.append(first);
    values.append_nulls(1);
    values.append(first);
    ASSERT_EQ(values.size(), 6u);
    for (const std::size_t i : {0, 1, 2, 4}) expect_value(values[i], {bson::Type::Null, ""});
    for (const std::size_t i : {3, 5}) expect_value(values[i], first);
    const ValueLayout layout = values.layout();
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(layout[i].type, values[i].type);
      EXPECT_EQ(layout[i].bytes, values[i].bytes);
    }
  }
}

TEST(ValueStore, OnlyNullsTakeNoBytes) {
  ValueStore values;
  values.append_nulls(1000);
  EXPECT_EQ(values.stored_bytes(), 0u);
  expect_value(values[999], {bson::Type::Null, ""});
  EXPECT_TRUE(values.uniform());
}

}  // namespace
}  // namespace shardsweep::host
