// Sizes, filters, faults and limits of encode_columns.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "datasets/error.hpp"
#include "host/columns/encode.hpp"
#include "host/columns/gathered_columns.hpp"
#include "tests/host/columns/random_documents.hpp"
#include "tests/support/memory_collection.hpp"

namespace shardsweep::host {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::unique_ptr<ColumnTable> encode(datasets::Collection& collection,
                                    const EncodeOptions& options) {
  kernels::ThreadPool pool(2);
  datasets::ReadReport report;
  return encode_columns(collection, options, pool, report);
}

EncodeOptions by_row() {
  EncodeOptions options;
  options.paths = {"a"};
  options.arrival = "row";
  return options;
}

template <class Error>
std::string error_of(datasets::Collection& collection, const EncodeOptions& options) {
  try {
    encode(collection, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error of the kind";
}

TEST(EncodeLimits, SizesFromAField) {
  test::MemoryCollection collection({test::document_of({{"a", test::int32_value(500)}}),
                                     test::document_of({{"a", test::double_value(7.9)}}),
                                     test::document_of({{"b", test::int32_value(1)}}),
                                     test::document_of({{"a", test::decimal_value("12")}}),
                                     test::document_of({{"a", test::text_value("x")}})});
  EncodeOptions options = by_row();
  options.size_field = "a";
  const auto table = encode(collection, options);
  EXPECT_THAT(table->sizes(), ElementsAre(500, 7, 0, 12, 0));
  EXPECT_EQ(table->total_bytes(), 519u);
  EXPECT_EQ(table->rows_without_size(), 2u);
}

TEST(EncodeLimits, ASizeThatCannotBeIsRefusedWithItsRow) {
  for (const auto& [bad, text] : {std::pair{test::int32_value(-1), "-1"},
                                  std::pair{test::int64_value(4294967296), "4294967296"}}) {
    test::MemoryCollection collection(
        {test::document_of({{"a", test::int32_value(500)}}), test::document_of({{"a", bad}})});
    EncodeOptions options = by_row();
    options.size_field = "a";
    EXPECT_THAT(error_of<datasets::DataError>(collection, options),
                HasSubstr(std::string("row 1: ") + text + " in --size-field a"));
  }
}

TEST(EncodeLimits, KeepsOnlyTheRowsAskedFor) {
  test::MemoryCollection collection({}, 3);
  for (int i = 0; i < 20; ++i) collection.add(test::document_of({{"a", test::int32_value(i)}}));
  collection.add(test::document_of({{"a", test::array_value({})}}));
  EncodeOptions options = by_row();
  std::vector<std::uint64_t> asked;
  options.keep_row = [&](std::uint64_t row) {
    asked.push_back(row);
    return row % 5 == 0;
  };
  const auto table = encode(collection, options);
  ASSERT_EQ(table->rows(), 5u);
  EXPECT_THAT(table->fields()[0].ranks, ElementsAre(1, 2, 3, 4, 0));
  EXPECT_EQ(table->fields()[0].first_array_row, 20u);
  ASSERT_EQ(asked.size(), 21u);
  for (std::size_t i = 0; i < asked.size(); ++i) EXPECT_EQ(asked[i], i);
}

TEST(EncodeLimits, MemoryOverTheBudgetIsOneSentence) {
  test::MemoryCollection collection({}, 100);
  for (int i = 0; i < 1000; ++i) collection.add(test::document_of({{"a", test::int32_value(i)}}));
  EncodeOptions options = by_row();
  options.memory_bytes = 1000;
  EXPECT_THAT(error_of<datasets::ResourceError>(collection, options),
              HasSubstr("MiB of --memory; raise --memory, or name fewer fields with --fields"));
}

/// Texts are kept value by value: 8192 of them take far more to rank than to keep.
test::MemoryCollection two_columns_of_texts() {
  test::MemoryCollection collection({}, 500);
  for (int i = 0; i < 8192; ++i)
    collection.add(test::document_of({{"a", test::text_value(std::to_string(i * 7919 % 8192))},
                                      {"b", test::text_value(std::to_string(i * 104729 % 8192))}}));
  return collection;
}

EncodeOptions two_columns_with(std::uint64_t memory_bytes) {
  EncodeOptions options = by_row();
  options.paths = {"a", "b"};
  options.dictionary_limit = 10;
  options.memory_bytes = memory_bytes;
  return options;
}

TEST(EncodeLimits, RankingCountsAgainstTheBudget) {
  // A row takes at most 9 bytes of text and an offset in both columns, half as much again while
  // they grow, and a size, twice while it does; ranking takes 36 bytes a row of a column.
  constexpr std::uint64_t values = 8192 * (2 * 17 * 3 / 2 + 2 * 4);
  constexpr std::uint64_t ranking = 8192 * 36;
  test::MemoryCollection collection = two_columns_of_texts();
  const auto plenty = encode(collection, two_columns_with(UINT64_MAX));
  const auto one_by_one = encode(collection, two_columns_with(values + ranking));
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(one_by_one->fields()[i].ranks, plenty->fields()[i].ranks);
  EXPECT_THAT(error_of<datasets::ResourceError>(collection, two_columns_with(ranking)),
              HasSubstr("the values of 2 fields of "));
}

TEST(EncodeLimits, AsManyColumnsAreRankedAtOnceAsFit) {
  test::MemoryCollection collection = two_columns_of_texts();
  kernels::ThreadPool pool(2);
  EncodeOptions options = two_columns_with(UINT64_MAX);
  const auto affordable = [&](std::uint64_t memory_bytes) {
    options.memory_bytes = UINT64_MAX;  // while reading
    GatheredColumns gathered(options.paths, options, pool);
    gathered.read(*collection.read());
    options.memory_bytes = gathered.memory_bytes() + memory_bytes;
    return gathered.affordable_rankings();
  };
  constexpr std::uint64_t one = 8192 * 36;
  EXPECT_EQ(affordable(one - 1), 0u);
  EXPECT_EQ(affordable(one), 1u);
  EXPECT_EQ(affordable(2 * one - 1), 1u);
  EXPECT_EQ(affordable(2 * one), 2u);
  EXPECT_EQ(affordable(100 * one), 2u);
}

TEST(EncodeLimits, AMissingTemporaryFolderIsNamed) {
  test::MemoryCollection collection({test::document_of({{"a", test::int32_value(1)}})});
  EncodeOptions options = by_row();
  options.temp_directory = "/nowhere/at/all";
  EXPECT_THAT(error_of<datasets::ResourceError>(collection, options),
              HasSubstr("cannot create a temporary file in /nowhere/at/all: No such file or "
                        "directory; name a folder with more room by --temp"));
}

TEST(EncodeLimits, AFullDiskIsNamed) {
  test::MemoryCollection collection({}, 500);
  for (int i = 0; i < 5000; ++i)
    collection.add(
        test::document_of({{"a", test::text_value(std::string(1000, 'x') + std::to_string(i))}}));
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{100000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string error = error_of<datasets::ResourceError>(collection, by_row());
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(error,
              HasSubstr("cannot write the distinct values of a field to a temporary file in "));
  EXPECT_THAT(error, HasSubstr("by --temp"));
}

/// Fails in the middle of a reading.
class BrokenCollection : public test::MemoryCollection {
 public:
  using test::MemoryCollection::MemoryCollection;
  std::unique_ptr<datasets::DocumentSource> read() override {
    return std::make_unique<Broken>(test::MemoryCollection::read());
  }

 private:
  class Broken : public datasets::DocumentSource {
   public:
    explicit Broken(std::unique_ptr<datasets::DocumentSource> inner) : inner_(std::move(inner)) {}
    bool next(datasets::DocumentBatch& batch) override {
      if (++calls_ == 6) throw datasets::DataError("broken at byte 7");
      return inner_->next(batch);
    }
    datasets::ReadProgress progress() const override { return inner_->progress(); }
    const datasets::ReadReport& report() const override { return inner_->report(); }

   private:
    std::unique_ptr<datasets::DocumentSource> inner_;
    int calls_ = 0;
  };
};

TEST(EncodeLimits, AReadersErrorComesThrough) {
  BrokenCollection collection({}, 1);
  for (int i = 0; i < 20; ++i) collection.add(test::document_of({{"a", test::int32_value(i)}}));
  EXPECT_EQ(error_of<datasets::DataError>(collection, by_row()), "broken at byte 7");
}

TEST(EncodeLimits, TooManyRowsNameTheLimit) {
  check_row_limit(4294967294);
  try {
    check_row_limit(4294967295);
    FAIL() << "one row too many was accepted";
  } catch (const datasets::ResourceError& error) {
    EXPECT_THAT(error.what(), HasSubstr("more than 4294967294 documents"));
  }
}

TEST(EncodeLimits, StopsWhenAsked) {
  test::MemoryCollection collection({test::document_of({{"a", test::int32_value(1)}})});
  std::stop_source stop;
  stop.request_stop();
  EncodeOptions options = by_row();
  options.stop = stop.get_token();
  EXPECT_EQ(encode(collection, options)->rows(), 0u);
}

TEST(EncodeLimits, EqualDoubleAndDecimalOfOneClassHashApart) {
  test::MemoryCollection collection({test::document_of({{"a", test::double_value(3.5)}}),
                                     test::document_of({{"a", test::decimal_value("3.5")}}),
                                     test::document_of({{"a", test::double_value(3.5)}})});
  const auto table = encode(collection, by_row());
  EXPECT_EQ(table->fields()[0].distinct, 1u);
  const HashedColumn& hashed = table->hashed("a");
  EXPECT_EQ(hashed.hashes.size(), 2u);
  EXPECT_EQ(hashed.ranks[0], hashed.ranks[2]);
  EXPECT_NE(hashed.ranks[0], hashed.ranks[1]);
  EXPECT_EQ(&table->hashed("a"), &hashed);
}

}  // namespace
}  // namespace shardsweep::host
