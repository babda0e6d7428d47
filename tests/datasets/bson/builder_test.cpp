#include "datasets/bson/builder.hpp"

#include <gtest/gtest.h>

#include "datasets/bson/validate.hpp"
#include "tests/datasets/bson/documents.hpp"

namespace shardsweep::bson {
namespace {

using testing::document_of;
using testing::element_of;
using testing::number_bytes;
using testing::string_of;
using testing::to_hex;

TEST(Builder, AppendsEveryKindOfValue) {
  std::string out;
  Builder builder(out);
  builder.open_document();
  builder.append_double("d", 1.5);
  builder.append_int32("i", -2);
  builder.append_int64("l", 1LL << 40);
  builder.append_bool("t", true);
  builder.append_bool("f", false);
  builder.append_date("at", -1);
  builder.append_string("s", std::string_view("a\0b", 3));
  builder.append_null("n");
  builder.append_binary("b", 0, "xyz");
  builder.append_object_id("o", "0123456789ab");
  builder.append("v", {Type::Int32, "\1\2\3\4"});
  builder.close();
  const std::string expected = document_of(
      element_of(Type::Double, "d", number_bytes(1.5)) +
      element_of(Type::Int32, "i", number_bytes(std::int32_t{-2})) +
      element_of(Type::Int64, "l", number_bytes(std::int64_t{1} << 40)) +
      element_of(Type::Bool, "t", "\1") + element_of(Type::Bool, "f", std::string(1, '\0')) +
      element_of(Type::Date, "at", number_bytes(std::int64_t{-1})) +
      element_of(Type::String, "s", string_of(std::string_view("a\0b", 3))) +
      element_of(Type::Null, "n", "") +
      element_of(Type::Binary, "b", number_bytes(std::int32_t{3}) + '\0' + "xyz") +
      element_of(Type::ObjectId, "o", "0123456789ab") + element_of(Type::Int32, "v", "\1\2\3\4"));
  EXPECT_EQ(to_hex(out), to_hex(expected));
  EXPECT_FALSE(validate(out));
}

TEST(Builder, WritesTheInnerLengthOfSubtype2) {
  std::string out;
  Builder builder(out);
  builder.open_document();
  builder.append_binary("b", 2, "xy");
  builder.close();
  const std::string content = number_bytes(std::int32_t{6}) + '\2' + number_bytes(2) + "xy";
  EXPECT_EQ(to_hex(out), to_hex(document_of(element_of(Type::Binary, "b", content))));
  EXPECT_FALSE(validate(out));
}

TEST(Builder, PatchesLengthsOfNestedLevelsBehindOtherBytes) {
  std::string out = "before";
  Builder builder(out);
  builder.open_document();
  builder.open("d", Type::Document);
  builder.append_null("n");
  builder.close();
  builder.open("a", Type::Array);
  builder.append_string("0", "x");
  builder.close();
  builder.close();
  const std::string expected = document_of(
      element_of(Type::Document, "d", document_of(element_of(Type::Null, "n", ""))) +
      element_of(Type::Array, "a", document_of(element_of(Type::String, "0", string_of("x")))));
  EXPECT_EQ(to_hex(out), to_hex("before" + expected));
}

TEST(Value, CopyOwnsItsBytes) {
  const Value value = Value::copy({Type::Int32, std::string_view("\7\0\0\0", 4)});
  EXPECT_EQ(ValueView(value).as_int32(), 7);
}

}  // namespace
}  // namespace shardsweep::bson
