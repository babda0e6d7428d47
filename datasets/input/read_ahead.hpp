#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "datasets/input/decoder.hpp"
#include "datasets/input/stored_input.hpp"
#include "datasets/input/stored_reader.hpp"

namespace shardsweep::datasets {

struct ReadAheadOptions {
  std::size_t block_bytes = std::size_t{1} << 18U;  ///< one read and one handed-over block
  std::size_t blocks = 6;                           ///< in flight at most
  bool read_rest_on_damage = false;  ///< the checksum must be whole though the data is not
  std::atomic<std::uint64_t>* stored_bytes_done = nullptr;  ///< progress, may be null
};

/// One reading of an input, decoded: reading, checksum and unpacking run in a thread of their own
/// and stay a few blocks ahead of the one consumer. What the thread throws is thrown by window()
/// after all bytes before it. Without a thread (the system refuses one) it works in the caller.
class ReadAhead {
 public:
  /// `input` must outlive this. Throws what StoredInput::rewind throws.
  explicit ReadAhead(StoredInput& input, const ReadAheadOptions& options = {});
  /// Stops the thread: at once, or within 0.1 s on a silent pipe.
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  /// Decoded bytes not yet consumed, at least one; empty only at the end. Blocks. Valid until the
  /// next call of window() after all of it is consumed.
  std::string_view window();
  void consume(std::size_t count) noexcept {
    begin_ += count;
    position_ += count;
  }
  /// Drops what is left: stored bytes are still read (checksum), nothing is unpacked. The next
  /// window() is empty.
  void discard_rest();

  /// Decoded bytes consumed so far.
  std::uint64_t position() const noexcept { return position_; }
  /// Stored bytes and their XXH3-64; meant for after the end (window() was empty).
  std::uint64_t stored_bytes() const noexcept { return stored_.bytes_read(); }
  std::uint64_t xxh3() const { return stored_.xxh3(); }

 private:
  struct Block {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;
  };

  void run(const std::stop_token& stop);
  /// Fills one block; false at the end of the data. Exceptions end up in failure_.
  bool produce(Block& block);
  bool take_block();
  Block free_block();

  ReadAheadOptions options_;
  std::stop_source stop_;
  StoredReader stored_;
  std::unique_ptr<Decoder> decoder_;

  Block current_;  ///< the consumer's
  std::size_t begin_ = 0;
  std::uint64_t position_ = 0;
  bool at_end_ = false;

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Block> ready_;
  std::vector<Block> free_;
  std::size_t made_ = 0;
  bool finished_ = false;
  std::exception_ptr failure_;
  std::atomic<bool> discard_ = false;
  std::jthread thread_;  ///< last: it uses all the others
};

}  // namespace shardsweep::datasets
