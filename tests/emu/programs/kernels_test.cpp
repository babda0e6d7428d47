// Kernels as people write them, against the host, over shuffled orders.
#include "tests/emu/programs/kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "tests/ptx_emulator/control.hpp"

namespace shardsweep::emu {
namespace {

std::vector<std::uint32_t> random_values(std::size_t size, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> values(size);
  for (std::uint32_t& value : values) value = static_cast<std::uint32_t>(random() >> 40);
  return values;
}

TEST(Kernels, ComputeAsTheHostDoes) {
  const std::uint64_t seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> a(500);
  std::vector<std::uint64_t> b(500);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = random() >> (random() % 60);
    b[i] = random() >> (random() % 60);
  }
  const std::vector<MathResult> results = ordinary_math(a, b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const MathResult wanted = host_math(a[i], b[i]);
    EXPECT_EQ(results[i].wide_low, wanted.wide_low);
    EXPECT_EQ(results[i].wide_high, wanted.wide_high);
    EXPECT_NEAR(results[i].logarithm, wanted.logarithm, 1e-12);
    EXPECT_NEAR(results[i].power, wanted.power, 1e-9);
    EXPECT_NEAR(results[i].sine, wanted.sine, 1e-5);
    EXPECT_NEAR(results[i].exponential, wanted.exponential, 1e-6);
    EXPECT_EQ(results[i].called, wanted.called);
    EXPECT_EQ(results[i].local, wanted.local);
  }
}

TEST(Kernels, AddUpInAnyOrder) {
  const std::vector<std::uint32_t> values = random_values(3000, 3);
  const auto sum = std::accumulate(values.begin(), values.end(), std::uint64_t{0});
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    ptx::settings().seed = seed;
    const Totals got = total(values, 7, 96);
    EXPECT_EQ(got.sum, sum);
    EXPECT_EQ(got.most, *std::max_element(values.begin(), values.end()));
    EXPECT_EQ(last_block_sum(values, 9), sum);
  }
}

TEST(Kernels, PassValuesFromBlockToBlock) {
  std::uint32_t wanted = 1;
  for (int i = 1; i < 40; ++i) wanted = wanted * 3 + 1;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    ptx::settings().seed = seed;
    EXPECT_EQ(hand_on(40), wanted);
  }
}

TEST(Kernels, SeeVariablesOfTheHost) {
  std::vector<int> in(200);
  std::iota(in.begin(), in.end(), 0);
  const std::vector<int> got = variables(in, 7);
  for (int i = 0; i < 200; ++i)
    EXPECT_EQ(got[static_cast<std::size_t>(i)], i + 7 + 100 * (i % 3 + 1));
}

TEST(Kernels, WaitForALaterBlock) {
  ptx::settings().instruction_budget = 10'000'000;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    ptx::settings().seed = seed;
    EXPECT_EQ(blocks_past_last_one(2), 2u);
  }
}

TEST(Kernels, CallFunctionsByATable) {
  const std::vector<int> got = changed_by_table(std::vector<int>(90, 7));
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i], i % 3 == 0 ? 14 : i % 3 == 1 ? 107 : -7);
  }
}

TEST(Counters, OfAKernelDoNotDependOnTheOrder) {
  const std::vector<std::uint32_t> values = random_values(1000, 5);
  ptx::reset_counters();
  total(values, 4, 64);
  const ptx::Counters first = ptx::counters_of("add_up");
  EXPECT_EQ(first.launches, 1u);
  EXPECT_EQ(first.blocks, 4u);
  EXPECT_EQ(first.atomics, 2 * 1000u + 2 * 4u);
  EXPECT_EQ(first.barriers, 4u);
  EXPECT_GE(first.global_bytes_loaded, 4 * 1000u);
  EXPECT_EQ(first.global_bytes_stored, 0u);
  EXPECT_EQ(first.shared_bytes_stored, 4 * 2 * 8u);
  EXPECT_GT(first.instructions, 10 * 1000u);
  EXPECT_GT(first.warp_instructions * 32, first.instructions);
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    ptx::settings().seed = seed;
    ptx::reset_counters();
    total(values, 4, 64);
    EXPECT_EQ(ptx::counters_of("add_up").instructions, first.instructions);
  }
}

}  // namespace
}  // namespace shardsweep::emu
