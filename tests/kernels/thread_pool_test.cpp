#include "kernels/thread_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace shardsweep::kernels {
namespace {

TEST(ThreadPool, CallsEveryIndexOnce) {
  for (const unsigned threads : {1u, 2u, 3u, 8u}) {
    ThreadPool pool(threads);
    std::vector<std::atomic<int>> calls(1000);
    pool.parallel_for(calls.size(), [&](std::size_t i, unsigned) { ++calls[i]; });
    for (const auto& count : calls) EXPECT_EQ(count, 1);
  }
}

TEST(ThreadPool, CallsOfOneWorkerDoNotOverlap) {
  ThreadPool pool(4);
  std::vector<std::size_t> sums(pool.size());  // plain, so that a race is seen by the sanitizer
  pool.parallel_for(10'000, [&](std::size_t i, unsigned worker) {
    ASSERT_LT(worker, pool.size());
    sums[worker] += i;
  });
  std::size_t total = 0;
  for (const std::size_t sum : sums) total += sum;
  EXPECT_EQ(total, 10'000u * 9'999u / 2);
}

TEST(ThreadPool, CountZeroCallsNothing) {
  ThreadPool pool(3);
  int calls = 0;
  pool.parallel_for(0, [&](std::size_t, unsigned) { ++calls; });
  EXPECT_EQ(calls, 0);
}

TEST(ThreadPool, FewerTasksThanThreads) {
  ThreadPool pool(8);
  for (int round = 0; round < 100; ++round) {
    std::atomic<int> calls{0};
    pool.parallel_for(2, [&](std::size_t, unsigned) { ++calls; });
    EXPECT_EQ(calls, 2);
  }
}

TEST(ThreadPool, ZeroThreadsAreAsManyAsTheMachineHas) {
  ThreadPool pool(0);
  EXPECT_GE(pool.size(), 1u);
}

TEST(ThreadPool, RethrowsAndCanBeUsedAgain) {
  for (const unsigned threads : {1u, 3u}) {
    ThreadPool pool(threads);
    std::atomic<std::size_t> calls{0};
    try {
      pool.parallel_for(100'000, [&](std::size_t i, unsigned) {
        ++calls;
        if (i == 5) throw std::runtime_error("five");
      });
      FAIL() << "no exception";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(std::string(error.what()), "five");
    }
    EXPECT_LE(calls, 100'000u);
    calls = 0;
    pool.parallel_for(10, [&](std::size_t, unsigned) { ++calls; });
    EXPECT_EQ(calls, 10u);
  }
}

TEST(ThreadPool, ManyExceptionsAtOnceGiveOne) {
  ThreadPool pool(4);
  EXPECT_THROW(pool.parallel_for(64, [](std::size_t, unsigned) { throw std::logic_error("each"); }),
               std::logic_error);
}

}  // namespace
}  // namespace shardsweep::kernels
