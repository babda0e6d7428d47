// Delayed streams: what a host or another stream does not wait for is not there yet, or not always.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/ptx_emulator/control.hpp"

namespace shardsweep::emu {
namespace {

class DelayedStreams : public testing::Test {
 protected:
  void SetUp() override {
    ptx::delay_streams(true);
    for (cudaStream_t& stream : streams_) {
      ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    }
    ASSERT_EQ(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&memory_, 4), cudaSuccess);
    ASSERT_EQ(cudaMemset(memory_, 0, 4), cudaSuccess);
    ASSERT_EQ(cudaMallocHost(reinterpret_cast<void**>(&host_), 4), cudaSuccess);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    *host_ = -1;
  }
  void TearDown() override {
    for (const cudaStream_t stream : streams_) EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
    EXPECT_EQ(cudaEventDestroy(event_), cudaSuccess);
    EXPECT_EQ(cudaFreeHost(host_), cudaSuccess);
    EXPECT_EQ(cudaFree(memory_), cudaSuccess);
  }
  void fill(int byte, cudaStream_t stream) {
    EXPECT_EQ(cudaMemsetAsync(memory_, byte, 4, stream), cudaSuccess);
  }
  void fetch(cudaStream_t stream) {
    EXPECT_EQ(cudaMemcpyAsync(host_, memory_, 4, cudaMemcpyDeviceToHost, stream), cudaSuccess);
  }
  /// What stream 1 fetches of what stream 0 fills, over many orders.
  std::set<int> fetched(bool with_event) {
    std::set<int> seen;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      ptx::settings().seed = seed;
      fill(0, streams_[0]);
      EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
      fill(1, streams_[0]);
      if (with_event) {
        EXPECT_EQ(cudaEventRecord(event_, streams_[0]), cudaSuccess);
        EXPECT_EQ(cudaStreamWaitEvent(streams_[1], event_, 0), cudaSuccess);
      }
      fetch(streams_[1]);
      EXPECT_EQ(cudaStreamSynchronize(streams_[1]), cudaSuccess);
      seen.insert(*host_);
    }
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    return seen;
  }

  cudaStream_t streams_[2]{};
  cudaEvent_t event_ = nullptr;
  void* memory_ = nullptr;
  int* host_ = nullptr;
};

TEST_F(DelayedStreams, AHostThatDoesNotWaitSeesOldBytes) {
  fill(0, streams_[0]);
  fetch(streams_[0]);
  EXPECT_EQ(*host_, -1);
  EXPECT_EQ(cudaStreamSynchronize(streams_[0]), cudaSuccess);
  EXPECT_EQ(*host_, 0);
}

TEST_F(DelayedStreams, AHostThatWritesTooEarlyChangesWhatIsCopied) {
  *host_ = 5;
  ASSERT_EQ(cudaMemcpyAsync(memory_, host_, 4, cudaMemcpyHostToDevice, streams_[0]), cudaSuccess);
  *host_ = 6;
  fetch(streams_[0]);
  *host_ = 7;
  EXPECT_EQ(cudaStreamSynchronize(streams_[0]), cudaSuccess);
  EXPECT_EQ(*host_, 7);
}

TEST_F(DelayedStreams, AMissingEventShows) {
  EXPECT_EQ(fetched(false), (std::set<int>{0, 0x01010101}));
}

TEST_F(DelayedStreams, AnEventOrdersTwoStreams) {
  EXPECT_EQ(fetched(true), (std::set<int>{0x01010101}));
}

TEST_F(DelayedStreams, MemoryThatIsNotPageLockedIsCopiedAtOnce) {
  int pageable = -1;
  fill(2, streams_[0]);
  EXPECT_EQ(cudaMemcpyAsync(&pageable, memory_, 4, cudaMemcpyDeviceToHost, streams_[0]),
            cudaSuccess);
  EXPECT_EQ(pageable, 0x02020202);
}

TEST_F(DelayedStreams, TheDefaultStreamWaitsForBlockingOnes) {
  cudaStream_t blocking = nullptr;
  ASSERT_EQ(cudaStreamCreate(&blocking), cudaSuccess);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    ptx::settings().seed = seed;
    fill(0, nullptr);
    fill(3, blocking);
    fetch(nullptr);
    EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
    EXPECT_EQ(*host_, 0x03030303);
  }
  EXPECT_EQ(cudaStreamDestroy(blocking), cudaSuccess);
}

TEST_F(DelayedStreams, QueriesComeToAnEnd) {
  fetch(streams_[0]);
  ASSERT_EQ(cudaEventRecord(event_, streams_[0]), cudaSuccess);
  EXPECT_EQ(cudaEventQuery(event_), cudaErrorNotReady);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  int asked = 0;
  while (cudaEventQuery(event_) == cudaErrorNotReady) ASSERT_LT(++asked, 10);
  EXPECT_EQ(*host_, 0);
  EXPECT_EQ(cudaStreamQuery(streams_[0]), cudaSuccess);
}

TEST_F(DelayedStreams, MemoryFreedInAnotherStreamTooEarlyIsAFault) {
  int faults = 0;
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    ptx::settings().seed = seed;
    void* memory = nullptr;
    ASSERT_EQ(cudaMallocAsync(&memory, 4, streams_[0]), cudaSuccess);
    EXPECT_EQ(cudaMemsetAsync(memory, 1, 4, streams_[0]), cudaSuccess);
    EXPECT_EQ(cudaFreeAsync(memory, streams_[1]), cudaSuccess);
    static_cast<void>(cudaDeviceSynchronize());
    faults += static_cast<int>(ptx::take_faults().size());
    ptx::clear_error();
  }
  EXPECT_GT(faults, 0);
}

TEST_F(DelayedStreams, HostFunctionsRunInTheirTurn) {
  int calls = 0;
  const cudaHostFn_t count = [](void* counter) { ++*static_cast<int*>(counter); };
  ASSERT_EQ(cudaLaunchHostFunc(streams_[0], count, &calls), cudaSuccess);
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(cudaStreamSynchronize(streams_[0]), cudaSuccess);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace shardsweep::emu
