#include <fcntl.h>
#include <sys/stat.h>

#include "datasets/error.hpp"
#include "datasets/input/descriptor.hpp"
#include "datasets/input/message_text.hpp"
#include "datasets/input/stored_input.hpp"

namespace shardsweep::datasets {
namespace {

[[noreturn]] void cannot(const char* what, const std::string& name, int error_number) {
  throw DataError(std::string("cannot ") + what + ' ' + name + ": " + system_words(error_number));
}

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

struct Snapshot {
  std::uint64_t bytes = 0;
  timespec modified = {};

  bool operator==(const Snapshot& other) const {
    return bytes == other.bytes && modified.tv_sec == other.modified.tv_sec &&
           modified.tv_nsec == other.modified.tv_nsec;
  }
};

/// Reads a regular file with read(2): a mapping would end in SIGBUS when the file is cut meanwhile.
class FileInput final : public StoredInput {
 public:
  explicit FileInput(const std::string& path) : StoredInput(shown_name(path)), path_(path) {
    open();
    first_ = opened_;
  }

  void rewind() override {
    if (!descriptor_.open()) open();
    if (::lseek(descriptor_.get(), 0, SEEK_SET) < 0) cannot("read", name(), errno);
    position_ = 0;
  }

  std::size_t read(char* out, std::size_t size, const std::stop_token&) override {
    const ssize_t got = uninterrupted([&] { return ::read(descriptor_.get(), out, size); });
    if (got < 0) {
      throw DataError("cannot read " + name() + " at byte " + std::to_string(position_) + ": " +
                      system_words(errno));
    }
    position_ += static_cast<std::uint64_t>(got);
    if (got == 0) check_unchanged();
    return static_cast<std::size_t>(got);
  }

  void close() noexcept override { descriptor_.reset(); }
  std::optional<std::uint64_t> size() const override { return first_.bytes; }

 private:
  void open() {
    struct stat status = {};
    // Looked at before it is opened: opening a FIFO would wait for a writer.
    if (::stat(path_.c_str(), &status) != 0) cannot("open", name(), errno);
    refuse_other_kinds(status.st_mode);
    descriptor_.reset(static_cast<int>(uninterrupted(
        [&] { return ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); })));
    if (!descriptor_.open()) cannot("open", name(), errno);
    opened_ = snapshot(&status);
    refuse_other_kinds(status.st_mode);
  }

  void refuse_other_kinds(mode_t mode) const {
    if (S_ISREG(mode)) return;
    const bool pipe_like = S_ISFIFO(mode) || S_ISSOCK(mode);
    throw DataError("cannot read " + name() + ": it is " + kind_of(mode) + ", not a file" +
                    (pipe_like ? "; send the data to standard input and name it -" : ""));
  }

  Snapshot snapshot(struct stat* status) const {
    if (::fstat(descriptor_.get(), status) != 0) cannot("read", name(), errno);
    return {static_cast<std::uint64_t>(status->st_size), status->st_mtim};
  }

  void check_unchanged() const {
    struct stat status = {};
    const Snapshot now = snapshot(&status);
    if (position_ == opened_.bytes && now == opened_) return;
    throw DataError(name() + " changed while it was read (" + std::to_string(opened_.bytes) +
                    " bytes at the begin, " + std::to_string(position_) +
                    " read): use a copy that nothing writes to");
  }

  std::string path_;
  Descriptor descriptor_;
  Snapshot first_;   ///< at creation
  Snapshot opened_;  ///< at the begin of this reading
  std::uint64_t position_ = 0;
};

}  // namespace

std::unique_ptr<StoredInput> open_file(const std::string& path) {
  return std::make_unique<FileInput>(path);
}

}  // namespace shardsweep::datasets
