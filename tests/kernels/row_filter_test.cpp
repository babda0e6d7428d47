#include "kernels/cpu/row_filter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/data_set.hpp"

namespace shardsweep::kernels::cpu {
namespace {

TEST(RowFilter, NeverMissesARowAndLetsFewOthersThrough) {
  const std::uint64_t seed = test::first_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  test::Rng rng(seed);
  std::vector<std::uint32_t> a(RowFilter::block);
  std::vector<std::uint32_t> b(RowFilter::block);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<std::uint32_t>(rng() % 50);
    b[i] = static_cast<std::uint32_t>(rng() % 1000);
  }
  RowFilter filter({a.data(), b.data()});
  for (const std::size_t row : {0u, 5u, 4095u}) {
    filter.allow(std::vector<std::uint32_t>{a[row], b[row]});
  }
  for (const auto& [begin, end] : std::vector<std::pair<std::size_t, std::size_t>>{
           {0, 0}, {0, 1}, {0, 15}, {1, 18}, {3, 4096}, {0, 4096}}) {
    std::vector<std::uint32_t> rows(RowFilter::block + 64);
    rows.resize(filter.match(begin, end, rows.data()));
    EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
    std::size_t others = 0;
    for (std::size_t row = begin; row < end; ++row) {
      const bool passes = std::binary_search(rows.begin(), rows.end(), row);
      bool listed = false;
      for (const std::size_t key : {0u, 5u, 4095u}) {
        listed = listed || (a[row] == a[key] && b[row] == b[key]);
      }
      EXPECT_TRUE(passes || !listed);
      others += passes && !listed;
    }
    EXPECT_LT(others, 50u);
  }
}

}  // namespace
}  // namespace shardsweep::kernels::cpu
