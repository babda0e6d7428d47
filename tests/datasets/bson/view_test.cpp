#include "datasets/bson/view.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/datasets/bson/documents.hpp"

namespace shardsweep::bson {
namespace {

using testing::document_of;
using testing::element_of;
using testing::from_hex;
using testing::string_of;

TEST(ValueSize, FixedTypesTakeTheirSizeAndNothingLess) {
  const std::string bytes(32, '\1');
  const std::vector<std::pair<Type, std::size_t>> sizes = {
      {Type::Double, 8}, {Type::ObjectId, 12}, {Type::Bool, 1},        {Type::Date, 8},
      {Type::Null, 0},   {Type::Int32, 4},     {Type::Timestamp, 8},   {Type::Int64, 8},
      {Type::MinKey, 0}, {Type::MaxKey, 0},    {Type::Decimal128, 16}, {Type::Undefined, 0}};
  for (const auto& [type, size] : sizes) {
    EXPECT_EQ(value_size(type, bytes), size) << type_alias(type);
    EXPECT_EQ(value_size(type, std::string_view(bytes).substr(0, size)), size);
    if (size > 0) {
      EXPECT_EQ(value_size(type, std::string_view(bytes).substr(0, size - 1)), no_size);
    }
  }
}

TEST(ValueSize, PrefixedTypesCountTheirHeader) {
  EXPECT_EQ(value_size(Type::String, string_of("abc")), 8U);
  EXPECT_EQ(value_size(Type::Symbol, string_of("")), 5U);
  EXPECT_EQ(value_size(Type::Document, document_of({})), 5U);
  EXPECT_EQ(value_size(Type::Binary, from_hex("03000000 00 010203 ff")), 8U);
  EXPECT_EQ(value_size(Type::DbPointer, string_of("a.b") + std::string(12, 'x')), 20U);
  EXPECT_EQ(value_size(Type::Regex, std::string_view("ab\0i\0rest", 9)), 5U);
}

TEST(ValueSize, RefusesLengthsThatDoNotFit) {
  EXPECT_EQ(value_size(Type::String, from_hex("00000000 00")), no_size);
  EXPECT_EQ(value_size(Type::String, from_hex("ffffffff 00")), no_size);
  EXPECT_EQ(value_size(Type::String, from_hex("05000000 61 00")), no_size);
  EXPECT_EQ(value_size(Type::String, from_hex("050000")), no_size);
  EXPECT_EQ(value_size(Type::Document, from_hex("04000000 00")), no_size);
  EXPECT_EQ(value_size(Type::Binary, from_hex("ffffff7f 00")), no_size);
  EXPECT_EQ(value_size(Type::CodeWithScope, from_hex("0d000000 01000000 00 05000000 00")), no_size);
  EXPECT_EQ(value_size(Type::Regex, "no end"), no_size);
  EXPECT_EQ(value_size(Type::Regex, std::string_view("ab\0i", 4)), no_size);
  EXPECT_EQ(value_size(static_cast<Type>(0x14), "12345678"), no_size);
}

TEST(FindNul, FindsTheFirstAtEveryPlaceAndLength) {
  for (std::size_t size = 0; size < 40; ++size) {
    for (std::size_t where = 0; where <= size; ++where) {
      std::string text(size, '\x81');
      if (where < size) text[where] = 0;
      if (where + 3 < size) text[where + 3] = 0;
      const char* const begin = text.data();
      EXPECT_EQ(find_nul(begin, begin + size) - begin, static_cast<std::ptrdiff_t>(where));
    }
  }
}

TEST(DocumentView, WalksNamesAndValuesInOrder) {
  const std::string document =
      document_of(element_of(Type::Int32, "a", from_hex("07000000")) +
                  element_of(Type::String, "a long name of a field", string_of("text")) +
                  element_of(Type::Null, "", ""));
  std::vector<std::string> names;
  std::vector<Type> types;
  for (const Element& element : DocumentView(document)) {
    names.emplace_back(element.name);
    types.push_back(element.value.type);
  }
  auto at = DocumentView(document).begin();
  EXPECT_EQ(at->value.as_int32(), 7);
  EXPECT_EQ((++at)->value.as_string(), "text");
  EXPECT_EQ(names, (std::vector<std::string>{"a", "a long name of a field", ""}));
  EXPECT_EQ(types, (std::vector<Type>{Type::Int32, Type::String, Type::Null}));
}

TEST(DocumentView, StopsInsideBrokenDocuments) {
  const std::string good = document_of(element_of(Type::String, "name", string_of("text")) +
                                       element_of(Type::Double, "d", std::string(8, 'x')));
  for (std::size_t size = 4; size <= good.size(); ++size) {
    // An exact allocation, so that a sanitizer sees a read behind it.
    const std::string cut = good.substr(0, size);
    std::size_t elements = 0;
    for (const Element& element : DocumentView(cut)) elements += element.name.size() > 0 ? 1 : 0;
    EXPECT_LE(elements, 2U);
  }
}

TEST(DocumentView, DefaultIsEmpty) {
  const DocumentView view;
  EXPECT_TRUE(view.empty());
  EXPECT_TRUE(view.begin() == view.end());
}

TEST(TypeAlias, NamesEveryTypeAndNothingElse) {
  int known = 0;
  for (int byte = 0; byte < 256; ++byte) {
    known += type_alias(static_cast<Type>(byte)) != "unknown" ? 1 : 0;
  }
  EXPECT_EQ(known, 21);
  EXPECT_EQ(type_alias(Type::Int64), "long");
}

}  // namespace
}  // namespace shardsweep::bson
