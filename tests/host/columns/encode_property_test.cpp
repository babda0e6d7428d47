// Columns against maps and loops, over random documents of many shapes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>

#include "host/columns/encode.hpp"
#include "tests/host/columns/naive_columns.hpp"
#include "tests/host/columns/random_documents.hpp"
#include "tests/support/memory_collection.hpp"

namespace shardsweep::host {
namespace {

using test::MemoryCollection;
using test::naive_column;
using test::NaiveColumn;

const std::vector<std::string> paths{"a", "s", "s.b", "s.b.c", "_id"};

void expect_column(const FieldColumn& field, const NaiveColumn& expected) {
  SCOPED_TRACE("path " + field.path);
  EXPECT_EQ(field.missing, expected.missing);
  EXPECT_EQ(field.nulls, expected.nulls);
  EXPECT_EQ(field.arrays, expected.arrays);
  EXPECT_EQ(field.first_array_row, expected.first_array_row);
  ASSERT_EQ(field.distinct, expected.classes.size());
  ASSERT_EQ(field.dictionary->size(), expected.classes.size());
  EXPECT_EQ(field.ranks, expected.ranks);
  std::uint32_t rank = 0;
  for (const auto& [value, entry] : expected.classes) {
    const bson::ValueView shown = field.dictionary->value(rank);
    EXPECT_EQ(shown.type, entry.shown.type) << "rank " << rank;
    EXPECT_EQ(shown.bytes, entry.shown.bytes) << "rank " << rank;
    EXPECT_EQ(field.dictionary->documents(rank), entry.documents);
    EXPECT_EQ(field.dictionary->bytes(rank), entry.bytes);
    EXPECT_EQ(field.dictionary->first_row(rank), entry.first_row);
    ++rank;
  }
}

void expect_hashes(const HashedColumn& hashed, const test::NaiveHashes& expected) {
  ASSERT_EQ(hashed.hashes.size(), expected.classes.size());
  EXPECT_EQ(hashed.ranks, expected.ranks);
  std::size_t rank = 0;
  for (const auto& [hash, entry] : expected.classes) {
    EXPECT_EQ(hashed.hashes[rank], hash);
    EXPECT_EQ(hashed.documents[rank], entry.documents);
    EXPECT_EQ(hashed.bytes[rank], entry.bytes);
    ++rank;
  }
}

void expect_table(const std::vector<std::string>& documents, const EncodeOptions& options,
                  std::size_t per_batch, unsigned threads) {
  MemoryCollection collection(documents, per_batch);
  kernels::ThreadPool pool(threads);
  datasets::ReadReport report;
  const auto table = encode_columns(collection, options, pool, report);
  ASSERT_EQ(table->rows(), documents.size());
  EXPECT_EQ(report.documents, documents.size());
  std::uint64_t bytes = 0;
  for (std::size_t row = 0; row < documents.size(); ++row) {
    EXPECT_EQ(table->sizes()[row], documents[row].size());
    bytes += documents[row].size();
  }
  EXPECT_EQ(table->total_bytes(), bytes);
  ASSERT_EQ(table->fields().size(), options.paths.size());
  for (const std::string& path : options.paths) {
    ASSERT_NE(table->find(path), nullptr);
    const NaiveColumn expected = naive_column(documents, path);
    expect_column(*table->find(path), expected);
    expect_hashes(table->hashed(path), naive_hashes(documents, expected));
  }
}

/// Documents with the field `a` of one kind, sub-documents, repeated names and changing orders.
std::vector<std::string> random_documents(std::mt19937_64& random, const std::string& kind,
                                          std::size_t count, std::uint64_t spread) {
  std::vector<std::string> documents;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::pair<std::string, bson::Value>> fields;
    if (random() % 4 != 0) fields.emplace_back("_id", test::int32_value(static_cast<int>(i)));
    if (random() % 8 != 0) fields.emplace_back("a", test::random_value_of(kind, random, spread));
    if (random() % 16 == 0) fields.emplace_back("ignored", test::random_value(random));
    if (random() % 2 != 0) {
      const bson::Value inner = test::document_value({{"c", test::random_value(random)}});
      const bson::Value b = random() % 4 == 0   ? test::random_value(random)
                            : random() % 8 == 0 ? test::array_value({inner})
                                                : inner;
      const bson::Value s = test::document_value({{"b", b}, {"b", test::int32_value(7)}});
      fields.emplace_back("s", random() % 16 == 0 ? test::array_value({s}) : s);
    }
    if (random() % 16 == 0) fields.emplace_back("a", test::int32_value(-1));
    if (fields.empty()) fields.emplace_back("_id", test::int32_value(-5));
    if (random() % 4 == 0) std::swap(fields.front(), fields.back());
    documents.push_back(test::document_of(fields));
  }
  return documents;
}

class EncodeProperty : public testing::TestWithParam<std::string> {};

TEST_P(EncodeProperty, AgreesWithMapsAndLoops) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    std::mt19937_64 random(seed);
    const std::size_t counts[] = {0, 1, 2, 3, 31, 32, 33, 64, 100, 257, 500, 1000};
    const std::size_t count = counts[seed - 1];
    const std::uint64_t spread = seed % 3 == 0 ? 5 : seed % 3 == 1 ? 100000 : 300;
    const auto documents = random_documents(random, GetParam(), count, spread);
    EncodeOptions options;
    options.paths = paths;
    options.arrival = "row";
    for (const std::uint32_t limit : {0u, 3u, 40u}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + " dictionary limit " + std::to_string(limit));
      options.dictionary_limit = limit;
      expect_table(documents, options, 1 + seed * 7, 1 + static_cast<unsigned>(seed % 3));
      if (testing::Test::HasFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, EncodeProperty,
                         testing::Values("ints", "wide ints", "doubles", "numbers",
                                         "binary numbers", "decimals", "strings", "dates", "ids",
                                         "uuids", "documents", "mixed"),
                         [](const auto& kind) {
                           std::string name = kind.param;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

TEST(Encode, ValuesWithEqualFingerprintsAreToldApart) {
  std::mt19937_64 random(5);
  const auto documents = random_documents(random, "mixed", 300, 50);
  EncodeOptions options;
  options.paths = paths;
  options.arrival = "row";
  for (const std::uint64_t mask : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 40}) {
    options.fingerprint_mask = mask;
    expect_table(documents, options, 64, 2);
  }
}

TEST(Encode, HashedColumnsFollowTheOrderOfArrival) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    auto documents = random_documents(random, "numbers", 600, seed % 2 ? 100000 : 20);
    EncodeOptions options;
    options.paths = {"a", "_id", "s.b"};
    options.arrival = "a";
    options.dictionary_limit = seed < 3 ? 10 : 0;
    test::MemoryCollection collection(documents, 50);
    kernels::ThreadPool pool(2);
    datasets::ReadReport report;
    const auto table = encode_columns(collection, options, pool, report);
    // Numbers take the places of numbers, in order and stably.
    const auto timed = [](const std::string& document) {
      switch (test::look_up(document, "a").value.type) {
        case bson::Type::Int32:
        case bson::Type::Int64:
        case bson::Type::Double:
        case bson::Type::Decimal128:
          return true;
        default:
          return false;
      }
    };
    std::vector<std::string> sorted;
    std::copy_if(documents.begin(), documents.end(), std::back_inserter(sorted), timed);
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& x, const auto& y) {
      return compare_values(test::look_up(x, "a").value, test::look_up(y, "a").value) < 0;
    });
    auto next = sorted.begin();
    for (std::string& document : documents)
      if (timed(document)) document = *next++;
    for (const std::string& path : options.paths) {
      const NaiveColumn expected = naive_column(documents, path);
      EXPECT_EQ(table->find(path)->ranks, expected.ranks) << path;
      expect_hashes(table->hashed(path), naive_hashes(documents, expected));
    }
    for (std::size_t i = 0; i < documents.size(); ++i)
      EXPECT_EQ(table->sizes()[i], documents[i].size());
  }
}

TEST(Encode, ManyRowsOfAlmostUniqueValues) {
  std::mt19937_64 random(7);
  std::vector<std::string> documents;
  for (int i = 0; i < 100000; ++i) {
    documents.push_back(test::document_of(
        {{"_id", test::object_id_value(1000 + static_cast<std::uint32_t>(i / 50),
                                       static_cast<std::uint64_t>(i))},
         {"a", test::random_value_of("strings", random, 1000000)},
         {"s",
          test::document_value({{"b", test::int64_value(static_cast<std::int64_t>(random()))}})}}));
  }
  EncodeOptions options;
  options.paths = {"_id", "a", "s.b"};
  options.arrival = "row";
  expect_table(documents, options, 3000, 2);
  options.dictionary_limit = 1000;
  expect_table(documents, options, 3000, 2);
}

}  // namespace
}  // namespace shardsweep::host
