#include "datasets/input/read_ahead.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace shardsweep::datasets {

ReadAhead::ReadAhead(StoredInput& input, const ReadAheadOptions& options)
    : options_(options),
      stored_(input, options.block_bytes, stop_.get_token(), options.stored_bytes_done) {
  options_.block_bytes = std::max<std::size_t>(options_.block_bytes, 1);
  options_.blocks = std::max<std::size_t>(options_.blocks, 2);
  try {
    thread_ = std::jthread([this] { run(stop_.get_token()); });
  } catch (const std::system_error&) {
    // No thread to be had: take_block() produces in the caller.
  }
}

ReadAhead::~ReadAhead() {
  stop_.request_stop();
  if (thread_.joinable()) thread_.join();
}

std::string_view ReadAhead::window() {
  if (begin_ == current_.size && !at_end_ && !take_block()) {
    at_end_ = true;
    current_.size = begin_ = 0;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }
  return {current_.bytes.get() + begin_, current_.size - begin_};
}

bool ReadAhead::take_block() {
  begin_ = 0;
  if (!thread_.joinable()) {
    return produce(current_);
  }
  std::unique_lock lock(mutex_);
  if (current_.bytes != nullptr) free_.push_back(std::move(current_));
  current_ = {};
  changed_.notify_all();
  changed_.wait(lock, [&] { return !ready_.empty() || finished_; });
  if (ready_.empty()) return false;
  current_ = std::move(ready_.front());
  ready_.pop_front();
  return true;
}

ReadAhead::Block ReadAhead::free_block() {
  return {std::make_unique_for_overwrite<char[]>(options_.block_bytes), 0};
}

bool ReadAhead::produce(Block& block) {
  block.size = 0;
  try {
    if (block.bytes == nullptr) block = free_block();
    if (decoder_ == nullptr) decoder_ = make_decoder(stored_);
    if (!discard_) block.size = decoder_->read(block.bytes.get(), options_.block_bytes);
    if (discard_) {
      stored_.drain();
      block.size = 0;
    }
  } catch (const DamagedInput&) {
    failure_ = std::current_exception();
  } catch (...) {
    failure_ = std::current_exception();
    return false;
  }
  if (!failure_ || !options_.read_rest_on_damage) return block.size > 0;
  try {
    stored_.drain();
  } catch (...) {
    failure_ = std::current_exception();
  }
  return false;
}

void ReadAhead::run(const std::stop_token& stop) {
  bool more = true;
  while (more && !stop.stop_requested()) {
    Block block;
    {
      std::unique_lock lock(mutex_);
      const auto has_room = [&] { return !free_.empty() || made_ < options_.blocks; };
      if (!changed_.wait(lock, stop, has_room)) break;
      if (!free_.empty()) {
        block = std::move(free_.back());
        free_.pop_back();
      } else {
        ++made_;
      }
    }
    more = produce(block);
    const std::lock_guard lock(mutex_);
    if (more) ready_.push_back(std::move(block));
    changed_.notify_all();
  }
  const std::lock_guard lock(mutex_);
  finished_ = true;
  changed_.notify_all();
}

void ReadAhead::discard_rest() {
  discard_ = true;
  try {
    while (!window().empty()) consume(current_.size - begin_);
  } catch (const DamagedInput&) {
    // Whether the thread met it before it saw discard_ is chance; the rest is dropped either way.
  }
}

}  // namespace shardsweep::datasets
