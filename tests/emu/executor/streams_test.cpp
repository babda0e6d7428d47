// Work of streams may be done late and in any order that streams and events allow: results must not
// depend on it, whatever sizes the pieces and batches have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/emu/executor/backend.hpp"
#include "tests/ptx_emulator/control.hpp"

namespace shardsweep::test {
namespace {

using testing::IsEmpty;

class CudaStreams : public testing::Test {
 protected:
  static constexpr std::uint32_t rows = 400;

  CudaStreams() {
    data_ =
        make_data_set({Shape::zipf, Shape::unique, Shape::few, Shape::part}, rows, first_seed());
    plan_ = pairs_plan(4);
    expected_ = run_plan(*kernels::make_cpu_executor(pool_), plan_, data_.columns());
  }

  NotedRun run(const kernels::CudaOptions& options) {
    const auto executor = kernels::make_cuda_executor(std::make_unique<NoFallback>(), options);
    return run_with_notes(*executor, plan_, data_.columns());
  }

  kernels::ThreadPool pool_{1};
  DataSet data_;
  kernels::Plan plan_;
  std::vector<NodeOutcome> expected_;
};

TEST_F(CudaStreams, LateWorkGivesTheSameResults) {
  ptx::delay_streams(true);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    ptx::settings().seed = seed;
    for (const std::uint64_t staging_bytes : {64, 4096}) {
      for (const std::uint32_t in_flight : {1, 2, 4}) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", staging " + std::to_string(staging_bytes) +
                     ", in flight " + std::to_string(in_flight));
        const NotedRun got = run({UINT64_MAX, in_flight, staging_bytes});
        expect_equal(expected_, got.outcomes);
        EXPECT_THAT(got.notes, IsEmpty());
      }
    }
  }
}

TEST_F(CudaStreams, LateWorkGivesTheSameResultsWhereColumnsMakeRoomForOthers) {
  kernels::CudaOptions options;
  options.device_bytes = one_place_bytes(plan_, data_.columns());
  ptx::delay_streams(true);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    ptx::settings().seed = seed;
    for (const std::uint64_t staging_bytes : {64, 4096}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", staging " + std::to_string(staging_bytes));
      options.staging_bytes = staging_bytes;
      const NotedRun got = run(options);
      expect_equal(expected_, got.outcomes);
      EXPECT_THAT(got.notes, IsEmpty());
    }
  }
}

TEST_F(CudaStreams, AnyStagingSizeIsTaken) {
  for (const std::uint64_t staging_bytes : {0, 1, 3, 7}) {
    SCOPED_TRACE(staging_bytes);
    expect_equal(expected_, run({UINT64_MAX, 4, staging_bytes}).outcomes);
  }
}

TEST_F(CudaStreams, AStopFromTheSinkEndsTheRun) {
  expect_equal(expected_, run({UINT64_MAX, 1, 4096}).outcomes);  // loads the kernels' variables
  for (const bool late : {false, true}) {
    SCOPED_TRACE(late);
    ptx::delay_streams(late);
    const std::size_t live = ptx::live_allocations();
    const auto executor =
        kernels::make_cuda_executor(std::make_unique<NoFallback>(), {UINT64_MAX, 1, 4096});
    std::stop_source stop;
    kernels::ExecuteOptions options;
    options.stop = stop.get_token();
    std::size_t taken = 0;
    const auto sink = [&](std::size_t, kernels::NodeResult&&) {
      ++taken;
      stop.request_stop();
    };
    executor->execute(plan_, data_.columns(), sink, options);
    EXPECT_GE(taken, 1u);
    EXPECT_LT(taken, expected_.size());
    EXPECT_EQ(ptx::live_allocations(), live);
  }
}

}  // namespace
}  // namespace shardsweep::test
