// The document half of the scenarios about identifiers, frequency and values.
#include <bson/bson.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <set>

#include "datasets/generate/calendar.hpp"
#include "datasets/generate/identifiers.hpp"
#include "tests/datasets/generate/documents.hpp"
#include "tests/datasets/generate/measure.hpp"

namespace shardsweep::generate::test {
namespace {

using testing::AllOf;
using testing::Ge;
using testing::Gt;
using testing::Le;
using testing::Lt;

MATCHER(IsOneHotEnd, "") {
  return arg.growth_points == 1 && arg.hottest_range > 0.99;
}
MATCHER(IsSpread, "") {
  return arg.growth_points >= 60 && arg.hottest_range < 0.06;
}

template <class Key>
void expect_random_and_unique(const std::vector<Key>& keys) {
  const auto ranks = ranks_of(keys);
  EXPECT_EQ(distinct(keys), keys.size());
  EXPECT_THAT(correlation_with_rows(ranks), AllOf(Gt(-0.05), Lt(0.05)));
  EXPECT_THAT(median_window(ranks), IsSpread());
}

class KeyPresets : public Generated {};

TEST_P(KeyPresets, AsyaHasOneProlificUser) {
  const Documents documents = make("asya");
  const auto share = shares(documents.numbers("user"));
  EXPECT_THAT(share[0], AllOf(Gt(0.38), Lt(0.42)));
  EXPECT_THAT(share[1], Lt(0.03));
  EXPECT_THAT(share.size(), Gt(500));
  EXPECT_TRUE(std::ranges::is_sorted(documents.numbers("time")));
}

TEST_P(KeyPresets, GameHasRisingObjectIdsAndNoDate) {
  const Documents documents = make("game");
  const auto ids = documents.texts("_id");
  EXPECT_THAT(correlation_with_rows(ranks_of(ids)), Gt(0.999999));
  EXPECT_THAT(median_window(ranks_of(ids)), IsOneHotEnd());
  for (std::size_t row = 0; row < documents.size(); ++row) {
    for (const bson::Element& element : bson::DocumentView(documents.document(row))) {
      ASSERT_NE(element.value.type, bson::Type::Date);
    }
  }
}

TEST_P(KeyPresets, IngestOffersARandomIdAndARisingTime) {
  const Documents documents = make("ingest");
  expect_random_and_unique(documents.texts("event_id"));
  EXPECT_THAT(median_window(ranks_of(documents.numbers("ts"))), IsOneHotEnd());
  const auto share = shares(documents.numbers("account"));
  EXPECT_THAT(share.size(), Gt(800));
  EXPECT_THAT(share[0], Lt(0.05));
}

TEST_P(KeyPresets, ReadmostlyHasARisingNumber) {
  const auto numbers = make("readmostly").numbers("number");
  EXPECT_EQ(rising_share(numbers), 1);
  EXPECT_THAT(median_window(ranks_of(numbers)), IsOneHotEnd());
}

TEST_P(KeyPresets, CommentsHaveRandomIdsAndManyUsers) {
  const Documents documents = make("comments");
  expect_random_and_unique(documents.numbers("id"));
  const auto share = shares(documents.numbers("user"));
  EXPECT_THAT(share.size(), Gt(documents.size() / 15));
  EXPECT_THAT(share[0], Lt(0.05));
}

TEST_P(KeyPresets, ProvincesDifferInSize) {
  const Documents documents = make("provinces");
  const auto share = shares(documents.texts("province"));
  EXPECT_EQ(share.size(), 31);
  EXPECT_THAT(share[0], AllOf(Gt(0.1), Lt(0.125)));
  EXPECT_THAT(share[30], Lt(0.005));
}

TEST_P(KeyPresets, ComposedIdsKeepTheOrderOfTheirParts) {
  const Documents plain = make("composed");
  const auto users = plain.texts("user");
  const auto months = plain.texts("month");
  const auto ids = plain.texts("id");
  const auto uploaded = plain.numbers("uploaded");
  EXPECT_THAT(median_window(ranks_of(plain.texts("_id"))), IsOneHotEnd());
  const auto month_ids = make("composed-month-id").texts("_id");
  EXPECT_EQ(rising_share(month_ids), 1);
  EXPECT_THAT(median_window(ranks_of(month_ids)), IsOneHotEnd());
  const auto user_month_ids = make("composed-user-month-id").texts("_id");
  std::vector<std::string> joined_parts;
  for (std::size_t row = 0; row < plain.size(); ++row) {
    joined_parts.push_back(users[row] + months[row] + ids[row]);
    ASSERT_EQ(months[row], month_text(uploaded[row]));
    ASSERT_EQ(user_month_ids[row], users[row] + "_" + months[row] + "_" + ids[row]);
  }
  EXPECT_EQ(ranks_of(user_month_ids), ranks_of(users, uploaded));
  EXPECT_EQ(ranks_of(user_month_ids), ranks_of(joined_parts));
  const Window window = median_window(ranks_of(user_month_ids));
  EXPECT_THAT(window.growth_points, Ge(30));
  EXPECT_THAT(window.hottest_range, Lt(0.25));
}

TEST_P(KeyPresets, LowcardHasFewValuesAndOneFrequentCountry) {
  const Documents documents = make("lowcard");
  EXPECT_EQ(distinct(documents.texts("gender")), 3);
  EXPECT_EQ(distinct(documents.texts("status")), 5);
  EXPECT_EQ(distinct(documents.texts("continent")), 7);
  const auto countries = documents.texts("country");
  EXPECT_THAT(shares(countries)[0], AllOf(Gt(0.58), Lt(0.62)));
  EXPECT_THAT(distinct(countries), Gt(30));
  const Window window = median_window(ranks_of(countries, documents.texts("_id")));
  EXPECT_THAT(window.hottest_range, AllOf(Gt(0.55), Lt(0.65)));
}

TEST_P(KeyPresets, TwoOfThreeHaveOneFaultEach) {
  const Documents documents = make("two-of-three");
  const auto customers = documents.numbers("customer");
  EXPECT_THAT(distinct(customers), Gt(documents.size() / 10));
  EXPECT_THAT(shares(customers)[0], AllOf(Gt(0.48), Lt(0.52)));
  EXPECT_THAT(shares(customers)[1], Lt(0.01));
  const auto categories = shares(documents.texts("category"));
  EXPECT_EQ(categories.size(), 6);
  EXPECT_THAT(categories, testing::Each(AllOf(Gt(0.155), Lt(0.18))));
  const auto numbers = documents.numbers("number");
  EXPECT_EQ(rising_share(numbers), 1);
  EXPECT_THAT(correlation_with_rows(ranks_of(customers)), AllOf(Gt(-0.05), Lt(0.05)));
}

TEST_P(KeyPresets, UsersHaveRandomVersionFourIds) {
  const Documents documents = make("users");
  expect_random_and_unique(documents.texts("user_id"));
  expect_random_and_unique(documents.texts("user_id_text"));
  for (const auto& value : documents.column("user_id")) {
    ASSERT_EQ(value->bytes.substr(0, 5), std::string_view("\x10\0\0\0\x04", 5));
    ASSERT_EQ(value->bytes[5 + 6] >> 4 & 15, 4);
    ASSERT_EQ(value->bytes[5 + 8] >> 6 & 3, 2);
  }
}

TEST_P(KeyPresets, UniqueHasTwoUniqueFields) {
  const Documents documents = make("unique");
  expect_random_and_unique(documents.numbers("user_id"));
  expect_random_and_unique(documents.texts("email"));
}

TEST_P(KeyPresets, IdentifiersRiseButVersionOneRisesInRuns) {
  const Documents documents = make("uuid7");
  for (const std::string field : {"v7", "ulid", "oid_text"}) {
    const auto keys = documents.texts(field);
    EXPECT_EQ(distinct(keys), keys.size()) << field;
    EXPECT_THAT(correlation_with_rows(ranks_of(keys)), Gt(0.99999)) << field;
    EXPECT_THAT(median_window(ranks_of(keys)).hottest_range, Gt(0.97)) << field;
  }
  const auto snowflakes = documents.numbers("snowflake");
  EXPECT_EQ(distinct(snowflakes), snowflakes.size());
  EXPECT_THAT(median_window(ranks_of(snowflakes)), IsOneHotEnd());
  const auto v1 = documents.texts("v1");
  EXPECT_EQ(distinct(v1), v1.size());
  EXPECT_THAT(correlation_with_rows(ranks_of(v1)), AllOf(Gt(-0.3), Lt(0.3)));
  const double falls = (1 - rising_share(v1)) * static_cast<double>(v1.size() - 1);
  EXPECT_THAT(std::lround(falls), AllOf(Ge(16), Le(17)));  // 7,200 s / 429.5 s
  EXPECT_EQ(v1[0][6] >> 4 & 15, 1);
  EXPECT_EQ(documents.texts("v7")[0][6] >> 4 & 15, 7);
}

TEST_P(KeyPresets, IotSpreadsOverDevices) {
  const Documents documents = make("iot");
  const auto devices = documents.numbers("device");
  const auto times = documents.numbers("ts");
  EXPECT_EQ(distinct(devices), 1000);
  EXPECT_THAT(correlation_with_rows(ranks_of(devices)), AllOf(Gt(-0.05), Lt(0.05)));
  EXPECT_THAT(median_window(ranks_of(devices, times)).growth_points, Ge(60));
  EXPECT_THAT(median_window(ranks_of(times)), IsOneHotEnd());
}

TEST_P(KeyPresets, NewDevicesWriteAndOldOnesFallSilent) {
  const Documents documents = make("iot-new-devices");
  const auto devices = documents.numbers("device");
  const auto times = documents.numbers("ts");
  EXPECT_THAT(distinct(devices), Ge(400));
  const std::size_t window = documents.size() / 100;
  std::int64_t newest = 0;
  for (std::size_t first = 0; first < devices.size(); first += window) {
    const auto begin = devices.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = begin + static_cast<std::ptrdiff_t>(window);
    const std::int64_t before = newest;
    newest = std::max(newest, *std::max_element(begin, end));
    if (first == 0) continue;
    EXPECT_THAT(newest - before, Ge(20)) << "window from row " << first;
    EXPECT_THAT(*std::min_element(begin, end), Gt(before - 10)) << "window from row " << first;
  }
  EXPECT_THAT(median_window(ranks_of(devices, times)).hottest_range, Gt(0.9));
  std::vector<std::uint64_t> hashed;
  for (const std::int64_t device : devices)
    hashed.push_back(mix(static_cast<std::uint64_t>(device)));
  EXPECT_THAT(median_window(ranks_of(hashed, times)).hottest_shard, Lt(0.5));
}

TEST_P(KeyPresets, OrdersCountUpAndTheirTwinIsRandom) {
  const Documents orders = make("orders");
  const auto numbers = orders.numbers("order_id");
  EXPECT_EQ(numbers.front(), 1);
  EXPECT_EQ(numbers.back(), static_cast<std::int64_t>(orders.size()));
  EXPECT_EQ(rising_share(numbers), 1);
  EXPECT_TRUE(std::ranges::is_sorted(orders.numbers("created")));
  expect_random_and_unique(make("orders-random").numbers("order_id"));
}

TEST_P(KeyPresets, EveryOrderFindsItsCustomer) {
  const auto bought = make("lookup").numbers("customer");
  const Recipe of_customers{GetParam().seed, std::max<std::uint64_t>(bought.size() / 10, 1000)};
  const auto known = Documents("lookup-customers", of_customers).numbers("customer");
  const std::set<std::int64_t> customers(known.begin(), known.end());
  EXPECT_EQ(customers.size(), known.size());
  for (const std::int64_t customer : bought) ASSERT_TRUE(customers.contains(customer)) << customer;
}

double number_of(const bson::ValueView& value) {
  if (value.type == bson::Type::Double) return value.as_double();
  bson_decimal128_t decimal;
  decimal.low = bson::load<std::uint64_t>(value.bytes.data());
  decimal.high = bson::load<std::uint64_t>(value.bytes.data() + 8);
  char text[BSON_DECIMAL128_STRING];
  bson_decimal128_to_string(&decimal, text);
  return std::strtod(text, nullptr);
}

TEST_P(KeyPresets, FloatsLoseTheirFractionsAndMixWithDecimals) {
  const Documents documents = make("floats");
  const auto prices = documents.doubles("price");
  std::vector<double> whole;
  for (const double price : prices) whole.push_back(std::trunc(price));
  EXPECT_THAT(distinct(prices), Gt(10 * distinct(whole)));
  std::set<double> doubles;
  std::set<double> decimals;
  for (const auto& value : documents.column("amount")) {
    (value->type == bson::Type::Double ? doubles : decimals).insert(number_of(value.value()));
  }
  std::vector<double> both;
  std::ranges::set_intersection(doubles, decimals, std::back_inserter(both));
  EXPECT_THAT(both.size(), Gt(1000));
  EXPECT_TRUE(std::ranges::any_of(both, [](double x) { return x != std::trunc(x); }));
  EXPECT_THAT(doubles.size(), Gt(3000));
  EXPECT_THAT(decimals.size(), Gt(3000));
}

TEST_P(KeyPresets, NullsAreMissingOrExplicitInTwoOfFive) {
  const Documents documents = make("nulls");
  const auto rows = static_cast<double>(documents.size());
  std::size_t missing = 0;
  for (const auto& value : documents.column("code")) missing += !value.has_value();
  EXPECT_THAT(static_cast<double>(missing) / rows, AllOf(Gt(0.38), Lt(0.42)));
  std::size_t nulls = 0;
  for (const auto& value : documents.column("partner")) {
    nulls += value.value().type == bson::Type::Null;
  }
  EXPECT_THAT(static_cast<double>(nulls) / rows, AllOf(Gt(0.38), Lt(0.42)));
}

std::vector<std::size_t> array_rows(const Documents& documents) {
  std::vector<std::size_t> rows;
  const auto tags = documents.column("tag");
  for (std::size_t row = 0; row < tags.size(); ++row) {
    if (tags[row].value().type == bson::Type::Array) rows.push_back(row);
  }
  return rows;
}

TEST_P(KeyPresets, ArraysAreThree) {
  const auto rows = array_rows(make("arrays"));
  EXPECT_EQ(rows.size(), 3);
  const auto elsewhere =
      array_rows(Documents("arrays", {GetParam().seed + 100, GetParam().documents}));
  EXPECT_NE(rows, elsewhere);
}

TEST_P(KeyPresets, TenantsAreAThousandAndOneIsLarge) {
  const Documents documents = make("tenants");
  const auto tenants = documents.texts("tenant");
  const auto share = shares(tenants);
  EXPECT_EQ(share.size(), 1000);
  EXPECT_THAT(share[0], AllOf(Gt(0.28), Lt(0.32)));
  EXPECT_THAT(share[1], Lt(0.02));
  const Window window = median_window(ranks_of(tenants, documents.texts("_id")));
  EXPECT_THAT(window.hottest_range, AllOf(Gt(0.26), Lt(0.34)));
  EXPECT_THAT(correlation_with_rows(ranks_of(documents.texts("_id"))), Gt(0.999));
}

INSTANTIATE_TEST_SUITE_P(Cases, KeyPresets, all_cases(), case_name);

TEST(ArraysPreset, HasThreeInAMillion) {
  const Preset& preset = *find_preset("arrays");
  const Recipe recipe{9, 1'334'000};
  std::string document;
  std::size_t arrays = 0;
  for (std::uint64_t row = 0; row < recipe.documents; ++row) {
    document.clear();
    append_document(preset, recipe, row, document);
    arrays += (++bson::DocumentView(document).begin())->value.type == bson::Type::Array;
  }
  EXPECT_EQ(arrays, 4);
}

TEST(SampledPreset, IsOneOfEachHundredOfTheWhole) {
  const std::pair<std::string, std::string> pairs[] = {{"sampled", "tenants"},
                                                       {"sampled-hosts", "hosts"}};
  for (const auto& [sample_name, whole_name] : pairs) {
    const Documents sample(sample_name, {3, 1000});
    const Documents whole(whole_name, {3, 100'000});
    std::set<std::size_t> places;
    for (std::size_t row = 0; row < sample.size(); ++row) {
      std::size_t at = 100 * row;
      while (at < 100 * row + 100 && whole.document(at) != sample.document(row)) ++at;
      ASSERT_LT(at, 100 * row + 100) << sample_name << " row " << row;
      places.insert(at % 100);
    }
    EXPECT_THAT(places.size(), testing::Gt(90)) << "the place within a hundred is random";
  }
}

}  // namespace
}  // namespace shardsweep::generate::test
