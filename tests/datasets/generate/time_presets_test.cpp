// The document half of the scenarios about time, growth and arrival, measured from the documents.
#include <gmock/gmock.h>

#include <algorithm>

#include "datasets/generate/calendar.hpp"
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
MATCHER(HasNoHotEnd, "") {
  return arg.growth_points >= 30 && arg.hottest_range < 0.25;
}

std::vector<std::string> months_of(const std::vector<std::int64_t>& times) {
  std::vector<std::string> months;
  for (const std::int64_t time : times) months.push_back(month_text(time));
  return months;
}

class TimePresets : public Generated {};

TEST_P(TimePresets, HostsChatAndTimeRises) {
  const Documents documents = make("hosts");
  const auto hosts = documents.texts("hostname");
  const auto times = documents.numbers("ts");
  const auto share = shares(hosts);
  EXPECT_EQ(share.size(), 200);
  EXPECT_THAT(share[0], AllOf(Gt(0.14), Lt(0.18)));
  EXPECT_THAT(share[0] + share[1] + share[2] + share[3] + share[4], Gt(0.38));
  EXPECT_THAT(share[5], Lt(0.01));
  EXPECT_TRUE(std::ranges::is_sorted(times));
  EXPECT_THAT(median_window(ranks_of(times)), IsOneHotEnd());
  const Window window = median_window(ranks_of(hosts, times));
  EXPECT_THAT(window, HasNoHotEnd());
  EXPECT_THAT(window.hottest_shard, Ge(share[0]));
}

TEST_P(TimePresets, ShuffledRowsAreTheSameDocumentsInNoOrder) {
  for (const std::string name : {"hosts", "game"}) {
    const Documents ordered = make(name);
    const Documents shuffled = make(name == "hosts" ? "shuffled" : "shuffled-game");
    const auto ids = shuffled.texts("_id");
    EXPECT_THAT(correlation_with_rows(ranks_of(ids)), AllOf(Gt(-0.05), Lt(0.05)));
    EXPECT_THAT(rising_share(ids), AllOf(Gt(0.45), Lt(0.55)));
    std::vector<std::string_view> before;
    std::vector<std::string_view> after;
    for (std::size_t row = 0; row < ordered.size(); ++row) {
      before.push_back(ordered.document(row));
      after.push_back(shuffled.document(row));
    }
    std::ranges::sort(before);
    std::ranges::sort(after);
    EXPECT_TRUE(before == after) << name;
  }
}

TEST_P(TimePresets, ShuffledTimelessHoldsNoTime) {
  const Documents documents = make("shuffled-timeless");
  for (std::size_t row = 0; row < documents.size(); ++row) {
    for (const bson::Element& element : bson::DocumentView(documents.document(row))) {
      ASSERT_NE(element.value.type, bson::Type::Date);
      ASSERT_NE(element.value.type, bson::Type::ObjectId);
      ASSERT_NE(element.value.type, bson::Type::Timestamp);
    }
  }
  EXPECT_THAT(correlation_with_rows(ranks_of(documents.texts("_id"))), AllOf(Gt(-0.05), Lt(0.05)));
}

TEST_P(TimePresets, BlogFillsThreeYearsAndMonthWithAuthorGrowsInTheRunningMonth) {
  const Documents documents = make("blog");
  const auto created = documents.numbers("created");
  const auto authors = documents.texts("author");
  EXPECT_TRUE(std::ranges::is_sorted(created));
  EXPECT_THAT(median_window(ranks_of(created)), IsOneHotEnd());
  EXPECT_THAT(median_window(ranks_of(authors, created)), HasNoHotEnd());
  EXPECT_THAT(shares(authors)[0], Lt(0.06));
  auto months = months_of(created);
  EXPECT_EQ(distinct(months), 36);
  for (std::string& month : months) month = month.substr(5);
  EXPECT_EQ(distinct(months), 12);
  const auto ranks = ranks_of(months, authors);
  const auto windows = windows_of(ranks);
  EXPECT_THAT(median_window(ranks).hottest_shard, Gt(0.5));
  EXPECT_THAT(windows.front().growth_points, Gt(20));  // the first month, spread over authors
  // Of 36 windows the second is February 2022 but for half a day: all in the range above January.
  EXPECT_THAT(windows_of(ranks, 36).front().hottest_range, Gt(0.95));
  for (std::size_t w = 70; w < windows.size(); ++w) {  // year three: a twelfth of 128 ranges
    EXPECT_THAT(windows[w].growth_points, AllOf(Ge(6), Le(22))) << w;
  }
}

TEST_P(TimePresets, BlogOfThreeMonthsHasThreeMonths) {
  EXPECT_EQ(distinct(months_of(make("blog-3-months").numbers("created"))), 3);
}

TEST_P(TimePresets, MonthtsStaysInOneYearSoThatMonthsKeepTheOrderOfTimes) {
  const Documents documents = make("monthts");
  const auto times = documents.numbers("ts");
  auto months = months_of(times);
  EXPECT_TRUE(std::ranges::is_sorted(times));
  EXPECT_EQ(ranks_of(months, times), ranks_of(times));
  const Window by_author = median_window(ranks_of(months, documents.numbers("author")));
  EXPECT_THAT(by_author.hottest_shard, Gt(0.9));
  for (std::string& month : months) month = month.substr(5);
  EXPECT_EQ(ranks_of(months, times), ranks_of(times));
  EXPECT_THAT(median_window(ranks_of(times)), IsOneHotEnd());
}

TEST_P(TimePresets, EndsRiseFallAndKeepTheirRate) {
  const Documents documents = make("ends");
  const auto rising = ranks_of(documents.numbers("rising"));
  const auto falling = ranks_of(documents.numbers("falling"));
  const auto steady = documents.numbers("steady");
  EXPECT_THAT(correlation_with_rows(rising), Gt(0.9999));
  EXPECT_THAT(correlation_with_rows(falling), Lt(-0.9999));
  EXPECT_THAT(median_window(rising), IsOneHotEnd());
  EXPECT_THAT(median_window(falling), IsOneHotEnd());
  for (std::size_t row = 1; row < steady.size(); ++row) {
    ASSERT_EQ(steady[row] - steady[row - 1], steady[1] - steady[0]) << "row " << row;
  }
}

TEST_P(TimePresets, ExpireLivesThirtyDaysInUnequalSizes) {
  const Documents documents = make("expire");
  const auto created = documents.numbers("created");
  const auto expire_at = documents.numbers("expire_at");
  std::size_t least = SIZE_MAX;
  std::size_t most = 0;
  for (std::size_t row = 0; row < documents.size(); ++row) {
    ASSERT_EQ(expire_at[row] - created[row], days(30));
    least = std::min(least, documents.document(row).size());
    most = std::max(most, documents.document(row).size());
  }
  EXPECT_TRUE(std::ranges::is_sorted(created));
  EXPECT_THAT(created.back() - created.front(), AllOf(Gt(days(119)), Le(days(120))));
  EXPECT_THAT(most, Gt(3 * least));
}

TEST_P(TimePresets, SeedsGrowAtSixteenPoints) {
  const Documents documents = make("seeds");
  const auto writers = documents.texts("writer");
  const auto counters = documents.numbers("counter");
  std::map<std::string, std::int64_t> last;
  for (std::size_t row = 0; row < documents.size(); ++row) {
    const auto [at, first] = last.emplace(writers[row], counters[row]);
    if (!first) {
      ASSERT_EQ(counters[row], at->second + 1);
    }
    at->second = counters[row];
  }
  EXPECT_EQ(last.size(), 16);
  const auto ranks = ranks_of(writers, counters);
  EXPECT_EQ(ranks, ranks_of(documents.texts("key")));
  EXPECT_THAT(median_window(ranks).growth_points, AllOf(Ge(14), Le(16)));
  EXPECT_THAT(correlation_with_rows(ranks), AllOf(Gt(-0.2), Lt(0.2)));
}

TEST_P(TimePresets, JitterRisesInThreeOfFiveNeighbours) {
  const auto times = make("jitter").numbers("ts");
  EXPECT_THAT(rising_share(times), AllOf(Gt(0.58), Lt(0.62)));
  EXPECT_THAT(correlation_with_rows(ranks_of(times)), Gt(0.9999));
  const Window window = median_window(ranks_of(times));
  EXPECT_EQ(window.growth_points, 1);
  EXPECT_THAT(window.hottest_range, Gt(0.9));
}

TEST_P(TimePresets, DayhashIsFlatButEachDayIsOneValue) {
  const Documents documents = make("dayhash");
  const auto hashes = documents.numbers("day_hash");
  const auto days_written = documents.texts("day");
  const auto times = documents.numbers("ts");
  const std::size_t a_day = documents.size() / 100;
  for (std::size_t row = 0; row < documents.size(); ++row) {
    ASSERT_EQ(days_written[row], days_written[row / a_day * a_day]) << "row " << row;
    ASSERT_EQ(days_written[row], date_text(times[row])) << "row " << row;
  }
  EXPECT_THAT(shares(days_written), testing::Each(0.01));
  EXPECT_EQ(shares(hashes).size(), 100);
  EXPECT_THAT(median_window(ranks_of(hashes, times)), IsOneHotEnd());
  EXPECT_THAT(correlation_with_rows(ranks_of(hashes)), AllOf(Gt(-0.35), Lt(0.35)));
}

INSTANTIATE_TEST_SUITE_P(Cases, TimePresets, all_cases(), case_name);

}  // namespace
}  // namespace shardsweep::generate::test
