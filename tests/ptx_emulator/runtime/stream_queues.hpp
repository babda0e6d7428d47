// Work of streams that is left for later, to be done in an order that streams and events allow.
#pragma once

#include <cuda_runtime_api.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "tests/ptx_emulator/types.hpp"

namespace shardsweep::ptx {

/// A copy, fill, launch or call of the host in a stream, and what must be done before.
struct StreamTask {
  std::function<void()> work;
  std::vector<std::shared_ptr<StreamTask>> after;
  bool done = false;
  std::chrono::steady_clock::time_point finished;
};
using StreamTaskPointer = std::shared_ptr<StreamTask>;

/// Nothing is done before somebody waits for it. Work of one stream is done in its order; the
/// default stream and others wait for one another unless these are non-blocking.
class StreamQueues {
 public:
  /// Adds work to a stream, to be done after `also` too; nullptr: after nothing else.
  StreamTaskPointer add(cudaStream_t stream, bool non_blocking, std::function<void()> work,
                        const StreamTaskPointer& also = nullptr);
  /// The last task of a stream, nullptr where it has none.
  [[nodiscard]] StreamTaskPointer last(cudaStream_t stream) const;
  /// Does what is ready, in an order by `seed`, until `task` is done. Seed 0: only what it waits
  /// for.
  void finish(const StreamTaskPointer& task, u64 seed);
  void finish_all(u64 seed);
  /// Does one task, whichever is ready, for those who ask whether they must still wait.
  void run_any(u64 seed);

 private:
  struct Queue {
    StreamTaskPointer last;
    bool non_blocking = false;
  };
  static void finish_needed(const StreamTaskPointer& task);
  static void run(StreamTask& task);

  std::map<cudaStream_t, Queue> queues_;
  std::vector<StreamTaskPointer> pending_;
  std::mt19937_64 random_;
  u64 seed_ = 0;
};

}  // namespace shardsweep::ptx
