#include "kernels/cpu/runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernels/cpu/top_list.hpp"
#include "tests/support/data_set.hpp"

namespace shardsweep::kernels::cpu {
namespace {

struct CountedRuns {
  TopList top{3};
  std::uint64_t groups = 0;
  std::uint64_t documents = 0;

  std::uint64_t least_listed() const { return std::max<std::uint64_t>(top.least(), 1); }
  void list(std::uint64_t key, std::uint64_t n) { top.insert(n, {key, {0, n, 0}}); }
  void count(std::uint64_t more, std::uint64_t n) {
    groups += more;
    documents += n;
  }
};

TEST(CountRuns, ListsTheLongestRunsAndCountsAll) {
  for (std::uint64_t seed = test::first_seed(); seed < test::first_seed() + 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::Rng rng(seed);
    std::vector<std::uint32_t> words;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> runs;  // length, key
    for (std::uint32_t key = 0; key < 1 + rng() % 300; ++key) {
      const std::uint64_t length = 1 + (rng() % 20 == 0 ? rng() % 600 : rng() % 3);
      runs.push_back({length, key});
      words.insert(words.end(), length, key);
    }
    CountedRuns counted;
    count_runs(counted, words.data(), words.size(), 0);
    EXPECT_EQ(counted.groups, runs.size());
    EXPECT_EQ(counted.documents, words.size());
    std::stable_sort(runs.begin(), runs.end(),
                     [](const auto& x, const auto& y) { return x.first > y.first; });
    ASSERT_EQ(counted.top.groups().size(), std::min<std::size_t>(3, runs.size()));
    for (std::size_t i = 0; i < counted.top.groups().size(); ++i) {
      EXPECT_EQ(counted.top.groups()[i].key, runs[i].second);
      EXPECT_EQ(counted.top.groups()[i].group.documents, runs[i].first);
    }
  }
}

}  // namespace
}  // namespace shardsweep::kernels::cpu
