// Every planted fault is caught and named: what, which kernel, which thread, which PTX line, which
// line of access_faults.cu or order_faults.cu.
#include "tests/emu/programs/faults.hpp"

#include <cuda_runtime_api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/ptx_emulator/control.hpp"

namespace shardsweep::emu {
namespace {

using ptx::FaultKind;
using testing::ContainsRegex;
using testing::HasSubstr;

/// Where one of the files of kernels has the comment "fault: name".
std::string place_of(const std::string& name) {
  for (const std::string file_name : {"access_faults.cu", "order_faults.cu"}) {
    std::ifstream file(SHARDSWEEP_SOURCE_DIR "/tests/emu/programs/" + file_name);
    std::string text;
    for (int line = 1; std::getline(file, text); ++line) {
      if (text.ends_with("// fault: " + name)) return file_name + ":" + std::to_string(line);
    }
  }
  return "no line has this fault";
}

struct Planted {
  const char* name;
  int (*run)();
  FaultKind kind;
  cudaError_t error;
  const char* kernel;
  const char* marker;   ///< of the line
  const char* message;  ///< part of it
};

void PrintTo(const Planted& planted, std::ostream* out) {
  *out << planted.name;
}

class Faults : public testing::TestWithParam<Planted> {};

void expect_fault(const Planted& planted) {
  EXPECT_EQ(planted.run(), planted.error);
  const std::vector<ptx::Fault> faults = ptx::take_faults();
  ASSERT_EQ(faults.size(), 1u);
  const ptx::Fault& fault = faults.front();
  EXPECT_EQ(fault.kind, planted.kind) << fault.message;
  EXPECT_THAT(fault.kernel, HasSubstr(planted.kernel));
  EXPECT_THAT(fault.source, HasSubstr(place_of(planted.marker))) << fault.message;
  EXPECT_GT(fault.ptx_line, 0u);
  EXPECT_THAT(fault.message, HasSubstr(planted.message));
  EXPECT_THAT(fault.message, HasSubstr(planted.kernel));
  EXPECT_THAT(fault.message,
              ContainsRegex("block \\([0-9]+,0,0\\), thread \\([0-9]+,0,0\\), PTX line [0-9]+ `"));
  ptx::clear_error();
}

TEST_P(Faults, IsCaughtAndNamedInAnyOrder) {
  ptx::settings().instruction_budget = 1'000'000;
  for (const std::uint64_t seed : {0, 1, 2, 3, 4, 5}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ptx::settings().seed = seed;
    expect_fault(GetParam());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Planted, Faults,
    testing::Values(
        Planted{"OutOfBoundsByOne", out_of_bounds_by_one, FaultKind::out_of_bounds,
                cudaErrorIllegalAddress, "read_one_too_many", "out of bounds",
                "0 bytes behind the end of an allocation of 200 bytes"},
        Planted{"OutOfBoundsInShared", out_of_bounds_in_shared, FaultKind::out_of_bounds,
                cudaErrorIllegalAddress, "write_past_shared", "shared bounds",
                "0 bytes behind the end of a shared variable of 128 bytes"},
        Planted{"MisalignedVectorLoad", misaligned_vector_load, FaultKind::misaligned,
                cudaErrorMisalignedAddress, "load_misaligned", "misaligned", "16 bytes at 0x"},
        Planted{"PlainGlobalCounter", plain_global_counter, FaultKind::race, cudaErrorLaunchFailure,
                "count_plainly", "plain counter", "of another block have no order"},
        Planted{"RelaxedWithoutFence", relaxed_without_fence, FaultKind::race,
                cudaErrorLaunchFailure, "publish_without_fence", "no fence",
                "a read of global memory and the write by thread (0,0,0)"},
        Planted{"UninitialisedShared", uninitialised_shared, FaultKind::undefined_value,
                cudaErrorLaunchFailure, "read_unwritten_shared", "uninitialised shared",
                "the stored value comes from the load at PTX line"},
        Planted{"UninitialisedGlobal", uninitialised_global_condition, FaultKind::undefined_value,
                cudaErrorLaunchFailure, "branch_on_unwritten", "uninitialised global",
                "the condition comes from the load at PTX line"},
        Planted{"EndlessLoop", endless_loop, FaultKind::budget, cudaErrorLaunchTimeout, "never_end",
                "endless", "budget of 1000000 instructions"},
        Planted{"DivergentBarrier", divergent_barrier, FaultKind::divergence,
                cudaErrorLaunchFailure, "meet_in_part", "divergent barrier",
                "not all threads reach the barrier"},
        Planted{"UseAfterFree", use_after_free, FaultKind::out_of_bounds, cudaErrorIllegalAddress,
                "fill", "freed", "a freed allocation of 128 bytes"},
        Planted{"TooManyBlocks", too_many_blocks, FaultKind::out_of_bounds, cudaErrorIllegalAddress,
                "one_each", "too many blocks",
                "0 bytes behind the end of an allocation of 400 bytes"},
        Planted{"BeforeTheBeginning", before_the_beginning, FaultKind::out_of_bounds,
                cudaErrorIllegalAddress, "read_before", "before",
                "4 bytes before an allocation of 200 bytes"},
        Planted{"MisalignedVectorStore", misaligned_vector_store, FaultKind::misaligned,
                cudaErrorMisalignedAddress, "store_misaligned", "misaligned store",
                "16 bytes at 0x"},
        Planted{"OutOfBoundsInLocal", out_of_bounds_in_local, FaultKind::out_of_bounds,
                cudaErrorIllegalAddress, "read_past_local", "local bounds",
                "4 bytes at 0x20 of 32 bytes of local memory"},
        Planted{"OutOfBoundsInConstants", out_of_bounds_in_constants, FaultKind::out_of_bounds,
                cudaErrorIllegalAddress, "read_past_constants", "constant bounds",
                "0 bytes behind the end of an allocation of 40 bytes"},
        Planted{"PlainSharedCounter", plain_shared_counter, FaultKind::race, cudaErrorLaunchFailure,
                "count_in_shared", "shared counter", "of shared memory and the write by thread"},
        Planted{"OverlappingBytes", overlapping_bytes, FaultKind::race, cudaErrorLaunchFailure,
                "overlap_bytes", "one byte twice", "of another block have no order"},
        Planted{"ShortNamedBarrier", short_named_barrier, FaultKind::divergence,
                cudaErrorLaunchFailure, "meet_in_named", "named barrier",
                "barrier 3 has 32 of 64 threads"},
        Planted{"LockThatOrdersNothing", lock_that_orders_nothing, FaultKind::race,
                cudaErrorLaunchFailure, "lock_without_fence", "lock", "have no order"},
        Planted{"Trapped", trapped, FaultKind::trap, cudaErrorAssert, "give_up", "trap",
                "the kernel gave up"},
        Planted{"UnknownExternal", unknown_external, FaultKind::unknown_code, cudaErrorInvalidPtx,
                "print", "print", "a function that is not known"},
        Planted{"WaitingBlock", waiting_block, FaultKind::budget, cudaErrorLaunchTimeout,
                "wait_for_nobody", "waits", "budget of 1000000 instructions"},
        Planted{"DeviceAssertion", device_assertion, FaultKind::trap, cudaErrorAssert, "insist",
                "assertion", "assertion `in[threadIdx.x] == 1` failed"}),
    [](const auto& instance) { return std::string(instance.param.name); });

TEST(MissingBarrier, IsNamedWithBothThreads) {
  for (const std::uint64_t seed : {0, 1, 2, 3, 4, 5}) {
    ptx::settings().seed = seed;
    EXPECT_EQ(missing_barrier(), cudaErrorLaunchFailure);
    const auto faults = ptx::take_faults();
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_EQ(faults[0].kind, FaultKind::race);
    EXPECT_THAT(faults[0].message, HasSubstr("reverse_without_barrier"));
    // The read is on one side or the other, by the order of the warps.
    EXPECT_THAT(faults[0].message, HasSubstr(place_of("missing barrier")));
    EXPECT_THAT(faults[0].message, ContainsRegex("by thread \\([0-9]+,0,0\\) at PTX line [0-9]+"));
    ptx::clear_error();
  }
}

TEST(MissingBarrier, IsNoFaultWhereItIsThere) {
  for (const std::uint64_t seed : {0, 1, 2, 3, 4, 5}) {
    ptx::settings().seed = seed;
    EXPECT_EQ(missing_barrier_mended(), cudaSuccess);
  }
}

TEST(UnorderedBlocks, AreARaceInAnyOrder) {
  for (const std::uint64_t seed : {0, 1, 2, 3, 4, 5}) {
    ptx::settings().seed = seed;
    ptx::settings().check_undefined = false;  // in some orders the value is not there yet
    EXPECT_EQ(unordered_blocks(), cudaErrorLaunchFailure);
    const auto faults = ptx::take_faults();
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_EQ(faults[0].kind, FaultKind::race) << faults[0].message;
    ptx::clear_error();
  }
}

TEST(Divergence, OfAShuffleIsNamed) {
  EXPECT_EQ(divergent_shuffle(), cudaErrorLaunchFailure);
  const auto faults = ptx::take_faults();
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::divergence);
  EXPECT_THAT(faults[0].message, HasSubstr(place_of("divergent shuffle")));
}

TEST(WrongLaunch, IsRefusedWithItsReason) {
  const auto expect = [](int (*run)(), const std::string& reason) {
    EXPECT_EQ(run(), cudaErrorInvalidConfiguration);
    const auto faults = ptx::take_faults();
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_EQ(faults[0].kind, FaultKind::bad_launch);
    EXPECT_THAT(faults[0].message, HasSubstr(reason));
  };
  expect(too_many_threads, "threads in a block by the launch bounds: 128, at most 64");
  expect(no_blocks, "the grid (0,1,1) has no blocks");
  expect(too_much_shared, "bytes of shared memory: 61440, at most 49152");
}

TEST(AFault, EndsAllLaterCallsUntilItIsCleared) {
  EXPECT_EQ(use_after_free(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, 4), cudaErrorIllegalAddress);
  EXPECT_EQ(ptx::take_faults().size(), 1u);
  ptx::clear_error();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

}  // namespace
}  // namespace shardsweep::emu
