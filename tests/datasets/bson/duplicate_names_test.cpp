#include "datasets/bson/duplicate_names.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "datasets/bson/builder.hpp"
#include "tests/datasets/bson/documents.hpp"

namespace shardsweep::bson {
namespace {

using testing::document_of;
using testing::element_of;

std::string nulls(const std::vector<std::string>& names) {
  std::string elements;
  for (const std::string& name : names) elements += element_of(Type::Null, name, "");
  return document_of(elements);
}

TEST(DuplicateNames, ComparesNamesExactly) {
  EXPECT_FALSE(has_duplicate_names(DocumentView(nulls({}))));
  EXPECT_FALSE(has_duplicate_names(DocumentView(nulls({"a", "b", "A", "", "aa", "a "}))));
  EXPECT_TRUE(has_duplicate_names(DocumentView(nulls({"a", "b", "a"}))));
  EXPECT_TRUE(has_duplicate_names(DocumentView(nulls({"", ""}))));
  // Long names that agree at both ends, which is all that the quick check sees.
  EXPECT_FALSE(has_duplicate_names(
      DocumentView(nulls({"beginning-1-ending", "beginning-2-ending", "beginning-3-ending"}))));
  EXPECT_TRUE(has_duplicate_names(
      DocumentView(nulls({"beginning-1-ending", "beginning-2-ending", "beginning-1-ending"}))));
}

TEST(DuplicateNames, LooksIntoDocumentsAndArraysButNotAtArrayPositions) {
  const std::string twice = nulls({"x", "x"});
  const std::string once = nulls({"x", "y"});
  const auto holding = [](Type type, const std::string& inner) {
    return document_of(element_of(type, "a", inner) + element_of(Type::Null, "b", ""));
  };
  EXPECT_TRUE(has_duplicate_names(DocumentView(holding(Type::Document, twice))));
  EXPECT_FALSE(has_duplicate_names(DocumentView(holding(Type::Document, once))));
  EXPECT_FALSE(has_duplicate_names(DocumentView(holding(Type::Array, twice))));
  const std::string items =
      element_of(Type::Document, "0", once) + element_of(Type::Document, "1", twice);
  EXPECT_TRUE(has_duplicate_names(DocumentView(holding(Type::Array, document_of(items)))));
}

TEST(DuplicateNames, FindsOneAmongManyNames) {
  std::vector<std::string> names;
  for (int i = 0; i < 100000; ++i) names.push_back("field" + std::to_string(i));
  EXPECT_FALSE(has_duplicate_names(DocumentView(nulls(names))));
  names.push_back("field77");
  EXPECT_TRUE(has_duplicate_names(DocumentView(nulls(names))));
}

TEST(DuplicateNames, AgreesWithAMapOnRandomNames) {
  const unsigned seed = 77;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  int found = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::string> names;
    std::map<std::string, int> counts;
    bool expected = false;
    const std::size_t size = random() % 30;
    for (std::size_t i = 0; i < size; ++i) {
      names.push_back(std::string(random() % 20, 'a') + std::to_string(random() % 300));
      expected |= ++counts[names.back()] > 1;
    }
    found += expected ? 1 : 0;
    ASSERT_EQ(has_duplicate_names(DocumentView(nulls(names))), expected);
  }
  EXPECT_GT(found, 20);
  EXPECT_LT(found, 1980);
}

}  // namespace
}  // namespace shardsweep::bson
