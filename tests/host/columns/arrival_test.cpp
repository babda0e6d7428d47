// The order of arrival: which time is taken, and how columns follow it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "host/columns/encode.hpp"
#include "host/error.hpp"
#include "tests/host/columns/random_documents.hpp"
#include "tests/support/memory_collection.hpp"

namespace shardsweep::host {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Fields = std::vector<std::pair<std::string, bson::Value>>;

std::unique_ptr<ColumnTable> encode(const std::vector<std::string>& documents,
                                    EncodeOptions options) {
  test::MemoryCollection collection(documents, 7);
  kernels::ThreadPool pool(2);
  datasets::ReadReport report;
  return encode_columns(collection, options, pool, report);
}

EncodeOptions options_for(std::vector<std::string> paths, std::string arrival = "auto") {
  EncodeOptions options;
  options.paths = std::move(paths);
  options.arrival = std::move(arrival);
  return options;
}

std::vector<std::int64_t> numbers(const FieldColumn& field) {
  std::vector<std::int64_t> values;
  for (const std::uint32_t rank : field.ranks) {
    const bson::ValueView value = field.dictionary->value(rank);
    values.push_back(value.type == bson::Type::Int32 ? value.as_int32() : -1);
  }
  return values;
}

bson::Value uuid_v7(std::uint64_t milliseconds, unsigned rest) {
  std::string data(16, '\0');
  for (int i = 0; i < 6; ++i)
    data[static_cast<std::size_t>(i)] = static_cast<char>(milliseconds >> (40 - 8 * i));
  data[6] = 0x70;
  data[8] = static_cast<char>(0x80);
  data[15] = static_cast<char>(rest);
  return test::binary_value(4, data);
}

bson::Value uuid_v1(std::uint64_t ticks) {
  std::string data(16, '\0');
  for (int i = 0; i < 4; ++i)
    data[static_cast<std::size_t>(i)] = static_cast<char>(ticks >> (24 - 8 * i));
  data[4] = static_cast<char>(ticks >> 40);
  data[5] = static_cast<char>(ticks >> 32);
  data[6] = static_cast<char>(0x10 | (ticks >> 56 & 0x0f));
  data[7] = static_cast<char>(ticks >> 48);
  data[8] = static_cast<char>(0xbf);
  return test::binary_value(4, data);
}

/// Places 0..count-1 in a fixed random order.
std::vector<int> shuffled(int count, std::uint64_t seed = 3) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::mt19937_64 random(seed);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

TEST(Arrival, RowsAreTakenWhereObjectIdsRiseWithThem) {
  std::vector<std::string> documents;
  for (int i = 0; i < 50; ++i)
    documents.push_back(
        test::document_of({{"_id", test::object_id_value(100 + static_cast<unsigned>(i / 5),
                                                         static_cast<unsigned>(50 - i))},
                           {"n", test::int32_value(i)}}));
  const auto table = encode(documents, options_for({"n"}));
  EXPECT_TRUE(table->arrival().known);
  EXPECT_EQ(table->arrival().source, "rows");
  EXPECT_EQ(table->arrival().note, "");
  EXPECT_GT(table->arrival().correlation_with_rows.value(), 0.99);
  EXPECT_EQ(numbers(table->fields()[0])[7], 7);
}

TEST(Arrival, ShuffledRowsFollowTheObjectIdAndTiesKeepRowOrder) {
  std::vector<std::string> documents;
  for (const int i : shuffled(40))
    documents.push_back(
        test::document_of({{"_id", test::object_id_value(static_cast<unsigned>(i / 2),
                                                         static_cast<unsigned>(99 - i))},
                           {"n", test::int32_value(i)}}));
  const auto table = encode(documents, options_for({"_id", "n"}));
  EXPECT_EQ(table->arrival().source, "_id");
  EXPECT_THAT(table->arrival().note, HasSubstr("rows arrive in another order than `_id` (rank "
                                               "correlation with rows "));
  EXPECT_THAT(table->arrival().note, HasSubstr("not 0.90 or more): arrival is taken from `_id`"));
  const auto values = numbers(*table->find("n"));
  std::vector<std::int64_t> expected;
  for (int second = 0; second < 20; ++second)
    for (const std::string& document : documents) {
      const std::int64_t n = bson::load<std::int32_t>(document.data() + document.size() - 5);
      if (n / 2 == second) expected.push_back(n);
    }
  EXPECT_EQ(values, expected);
  for (std::size_t row = 0; row < documents.size(); ++row)
    EXPECT_EQ(table->sizes()[row], documents[0].size());
}

TEST(Arrival, SizesAndRanksMoveTogether) {
  std::vector<std::string> documents;
  for (const int i : shuffled(30))
    documents.push_back(test::document_of(
        {{"t", test::date_value(i)},
         {"n", test::int32_value(i)},
         {"x", test::text_value(std::string(static_cast<std::size_t>(i), 'x'))}}));
  const auto table = encode(documents, options_for({"t", "n"}, "t"));
  EXPECT_EQ(table->arrival().source, "t");
  EXPECT_EQ(table->arrival().note, "");
  const auto values = numbers(*table->find("n"));
  for (std::size_t i = 0; i < 30; ++i) {
    EXPECT_EQ(values[i], static_cast<std::int64_t>(i));
    EXPECT_EQ(table->sizes()[i], table->sizes()[0] + i);
    EXPECT_EQ(table->find("t")->dictionary->bytes(static_cast<std::uint32_t>(i)),
              table->sizes()[i]);
  }
}

TEST(Arrival, TimesInsideUuidsCount) {
  std::vector<std::string> seven;
  std::vector<std::string> one;
  for (const int i : shuffled(30)) {
    seven.push_back(
        test::document_of({{"_id", uuid_v7(1700000000000 + static_cast<unsigned>(i), 3)},
                           {"n", test::int32_value(i)}}));
    // The low half of the time wraps around: the bytes do not sort by time.
    one.push_back(test::document_of(
        {{"_id", uuid_v1(0x01ec000000000000 + (static_cast<std::uint64_t>(i) << 29))},
         {"n", test::int32_value(i)}}));
  }
  for (const auto& documents : {seven, one}) {
    const auto table = encode(documents, options_for({"n"}));
    EXPECT_EQ(table->arrival().source, "_id");
    const auto values = numbers(table->fields()[0]);
    EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
  }
}

TEST(Arrival, ARandomIdAndNoDateIsUnknown) {
  std::mt19937_64 random(1);
  std::vector<std::string> documents;
  for (int i = 0; i < 30; ++i) {
    std::string data(16, '\0');
    for (char& byte : data) byte = static_cast<char>(random());
    data[6] = static_cast<char>(0x40 | (data[6] & 0x0f));
    data[8] = static_cast<char>(0x80 | (data[8] & 0x3f));
    documents.push_back(
        test::document_of({{"_id", test::binary_value(4, data)}, {"n", test::int32_value(i)}}));
  }
  const auto table = encode(documents, options_for({"n"}));
  EXPECT_FALSE(table->arrival().known);
  EXPECT_EQ(table->arrival().source, "unknown");
  EXPECT_THAT(table->arrival().note, HasSubstr("--arrival row"));
  const auto by_row = encode(documents, options_for({"n"}, "row"));
  EXPECT_TRUE(by_row->arrival().known);
  EXPECT_EQ(by_row->arrival().source, "rows");
}

TEST(Arrival, TheDateThatGoesWithTheIdIsTakenOverOthers) {
  const auto births = shuffled(60, 4);
  std::vector<std::string> documents;
  int place = 0;
  for (const int i : shuffled(60)) {
    documents.push_back(
        test::document_of({{"_id", test::int32_value(i)},
                           {"born", test::date_value(births[static_cast<std::size_t>(place++)])},
                           {"created", test::date_value(1000 + i / 2)},
                           {"n", test::int32_value(i)}}));
  }
  EncodeOptions options = options_for({"n"});
  options.time_paths = {"born", "created"};
  const auto table = encode(documents, options);
  EXPECT_EQ(table->fields().size(), 1u);
  EXPECT_EQ(table->arrival().source, "created");
  EXPECT_THAT(table->arrival().note, HasSubstr("with `_id` 1.00"));
  EXPECT_LT(std::abs(table->arrival().correlation_with_rows.value()), 0.5);
}

TEST(Arrival, TheDateNearestToTheIdIsTakenHoweverWeakly) {
  const auto noise = shuffled(200, 5);
  const auto births = shuffled(200, 6);
  std::vector<std::string> documents;
  for (int i = 0; i < 200; ++i) {
    const auto at = static_cast<std::size_t>(i);
    // A quarter of the ids go with `created`.
    const int id = i % 4 == 0 ? i : noise[at];
    documents.push_back(test::document_of({{"_id", test::int32_value(id)},
                                           {"born", test::date_value(births[at])},
                                           {"created", test::date_value(i)}}));
  }
  const auto table = encode(documents, options_for({"born", "created"}));
  EXPECT_EQ(table->arrival().source, "rows") << "compared with `created`";
  EXPECT_DOUBLE_EQ(table->arrival().correlation_with_rows.value(), 1.0);
}

TEST(Arrival, TheDateThatGoesWithRowsIsTakenWhereThereIsNoId) {
  const auto births = shuffled(60);
  std::vector<std::string> documents;
  for (int i = 0; i < 60; ++i)
    documents.push_back(
        test::document_of({{"born", test::date_value(births[static_cast<std::size_t>(59 - i)])},
                           {"created", test::date_value(i)}}));
  const auto table = encode(documents, options_for({"born", "created"}));
  EXPECT_EQ(table->arrival().source, "rows");
  EXPECT_DOUBLE_EQ(table->arrival().correlation_with_rows.value(), 1.0);
}

TEST(Arrival, RowsWithoutATimeKeepTheirPlace) {
  std::vector<std::string> documents;
  const int times[] = {5, -1, 3, 4, -1, 1};
  for (int i = 0; i < 6; ++i) {
    Fields fields{{"n", test::int32_value(i)}};
    if (times[i] >= 0) fields.emplace_back("t", test::date_value(times[i]));
    documents.push_back(test::document_of(fields));
  }
  const auto table = encode(documents, options_for({"n"}, "t"));
  EXPECT_EQ(table->arrival().rows_without_time, 2u);
  EXPECT_EQ(table->arrival().note, "2 documents without `t` keep the place in the order of rows");
  EXPECT_THAT(numbers(table->fields()[0]), ElementsAre(5, 1, 2, 3, 4, 0));
}

TEST(Arrival, NumbersCanBeNamedAndOthersAreRefused) {
  std::vector<std::string> documents;
  for (int i = 0; i < 6; ++i)
    documents.push_back(
        test::document_of({{"n", test::int32_value(i)}, {"s", test::text_value("x")}}));
  EXPECT_EQ(encode(documents, options_for({"n"}, "n"))->arrival().source, "n");
  try {
    encode(documents, options_for({"n"}, "s"));
    FAIL() << "a string is no time";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--arrival s: no document has a date"));
  }
}

TEST(Arrival, NoDocumentsAndOneDocument) {
  EXPECT_FALSE(encode({}, options_for({"n"}))->arrival().known);
  const auto one =
      encode({test::document_of({{"_id", test::object_id_value(5, 5)}})}, options_for({"_id"}));
  EXPECT_TRUE(one->arrival().known);
  EXPECT_EQ(one->arrival().source, "rows");
  EXPECT_FALSE(one->arrival().correlation_with_rows.has_value());
}

}  // namespace
}  // namespace shardsweep::host
