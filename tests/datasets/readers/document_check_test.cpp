#include "datasets/readers/document_check.hpp"

#include <gtest/gtest.h>

#include <random>

#include "datasets/bson/builder.hpp"
#include "datasets/bson/duplicate_names.hpp"
#include "tests/datasets/input/support.hpp"

namespace shardsweep::datasets {
namespace {

/// Numbers and documents, of which one in eight repeats a name, also two levels deep.
void append_elements(std::mt19937& random, bson::Builder& builder) {
  for (std::uint32_t k = random() % 4; k > 0; --k) {
    if (random() % 2 == 0) {
      builder.append_int64(std::to_string(k), random());
      continue;
    }
    builder.open(std::to_string(k), bson::Type::Document);
    builder.append_int32("x", 1);
    const bool deeper = random() % 2 == 0;
    if (deeper) builder.open("d", bson::Type::Document);
    builder.append_null("y");
    builder.append_int32(random() % 8 == 0 ? "y" : "z", 2);
    if (deeper) builder.close();
    builder.close();
  }
}

/// A document whose shape and values follow from `shape` and `values`.
std::string make_document(std::uint32_t shape, std::uint32_t values) {
  std::string out;
  bson::Builder builder(out);
  std::mt19937 names(shape);
  std::mt19937 random(values);
  builder.open_document();
  int open = 0;
  const std::uint32_t elements = names() % 12;
  for (std::uint32_t i = 0; i < elements; ++i) {
    const std::string name = std::string(names() % 20, 'n') + std::to_string(names() % 30);
    switch (names() % 10) {
      case 0:
        builder.append_double(name, random() / 7.0);
        break;
      case 1:
        builder.append_string(name, std::string(random() % 20, 'v'));
        break;
      case 2:
        builder.append_bool(name, random() % 2 == 0);
        break;
      case 3:
        builder.append_date(name, random());
        break;
      case 4:
        builder.append_null(name);
        break;
      case 5:
        builder.append_binary(name, 0, std::string(random() % 9, 'b'));
        break;
      case 6:
        builder.append_object_id(name, "twelve bytes");
        break;
      case 7:
        builder.open(name, bson::Type::Document);
        ++open;
        break;
      case 8:
        builder.open(name, bson::Type::Array);
        append_elements(random, builder);
        builder.close();
        break;
      default:
        builder.append_string(name, "gr\xc3\xbc\xc3\x9f");
        break;
    }
  }
  for (; open >= 0; --open) builder.close();
  return out;
}

/// The two functions that DocumentCheck stands for.
void expect_same(DocumentCheck& check, std::string_view document) {
  const auto expected = bson::validate(document);
  const auto found = check.check(document);
  ASSERT_EQ(found.has_value(), expected.has_value());
  if (expected) {
    EXPECT_EQ(found->what, expected->what);
    EXPECT_EQ(found->offset, expected->offset);
    EXPECT_EQ(found->path, expected->path);
  } else {
    EXPECT_EQ(check.duplicate_names(), bson::has_duplicate_names(bson::DocumentView(document)));
  }
}

TEST(DocumentCheck, AgreesOnDocumentsOfManyShapes) {
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  DocumentCheck check;
  for (int run = 0; run < 300; ++run) {
    const auto shape = static_cast<std::uint32_t>(random());
    for (std::uint32_t i = random() % 100; i > 0; --i)
      expect_same(check, make_document(shape, static_cast<std::uint32_t>(random())));
  }
}

TEST(DocumentCheck, AgreesOnChangedBytes) {
  const std::uint32_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int run = 0; run < 300; ++run) {
    DocumentCheck check;
    const std::string good = make_document(static_cast<std::uint32_t>(random()), 1);
    expect_same(check, good);
    for (int change = 0; change < 40; ++change) {
      std::string bad = good;
      for (std::uint32_t k = random() % 3; k < 3; ++k)
        bad[random() % bad.size()] = static_cast<char>(random() % 3 == 0 ? random() : random() % 8);
      expect_same(check, bad);
      expect_same(check, good);
    }
  }
}

/// Each byte of a document in turn gets each value, with the steps of the whole one known.
TEST(DocumentCheck, AgreesOnEveryByteOfEveryType) {
  const std::string good = test::read_file(test::data_file("every_type.bson"));
  const std::string order = test::read_file(test::data_file("orders.bson")).substr(0, 152);
  for (const std::string& document : {good, order}) {
    DocumentCheck check;
    for (std::size_t at = 0; at < document.size(); ++at)
      for (const int value : {0, 1, 2, 3, 4, 5, 8, 16, 127, 128, 255}) {
        std::string changed = document;
        changed[at] = static_cast<char>(value);
        expect_same(check, document);
        expect_same(check, changed);
      }
    for (std::size_t size = 0; size < document.size(); ++size)
      expect_same(check, std::string_view(document).substr(0, size));
  }
}

std::string array_document(const std::vector<std::string>& names) {
  std::string out;
  bson::Builder builder(out);
  builder.open_document();
  builder.open("a", bson::Type::Array);
  builder.open("0", bson::Type::Document);
  for (const std::string& name : names) builder.append_int32(name, 1);
  builder.close();
  builder.close();
  builder.append_int32("i", 1);
  builder.close();
  return out;
}

TEST(DocumentCheck, ForgetsARepeatedNameInsideAnArray) {
  test::TempFolder folder;
  std::string documents = array_document({"x", "x"});
  for (int i = 0; i < 10; ++i) documents += array_document({"x"});
  EXPECT_EQ(test::read_inputs({folder.write("a.bson", documents)}).report.duplicate_names, 1U);
  documents += array_document({"x", "y", "x"}) + array_document({"x"});
  EXPECT_EQ(test::read_inputs({folder.write("a.bson", documents)}).report.duplicate_names, 2U);
}

TEST(DocumentCheck, NestingBelowArraysKeepsTheLimit) {
  for (int outer = 0; outer <= 25; ++outer)
    for (const int levels : {199, 200, 201}) {
      std::string deep;
      bson::Builder builder(deep);
      builder.open_document();
      for (int i = 1; i < levels; ++i)
        builder.open("", i == outer ? bson::Type::Array : bson::Type::Document);
      for (int i = 0; i < levels; ++i) builder.close();
      std::string flat;
      bson::Builder other(flat);
      other.open_document();
      for (int i = 1; i <= outer; ++i)
        other.open("", i == outer ? bson::Type::Array : bson::Type::Document);
      for (int i = 0; i <= outer; ++i) other.close();
      DocumentCheck check;
      expect_same(check, flat);
      expect_same(check, deep);
    }
}

}  // namespace
}  // namespace shardsweep::datasets
