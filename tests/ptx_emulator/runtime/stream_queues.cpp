#include "tests/ptx_emulator/runtime/stream_queues.hpp"

#include <algorithm>
#include <utility>

namespace shardsweep::ptx {

namespace {

cudaStream_t key_of(cudaStream_t stream) {
  return stream == cudaStreamLegacy ? nullptr : stream;
}

void wait_for(StreamTask& task, const StreamTaskPointer& other) {
  if (other && !other->done) task.after.push_back(other);
}

bool is_ready(const StreamTaskPointer& task) {
  return std::all_of(task->after.begin(), task->after.end(),
                     [](const auto& other) { return other->done; });
}

}  // namespace

StreamTaskPointer StreamQueues::add(cudaStream_t stream, bool non_blocking,
                                    std::function<void()> work, const StreamTaskPointer& also) {
  auto task = std::make_shared<StreamTask>();
  task->work = std::move(work);
  const cudaStream_t key = key_of(stream);
  wait_for(*task, also);
  wait_for(*task, last(key));
  if (key == nullptr) {
    for (const auto& [other, queue] : queues_) {
      if (!queue.non_blocking) wait_for(*task, queue.last);
    }
  } else if (!non_blocking) {
    wait_for(*task, last(nullptr));
  }
  queues_[key] = {task, non_blocking};
  std::erase_if(pending_, [](const auto& other) { return other->done; });
  pending_.push_back(task);
  return task;
}

StreamTaskPointer StreamQueues::last(cudaStream_t stream) const {
  const auto found = queues_.find(key_of(stream));
  return found == queues_.end() ? nullptr : found->second.last;
}

void StreamQueues::run(StreamTask& task) {
  task.done = true;
  task.after.clear();
  if (const auto work = std::exchange(task.work, nullptr)) work();
  task.finished = std::chrono::steady_clock::now();
}

void StreamQueues::finish_needed(const StreamTaskPointer& task) {
  // Tasks wait for older ones alone, so that this ends.
  for (const StreamTaskPointer& other : std::vector(task->after)) {
    if (!other->done) finish_needed(other);
  }
  if (!task->done) run(*task);
}

void StreamQueues::run_any(u64 seed) {
  if (seed != seed_) random_.seed(seed_ = seed);
  std::erase_if(pending_, [](const auto& task) { return task->done; });
  std::vector<StreamTaskPointer> ready;
  std::copy_if(pending_.begin(), pending_.end(), std::back_inserter(ready), is_ready);
  if (!ready.empty()) run(*ready[random_() % ready.size()]);
}

void StreamQueues::finish(const StreamTaskPointer& task, u64 seed) {
  if (!task) return;
  if (seed == 0) {
    finish_needed(task);
  } else {
    while (!task->done) run_any(seed);
  }
}

void StreamQueues::finish_all(u64 seed) {
  const std::vector<StreamTaskPointer> left = pending_;
  for (const StreamTaskPointer& task : left) finish(task, seed);
}

}  // namespace shardsweep::ptx
