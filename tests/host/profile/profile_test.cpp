// The profile against loops over documents.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>

#include "host/profile/class_fingerprint.hpp"
#include "host/profile/distinct_sketch.hpp"
#include "host/profile/profile.hpp"
#include "host/values/order.hpp"
#include "tests/host/columns/naive_columns.hpp"
#include "tests/host/columns/random_documents.hpp"
#include "tests/support/memory_collection.hpp"

namespace shardsweep::host {
namespace {

using testing::ElementsAre;

Profile profile(const std::vector<std::string>& documents, ProfileOptions options = {},
                std::size_t per_batch = 100, unsigned threads = 2) {
  test::MemoryCollection collection(documents, per_batch);
  kernels::ThreadPool pool(threads);
  datasets::ReadReport report;
  Profile result = profile_documents(collection, options, pool, report);
  EXPECT_EQ(report.documents, documents.size());
  return result;
}

std::vector<std::string> paths_of(const Profile& profile) {
  std::vector<std::string> paths;
  for (const FieldProfile& field : profile.fields) paths.push_back(field.path);
  return paths;
}

/// What a look at every document finds; missing is null.
struct NaiveField {
  std::map<bson::Type, std::uint64_t> types;
  std::map<bson::Value, std::uint64_t, test::ValueLess> classes;
  std::uint64_t missing = 0, arrays = 0, empty_bytes = 0, string_bytes = 0, fractional = 0;
  std::optional<std::uint64_t> first_array_row;
};

NaiveField naive_field(const std::vector<std::string>& documents, const std::string& path) {
  NaiveField field;
  std::optional<bson::Value> previous;
  for (std::size_t row = 0; row < documents.size(); ++row) {
    const test::AtPath at = test::look_up(documents[row], path);
    if (at.array && field.arrays++ == 0) field.first_array_row = row;
    field.missing += at.missing ? 1 : 0;
    if (at.missing) {
      field.empty_bytes += documents[row].size();
      ++field.classes[bson::Value{}];
      continue;
    }
    ++field.types[at.array ? bson::Type::Array : at.value.type];
    if (at.array) continue;
    ++field.classes[at.value];
    if (at.value.type == bson::Type::String)
      field.string_bytes += bson::ValueView(at.value).as_string().size();
    if (at.value.type == bson::Type::Null) {
      field.empty_bytes += documents[row].size();
      continue;
    }
    if (at.value.type == bson::Type::Double) {
      const double number = bson::ValueView(at.value).as_double();
      field.fractional += std::isfinite(number) && std::floor(number) != number ? 1 : 0;
    }
  }
  return field;
}

void expect_field(const FieldProfile& actual, const std::vector<std::string>& documents) {
  SCOPED_TRACE("path " + actual.path);
  const NaiveField expected = naive_field(documents, actual.path);
  EXPECT_EQ(actual.types, expected.types);
  EXPECT_EQ(actual.missing, expected.missing);
  EXPECT_EQ(actual.present + actual.missing, documents.size());
  EXPECT_EQ(actual.arrays, expected.arrays);
  EXPECT_EQ(actual.first_array_row, expected.first_array_row);
  EXPECT_EQ(actual.missing_or_null_bytes, expected.empty_bytes);
  EXPECT_EQ(actual.fractional_doubles, expected.fractional);
  if (expected.arrays != 0) return;  // what arrays weigh is not looked at
  EXPECT_EQ(actual.distinct_estimate, expected.classes.size());
  EXPECT_EQ(actual.distinct_error, 0);
  const auto strings = expected.types.find(bson::Type::String);
  const double count = strings == expected.types.end() ? 0 : static_cast<double>(strings->second);
  EXPECT_NEAR(actual.average_string_bytes * count, static_cast<double>(expected.string_bytes),
              1e-6);
}

std::vector<std::string> random_documents(std::uint64_t seed, const std::string& kind, int count) {
  std::mt19937_64 random(seed);
  std::vector<std::string> documents;
  for (int i = 0; i < count; ++i) {
    std::vector<std::pair<std::string, bson::Value>> fields{{"_id", test::int32_value(i)}};
    if (random() % 8 != 0) fields.emplace_back("a", test::random_value_of(kind, random, 30));
    if (random() % 2 != 0) {
      const bson::Value deep =
          test::document_value({{"c", test::random_value_of(kind, random, 5)}});
      const bson::Value s = test::document_value({{"b", deep}, {"b", test::int32_value(7)}});
      fields.emplace_back("s", random() % 16 == 0 ? test::array_value({s}) : s);
    }
    if (random() % 16 == 0) fields.emplace_back("a", test::int32_value(-1));
    if (random() % 4 == 0) std::swap(fields.front(), fields.back());
    documents.push_back(test::document_of(fields));
  }
  return documents;
}

class ProfileProperty : public testing::TestWithParam<std::string> {};

TEST_P(ProfileProperty, AgreesWithLoops) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const int counts[] = {0, 1, 2, 99, 100, 700};
    const auto documents = random_documents(seed, GetParam(), counts[seed - 1]);
    const Profile result = profile(documents, {}, seed * 11, static_cast<unsigned>(1 + seed % 3));
    EXPECT_EQ(result.documents, documents.size());
    std::uint64_t bytes = 0;
    for (const std::string& document : documents) bytes += document.size();
    EXPECT_EQ(result.bytes, bytes);
    for (const FieldProfile& field : result.fields) expect_field(field, documents);
    if (documents.size() > 50) {
      EXPECT_THAT(paths_of(result), testing::IsSupersetOf({"_id", "a", "s", "s.b", "s.b.c"}));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, ProfileProperty,
                         testing::Values("ints", "doubles", "numbers", "strings", "dates", "ids",
                                         "uuids"));

TEST(Profile, DoesNotDependOnThreadsOrBatches) {
  const auto documents = random_documents(9, "mixed", 3000);
  ProfileOptions options;
  options.max_paths = 4;
  const Profile one = profile(documents, options, 100, 1);
  for (const unsigned threads : {2u, 3u}) {
    for (const std::size_t per_batch : {std::size_t{1}, std::size_t{64}, std::size_t{5000}}) {
      const Profile other = profile(documents, options, per_batch, threads);
      ASSERT_EQ(paths_of(one), paths_of(other));
      EXPECT_EQ(one.other_paths, other.other_paths);
      EXPECT_EQ(one.other_path_examples, other.other_path_examples);
      for (std::size_t i = 0; i < one.fields.size(); ++i) {
        EXPECT_EQ(one.fields[i].types, other.fields[i].types);
        EXPECT_EQ(one.fields[i].distinct_estimate, other.fields[i].distinct_estimate);
      }
    }
  }
}

TEST(Profile, ListsPathsInOrderOfAppearance) {
  const Profile result =
      profile({test::document_of({{"b", test::int32_value(1)}}),
               test::document_of({{"a", test::document_value({{"x", test::int32_value(1)}})}}),
               test::document_of({{"c", test::int32_value(1)}, {"a", test::int32_value(1)}})});
  EXPECT_THAT(paths_of(result), ElementsAre("b", "a", "a.x", "c"));
  EXPECT_EQ(result.fields[2].depth, 2);
}

TEST(Profile, AnArrayCountsOnAllPathsBelowIt) {
  const bson::Value inner = test::document_value({{"b", test::int32_value(1)}});
  const Profile result = profile({test::document_of({{"a", test::int32_value(1)}}),
                                  test::document_of({{"a", test::array_value({inner})}}),
                                  test::document_of({{"a", inner}})});
  ASSERT_THAT(paths_of(result), ElementsAre("a", "a.b"));
  EXPECT_EQ(result.fields[1].arrays, 1u);
  EXPECT_EQ(result.fields[1].first_array_row, 1u);
  EXPECT_EQ(result.fields[1].missing, 2u);
}

TEST(Profile, PathsOverTheLimitAreCountedAndNamed) {
  std::vector<std::pair<std::string, bson::Value>> fields;
  for (int i = 0; i < 12; ++i) fields.emplace_back("f" + std::to_string(i), test::int32_value(i));
  fields.emplace_back("dotted.name", test::int32_value(1));
  ProfileOptions options;
  options.max_paths = 5;
  const Profile result = profile({test::document_of(fields), test::document_of(fields)}, options);
  EXPECT_THAT(paths_of(result), ElementsAre("f0", "f1", "f2", "f3", "f4"));
  EXPECT_EQ(result.other_paths, 7u) << "no key could name the dotted one";
  EXPECT_EQ(result.other_paths_error, 0);
  EXPECT_FALSE(result.other_paths_at_least);
  EXPECT_TRUE(result.date_paths_beyond.empty());
  EXPECT_THAT(result.other_path_examples, ElementsAre("f5", "f6", "f7", "f8", "f9"));
  EXPECT_TRUE(result.wide_families.empty());
}

TEST(Profile, DatesBeyondTheLimitAreNamed) {
  // Beyond the spare places too, where paths are not followed at all.
  for (const int others : {10, 700}) {
    std::vector<std::pair<std::string, bson::Value>> fields;
    for (int i = 0; i < others; ++i)
      fields.emplace_back("f" + std::to_string(i), test::int32_value(i));
    fields.emplace_back("", test::date_value(1));
    fields.emplace_back("no.path", test::date_value(1));
    fields.emplace_back("created", test::date_value(1));
    ProfileOptions options;
    options.max_paths = 5;
    const Profile flat = profile({test::document_of(fields), test::document_of(fields)}, options);
    EXPECT_THAT(flat.date_paths_beyond, ElementsAre("created"));
    EXPECT_EQ(flat.other_paths, static_cast<unsigned>(others) + 1 - 5);
    EXPECT_FALSE(flat.other_paths_at_least);
    for (int i = 0; i < 20; ++i) fields.emplace_back("d" + std::to_string(i), test::date_value(1));
    fields.emplace_back("s", test::document_value({{"x", test::int32_value(1)}}));
    const Profile deep = profile({test::document_of(fields)}, options);
    EXPECT_EQ(deep.date_paths_beyond.size(), Profile::most_date_paths);
    EXPECT_EQ(deep.other_paths_at_least, others == 700);
    EXPECT_EQ(deep.other_paths, static_cast<unsigned>(others) + 22 - 5 + (others == 10 ? 1 : 0));
  }
}

TEST(Profile, StopsAtTheDepthLimit) {
  ProfileOptions options;
  options.max_depth = 2;
  const bson::Value c = test::document_value({{"c", test::int32_value(1)}});
  const Profile result =
      profile({test::document_of({{"a", test::document_value({{"b", c}})}})}, options);
  EXPECT_THAT(paths_of(result), ElementsAre("a", "a.b"));
}

TEST(Profile, AFamilyOfDynamicKeysLeavesRoomForOtherFields) {
  std::vector<std::string> documents;
  for (int i = 0; i < 500; ++i) {
    const bson::Value attributes = test::document_value(
        {{"k" + std::to_string(2 * i), test::int32_value(1)},
         {"k" + std::to_string(2 * i + 1), test::document_value({{"x", test::int32_value(1)}})}});
    std::vector<std::pair<std::string, bson::Value>> fields{{"attributes", attributes}};
    if (i > 200) fields.emplace_back("late", test::int32_value(i));
    documents.push_back(test::document_of(fields));
  }
  const Profile result = profile(documents);
  EXPECT_THAT(paths_of(result), ElementsAre("attributes", "late"));
  ASSERT_EQ(result.wide_families.size(), 1u);
  EXPECT_EQ(result.wide_families.at("attributes"), 1000u);
  EXPECT_EQ(result.fields[1].missing, 201u);
}

TEST(Profile, EveryDocumentWithANameOfItsOwnStaysSmallAndFast) {
  std::vector<std::string> documents;
  constexpr int count = 200000;
  for (int i = 0; i < count; ++i)
    documents.push_back(test::document_of({{"name" + std::to_string(i), test::int32_value(i)}}));
  const auto begin = std::chrono::steady_clock::now();
  const Profile result = profile(documents, {}, 5000);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  EXPECT_EQ(result.fields.size(), 256u);
  EXPECT_NEAR(static_cast<double>(result.wide_families.at("")), count, 0.03 * count);
  EXPECT_NEAR(static_cast<double>(result.other_paths), count, 0.03 * count);
  EXPECT_NEAR(result.other_paths_error, 0.008, 0.0005);
}

TEST(DistinctSketch, IsExactUpToItsLimitAndCloseBeyond) {
  std::mt19937_64 random(1);
  DistinctSketch sketch;
  for (std::uint32_t i = 1; i <= DistinctSketch::exact_limit; ++i) {
    const std::uint64_t value = i == 5 ? 0 : random();
    sketch.add(value);
    sketch.add(value);
    if (i < DistinctSketch::exact_limit) {
      ASSERT_EQ(sketch.estimate(), i);
    }
  }
  EXPECT_EQ(sketch.relative_error(), 0);
  std::uint64_t added = DistinctSketch::exact_limit;
  for (const std::uint64_t target : {2000u, 20000u, 200000u, 2000000u}) {
    for (; added < target; ++added) sketch.add(random());
    const auto error = static_cast<double>(sketch.estimate()) / static_cast<double>(target) - 1;
    EXPECT_LT(std::abs(error), 4 * sketch.relative_error()) << target;
  }
  EXPECT_NEAR(sketch.relative_error(), 0.008125, 1e-6);
}

TEST(ClassFingerprint, IsEqualForEqualNumbersOfAllTypes) {
  std::mt19937_64 random(3);
  std::vector<bson::Value> values;
  for (const char* text :
       {"0.5", "-0.5", "1.25E+2", "1E+19", "9223372036854775808", "-9223372036854775808", "0.10",
        "0.1", "1E+300", "-2.5E-10", "18446744073709551616", "Infinity", "NaN"})
    values.push_back(test::decimal_value(text));
  for (const double number : {0.5, -0.5, 125.0, 1e19, 0x1p63, -0x1p63, 0.1, 0x1p64, 0x1p-30,
                              std::numeric_limits<double>::infinity(), std::nan("")})
    values.push_back(test::double_value(number));
  for (int i = 0; i < 300; ++i) values.push_back(test::random_value_of("numbers", random, 50));
  for (const bson::Value& a : values) {
    for (const bson::Value& b : values) {
      const bool equal = compare_numbers(a, b) == 0;
      EXPECT_EQ(class_fingerprint(a) == class_fingerprint(b), equal);
    }
  }
  // Powers of two, some by the factor 2^61 or 2^31 apart, each in both notations.
  std::set<std::uint64_t> seen;
  for (int exponent = -860; exponent <= 1020; ++exponent)
    EXPECT_TRUE(seen.insert(class_fingerprint(test::double_value(std::ldexp(1, exponent)))).second)
        << "2^" << exponent;
  bson::Value symbol = test::text_value("x");
  symbol.type = bson::Type::Symbol;
  EXPECT_EQ(class_fingerprint(test::text_value("x")), class_fingerprint(symbol));
  EXPECT_NE(class_fingerprint(test::date_value(1)), class_fingerprint(test::int64_value(1)));
}

}  // namespace
}  // namespace shardsweep::host
