#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace shardsweep::kernels {

/// A fixed set of threads for blocking parallel loops. The calling thread takes part, so a pool of
/// 1 starts no thread. When a thread cannot be started the pool is smaller; results do not change.
class ThreadPool {
 public:
  /// `threads` >= 1; 0 = as many as the machine has.
  explicit ThreadPool(unsigned threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  unsigned size() const noexcept;

  /// Calls body(i, worker) for every i in [0, count), each once, in any order; worker < size() and
  /// no two calls with the same worker overlap. Returns when all are done. The first exception is
  /// rethrown here and the rest of the loop is skipped. Must not be called from inside a body.
  void parallel_for(std::size_t count,
                    const std::function<void(std::size_t i, unsigned worker)>& body);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace shardsweep::kernels
