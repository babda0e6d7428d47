#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace shardsweep::datasets {

/// The bytes of one input as they are stored (still compressed). It can be read from the begin any
/// number of times, one reading at a time. A file that was there at creation and is another at the
/// end of a reading is a DataError ("changed while it was read").
class StoredInput {
 public:
  explicit StoredInput(std::string shown_name) : name_(std::move(shown_name)) {}
  StoredInput(const StoredInput&) = delete;
  StoredInput& operator=(const StoredInput&) = delete;
  virtual ~StoredInput() = default;

  /// Starts a reading at byte 0. Throws DataError.
  virtual void rewind() = 0;

  /// Reads up to `size` (> 0) bytes; 0 only at the end, or when `stop` was requested while a pipe
  /// kept silent. Blocks. Throws DataError ("cannot read NAME at byte 17: Input/output error") or
  /// ResourceError (a pipe's copy does not fit).
  virtual std::size_t read(char* out, std::size_t size, const std::stop_token& stop) = 0;

  /// Gives back what a reading holds (a file descriptor); the next rewind() takes it again.
  virtual void close() noexcept {}

  /// Stored bytes; nullopt while a pipe has not ended.
  virtual std::optional<std::uint64_t> size() const = 0;

  /// Name for messages: printable.
  const std::string& name() const noexcept { return name_; }

 private:
  std::string name_;
};

/// Opens a regular file. Throws DataError for anything else: "cannot open x: No such file or
/// directory", "x is a FIFO; ...".
std::unique_ptr<StoredInput> open_file(const std::string& path);

/// Standard input. A file redirected to it is read in place; a pipe is copied to an unlinked
/// temporary file in `temp_directory` ("" = $TMPDIR, else /tmp) while it is read first.
std::unique_ptr<StoredInput> open_standard_input(const std::string& temp_directory);

/// The same for any descriptor, which is not closed. `name` is used in messages.
std::unique_ptr<StoredInput> open_descriptor(int descriptor, const std::string& name,
                                             const std::string& temp_directory);

}  // namespace shardsweep::datasets
