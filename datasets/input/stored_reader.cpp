#include "datasets/input/stored_reader.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace shardsweep::datasets {

StoredReader::StoredReader(StoredInput& input, std::size_t block_bytes, std::stop_token stop,
                           std::atomic<std::uint64_t>* done)
    : input_(input),
      block_bytes_(std::max<std::size_t>(block_bytes, 1)),
      stop_(std::move(stop)),
      done_(done),
      state_(XXH3_createState()) {
  if (state_ == nullptr) throw std::bad_alloc();
  XXH3_64bits_reset(state_.get());
  input_.rewind();
}

StoredReader::~StoredReader() {
  input_.close();
}

std::size_t StoredReader::read_input(char* out, std::size_t size) {
  const std::size_t got = input_.read(out, size, stop_);
  XXH3_64bits_update(state_.get(), out, got);
  read_ += got;
  if (done_ != nullptr) done_->fetch_add(got, std::memory_order_relaxed);
  return got;
}

std::string_view StoredReader::window() {
  return window(1);
}

std::string_view StoredReader::window(std::size_t count) {
  if (end_ - begin_ < count && begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= std::exchange(begin_, 0);
  }
  while (end_ - begin_ < count) {
    if (buffer_.size() < end_ + block_bytes_) buffer_.resize(end_ + block_bytes_);
    const std::size_t got = read_input(buffer_.data() + end_, block_bytes_);
    if (got == 0) break;
    end_ += got;
  }
  return {buffer_.data() + begin_, end_ - begin_};
}

std::size_t StoredReader::read(char* out, std::size_t size) {
  if (begin_ == end_) return read_input(out, size);
  const std::size_t count = std::min(size, end_ - begin_);
  std::memcpy(out, buffer_.data() + begin_, count);
  begin_ += count;
  return count;
}

void StoredReader::drain() {
  begin_ = end_ = 0;
  if (buffer_.size() < block_bytes_) buffer_.resize(block_bytes_);
  while (read_input(buffer_.data(), buffer_.size()) > 0) {
  }
}

}  // namespace shardsweep::datasets
