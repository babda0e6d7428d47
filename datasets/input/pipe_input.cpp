#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <cstdlib>

#include "datasets/error.hpp"
#include "datasets/input/descriptor.hpp"
#include "datasets/input/message_text.hpp"
#include "datasets/input/stored_input.hpp"

namespace shardsweep::datasets {
namespace {

std::string read_error(const std::string& name, std::uint64_t position) {
  return "cannot read " + name + " at byte " + std::to_string(position) + ": " +
         system_words(errno);
}

std::string temp_folder(const std::string& asked) {
  if (!asked.empty()) return asked;
  const char* from_environment = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe)
  return from_environment != nullptr && *from_environment != '\0' ? from_environment : "/tmp";
}

/// A pipe and the copy of what it has given so far: bytes below copied_ come from the copy.
class PipeInput final : public StoredInput {
 public:
  PipeInput(int pipe, const std::string& name, const std::string& temp_directory)
      : StoredInput(shown_name(name)), pipe_(pipe), folder_(temp_folder(temp_directory)) {}

  void rewind() override { position_ = 0; }

  std::size_t read(char* out, std::size_t size, const std::stop_token& stop) override {
    const std::size_t got = position_ < copied_ ? read_copy(out, size) : read_pipe(out, size, stop);
    position_ += got;
    return got;
  }

  std::optional<std::uint64_t> size() const override {
    return ended_ ? std::optional(copied_) : std::nullopt;
  }

 private:
  std::size_t read_copy(char* out, std::size_t size) {
    const std::size_t wanted = std::min<std::uint64_t>(size, copied_ - position_);
    const ssize_t got = uninterrupted(
        [&] { return ::pread(copy_.get(), out, wanted, static_cast<off_t>(position_)); });
    if (got <= 0) throw DataError(read_error("the copy of " + name(), position_));
    return static_cast<std::size_t>(got);
  }

  std::size_t read_pipe(char* out, std::size_t size, const std::stop_token& stop) {
    ssize_t got = 0;
    do {
      if (ended_ || !wait_for_input(stop)) return 0;
      got = uninterrupted([&] { return ::read(pipe_, out, size); });
    } while (got < 0 && errno == EAGAIN);
    if (got < 0) throw DataError(read_error(name(), position_));
    ended_ = got == 0;
    append_to_copy(out, static_cast<std::size_t>(got));
    return static_cast<std::size_t>(got);
  }

  /// False when asked to stop. Looks up ten times a second: a silent pipe must not hold the end.
  bool wait_for_input(const std::stop_token& stop) const {
    while (!stop.stop_requested()) {
      pollfd wanted = {pipe_, POLLIN, 0};
      const int ready = ::poll(&wanted, 1, 100);
      if (ready > 0) return true;
      if (ready < 0 && errno != EINTR) throw DataError(read_error(name(), position_));
    }
    return false;
  }

  void append_to_copy(const char* bytes, std::size_t size) {
    if (size > 0 && !copy_.open()) create_copy();
    while (size > 0) {
      const ssize_t put = uninterrupted(
          [&] { return ::pwrite(copy_.get(), bytes, size, static_cast<off_t>(copied_)); });
      if (put <= 0) no_room(put < 0 ? errno : ENOSPC);
      bytes += put;
      size -= static_cast<std::size_t>(put);
      copied_ += static_cast<std::uint64_t>(put);
    }
  }

  /// Without a name from the start where the system can, unlinked at once elsewhere: nothing is
  /// left behind however the run ends.
  void create_copy() {
    copy_.reset(::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (copy_.open()) return;
    std::string path = folder_ + "/shardsweep-XXXXXX";
    copy_.reset(::mkostemp(path.data(), O_CLOEXEC));
    if (!copy_.open()) no_room(errno);
    ::unlink(path.c_str());
  }

  [[noreturn]] void no_room(int error_number) const {
    throw ResourceError("cannot keep a copy of " + name() + " in " + shown_name(folder_) + ": " +
                        system_words(error_number) + "; name a folder with more room by --temp");
  }

  int pipe_;
  std::string folder_;
  Descriptor copy_;
  std::uint64_t copied_ = 0;
  std::uint64_t position_ = 0;
  bool ended_ = false;
};

/// A file redirected to a descriptor: read in place, from where the descriptor stood.
class RedirectedInput final : public StoredInput {
 public:
  RedirectedInput(int file, const std::string& name, off_t begin, const struct stat& status)
      : StoredInput(shown_name(name)), file_(file), begin_(begin), status_(status) {}

  void rewind() override { position_ = 0; }

  std::size_t read(char* out, std::size_t size, const std::stop_token&) override {
    const ssize_t got = uninterrupted(
        [&] { return ::pread(file_, out, size, begin_ + static_cast<off_t>(position_)); });
    if (got < 0) throw DataError(read_error(name(), position_));
    if (got == 0) check_unchanged();
    position_ += static_cast<std::uint64_t>(got);
    return static_cast<std::size_t>(got);
  }

  std::optional<std::uint64_t> size() const override {
    return static_cast<std::uint64_t>(std::max<off_t>(0, status_.st_size - begin_));
  }

 private:
  void check_unchanged() const {
    struct stat now = {};
    const bool known = ::fstat(file_, &now) == 0;
    const bool same = known && now.st_size == status_.st_size &&
                      now.st_mtim.tv_sec == status_.st_mtim.tv_sec &&
                      now.st_mtim.tv_nsec == status_.st_mtim.tv_nsec;
    if (same && position_ == *size()) return;
    throw DataError(name() + " changed while it was read (" + std::to_string(*size()) +
                    " bytes at the begin, " + std::to_string(position_) +
                    " read): use a copy that nothing writes to");
  }

  int file_;
  off_t begin_;
  struct stat status_;
  std::uint64_t position_ = 0;
};

}  // namespace

std::unique_ptr<StoredInput> open_descriptor(int descriptor, const std::string& name,
                                             const std::string& temp_directory) {
  struct stat status = {};
  if (::fstat(descriptor, &status) != 0)
    throw DataError("cannot read " + shown_name(name) + ": " + system_words(errno));
  if (S_ISDIR(status.st_mode))
    throw DataError("cannot read " + shown_name(name) + ": it is a folder, not a file");
  const off_t begin = S_ISREG(status.st_mode) ? ::lseek(descriptor, 0, SEEK_CUR) : -1;
  if (begin >= 0) return std::make_unique<RedirectedInput>(descriptor, name, begin, status);
  return std::make_unique<PipeInput>(descriptor, name, temp_directory);
}

std::unique_ptr<StoredInput> open_standard_input(const std::string& temp_directory) {
  return open_descriptor(STDIN_FILENO, "standard input", temp_directory);
}

}  // namespace shardsweep::datasets
