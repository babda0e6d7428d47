#include "kernels/thread_pool.hpp"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace shardsweep::kernels {

struct ThreadPool::State {
  std::mutex mutex;
  std::condition_variable start;
  std::condition_variable finished;
  std::uint64_t generation = 0;
  unsigned running = 0;
  bool closing = false;
  std::size_t count = 0;
  std::atomic<std::size_t> next{0};
  const std::function<void(std::size_t, unsigned)>* body = nullptr;
  std::exception_ptr failure;
  std::vector<std::thread> threads;

  void take_part(unsigned worker) {
    try {
      for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) (*body)(i, worker);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next.store(count);
    }
  }

  void work(unsigned worker) {
    std::uint64_t seen = 0;
    for (;;) {
      {
        std::unique_lock lock(mutex);
        start.wait(lock, [&] { return closing || generation != seen; });
        if (closing) return;
        seen = generation;
      }
      take_part(worker);
      const std::lock_guard lock(mutex);
      if (--running == 0) finished.notify_one();
    }
  }
};

ThreadPool::ThreadPool(unsigned threads) : state_(std::make_unique<State>()) {
  if (threads == 0) threads = std::thread::hardware_concurrency();
  for (unsigned worker = 1; worker < threads; ++worker) {
    try {
      state_->threads.emplace_back([state = state_.get(), worker] { state->work(worker); });
    } catch (const std::system_error&) {
      break;  // fewer threads, same results
    }
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->closing = true;
  }
  state_->start.notify_all();
  for (auto& thread : state_->threads) thread.join();
}

unsigned ThreadPool::size() const noexcept {
  return static_cast<unsigned>(state_->threads.size()) + 1;
}

void ThreadPool::parallel_for(std::size_t count,
                              const std::function<void(std::size_t, unsigned)>& body) {
  if (count == 0) return;
  {
    const std::lock_guard lock(state_->mutex);
    state_->count = count;
    state_->next.store(0);
    state_->body = &body;
    state_->failure = nullptr;
    state_->running = static_cast<unsigned>(state_->threads.size());
    ++state_->generation;
  }
  state_->start.notify_all();
  state_->take_part(0);
  std::unique_lock lock(state_->mutex);
  state_->finished.wait(lock, [&] { return state_->running == 0; });
  if (state_->failure) std::rethrow_exception(state_->failure);
}

}  // namespace shardsweep::kernels
