#include <gtest/gtest.h>

#include <random>

#include "host/columns/encode.hpp"
#include "host/values/order.hpp"
#include "tests/host/columns/random_documents.hpp"
#include "tests/support/memory_collection.hpp"

namespace shardsweep::host {
namespace {

std::unique_ptr<ColumnTable> encode(const std::vector<std::string>& documents) {
  test::MemoryCollection collection(documents);
  kernels::ThreadPool pool(1);
  datasets::ReadReport report;
  EncodeOptions options;
  options.paths = {"a"};
  options.arrival = "row";
  return encode_columns(collection, options, pool, report);
}

TEST(CoordinateMap, PlacesValuesAndAbsentBounds) {
  const auto table = encode({test::document_of({{"a", test::int32_value(10)}}),
                             test::document_of({{"a", test::int32_value(20)}})});
  CoordinateMap map(*table->fields()[0].dictionary);
  for (const int bound : {15, 12, 20, 15, 25, 5, 10, 1}) map.add(test::int32_value(bound));
  map.add(test::double_value(12.0));
  map.finish();
  const auto at = [&](const bson::Value& bound) { return map.coordinate(bound); };
  const auto place = [](std::uint64_t rank, std::uint64_t ordinal) { return rank << 32 | ordinal; };
  EXPECT_EQ(at(test::int32_value(1)), place(0, 1));
  EXPECT_EQ(at(test::int32_value(5)), place(0, 2));
  EXPECT_EQ(at(test::int32_value(10)), place(1, 0));
  EXPECT_EQ(at(test::int32_value(12)), place(1, 1));
  EXPECT_EQ(at(test::double_value(12)), place(1, 1));
  EXPECT_EQ(at(test::int32_value(15)), place(1, 2));
  EXPECT_EQ(at(test::int64_value(20)), place(2, 0));
  EXPECT_EQ(at(test::int32_value(25)), place(2, 1));
  EXPECT_EQ(at({bson::Type::MinKey, ""}), 0u);
  EXPECT_EQ(at({bson::Type::MaxKey, ""}), ~std::uint64_t{0});
  EXPECT_THROW(at(test::int32_value(26)), std::logic_error);
}

TEST(CoordinateMap, OrdersBoundsLikeValuesWithHalfOfThemAbsent) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    std::vector<std::string> documents;
    std::vector<bson::Value> bounds;
    for (int i = 0; i < 200; ++i) {
      bson::Value value = test::random_value_of(seed % 2 ? "mixed" : "numbers", random, 1000);
      if (value.type == bson::Type::Array || value.type == bson::Type::MinKey ||
          value.type == bson::Type::MaxKey)
        continue;
      if (i % 2 == 0) documents.push_back(test::document_of({{"a", value}}));
      bounds.push_back(std::move(value));
    }
    const auto table = encode(documents);
    const FieldColumn& field = table->fields()[0];
    CoordinateMap map(*field.dictionary);
    for (const bson::Value& bound : bounds) map.add(bound);
    map.finish();
    for (const bson::Value& a : bounds) {
      for (const bson::Value& b : bounds)
        EXPECT_EQ(compare_values(a, b), map.coordinate(a) <=> map.coordinate(b));
      EXPECT_GT(map.coordinate(a), 0u);
    }
    for (std::uint32_t rank = 0; rank < field.distinct; ++rank)
      EXPECT_EQ(map.coordinate(field.dictionary->value(rank)), (std::uint64_t{rank} + 1) << 32);
  }
}

}  // namespace
}  // namespace shardsweep::host
