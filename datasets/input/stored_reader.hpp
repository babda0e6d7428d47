#pragma once

#include <xxhash.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "datasets/error.hpp"
#include "datasets/input/stored_input.hpp"

namespace shardsweep::datasets {

/// The stored or decoded bytes are damaged from some place on, what came before is good: the one
/// kind of DataError that --skip-bad can turn into "the rest is left out".
struct DamagedInput : DataError {
  using DataError::DataError;
};

/// One reading of a StoredInput from begin to end: a window on the bytes to come, their XXH3-64
/// checksum and their count. Used by one thread.
class StoredReader {
 public:
  /// `done` (may be null) is raised by every byte read. `block_bytes` > 0: size of one read.
  StoredReader(StoredInput& input, std::size_t block_bytes, std::stop_token stop,
               std::atomic<std::uint64_t>* done = nullptr);
  ~StoredReader();
  StoredReader(const StoredReader&) = delete;
  StoredReader& operator=(const StoredReader&) = delete;

  /// Bytes not yet consumed; reads when there are none; empty at the end. Valid until the next
  /// call.
  std::string_view window();
  /// The window with at least `count` bytes, fewer only at the end.
  std::string_view window(std::size_t count);
  void consume(std::size_t count) noexcept { begin_ += count; }
  /// Moves up to `size` (> 0) bytes to `out`; 0 only at the end.
  std::size_t read(char* out, std::size_t size);
  /// Reads what is left, for the checksum.
  void drain();

  std::uint64_t position() const noexcept { return read_ - (end_ - begin_); }
  std::uint64_t bytes_read() const noexcept { return read_; }
  std::uint64_t xxh3() const { return XXH3_64bits_digest(state_.get()); }
  const std::string& name() const noexcept { return input_.name(); }

 private:
  struct FreeState {
    void operator()(XXH3_state_t* state) const noexcept { XXH3_freeState(state); }
  };
  std::size_t read_input(char* out, std::size_t size);

  StoredInput& input_;
  std::size_t block_bytes_;
  std::stop_token stop_;
  std::atomic<std::uint64_t>* done_;
  std::unique_ptr<XXH3_state_t, FreeState> state_;
  std::string buffer_;
  std::size_t begin_ = 0;  ///< of the window in buffer_
  std::size_t end_ = 0;
  std::uint64_t read_ = 0;
};

}  // namespace shardsweep::datasets
