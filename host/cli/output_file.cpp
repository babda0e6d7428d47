#include "host/cli/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <ostream>
#include <utility>

#include "datasets/error.hpp"

namespace shardsweep::host {
namespace {

[[noreturn]] void fail(const std::string& what, const std::string& path, int error) {
  throw datasets::ResourceError("cannot " + what + " " + path + ": " + std::strerror(error));
}

// What a signal handler may read: fixed storage, one lock-free word that says whether it is whole.
struct Unfinished {
  enum State { empty, filling, whole };
  std::atomic<int> state{empty};
  char path[PATH_MAX];
};
static_assert(std::atomic<int>::is_always_lock_free);
constexpr int unfinished_slots = 32;
Unfinished unfinished[unfinished_slots];

// The slot that now holds the path; -1 when it is too long or all slots are taken.
int register_unfinished(const std::string& path) noexcept {
  if (path.size() >= PATH_MAX) return -1;
  for (int slot = 0; slot < unfinished_slots; ++slot) {
    int expected = Unfinished::empty;
    if (!unfinished[slot].state.compare_exchange_strong(expected, Unfinished::filling)) continue;
    std::memcpy(unfinished[slot].path, path.c_str(), path.size() + 1);
    unfinished[slot].state.store(Unfinished::whole);
    return slot;
  }
  return -1;
}

void unregister_unfinished(int slot) noexcept {
  if (slot >= 0) unfinished[slot].state.store(Unfinished::empty);
}

// The file behind symbolic links; a link to nothing yet is followed by hand, one step.
std::string resolved(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  if (real) return real.get();
  char link[PATH_MAX];
  const ssize_t length = ::readlink(path.c_str(), link, sizeof link);
  if (length <= 0) return path;
  const std::string to(link, static_cast<std::size_t>(length));
  const std::size_t slash = path.rfind('/');
  return to[0] == '/' || slash == std::string::npos ? to : path.substr(0, slash + 1) + to;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// A rename is on disk when its folder is. File systems that cannot sync a folder say EINVAL.
void sync_folder(const std::string& target, const std::string& path) {
  const int folder = ::open(folder_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;  // a folder may be writable without being readable
  const int error = ::fsync(folder) == 0 ? 0 : errno;
  ::close(folder);
  if (error != 0 && error != EINVAL) fail("write", path, error);
}

}  // namespace

OutputFile::OutputFile(const std::string& path, std::ostream& standard_output) : path_(path) {
  if (path == "-") {
    path_ = "standard output";
    stream_ = &standard_output;
    return;
  }
  target_ = resolved(path);
  struct stat status {};
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail("write", path_, EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    open_direct();
    return;
  }
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail("write", path_, errno);
  open_temporary();
  if (exists && ::fchmod(descriptor_, status.st_mode & 07777) != 0) {
    const int error = errno;
    discard();
    fail("write", path_, error);
  }
}

OutputFile::~OutputFile() {
  discard();
}

void OutputFile::open_direct() {
  descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail("open", path_, errno);
}

void OutputFile::open_temporary() {
  static std::atomic<unsigned> counter{0};
  do {
    temporary_ = target_ + ".unfinished-" + std::to_string(::getpid()) + "-" +
                 std::to_string(counter.fetch_add(1));
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ < 0) {
    temporary_.clear();
    fail("create", path_, errno);
  }
  slot_ = register_unfinished(temporary_);
}

void OutputFile::write(std::string_view bytes) {
  if (stream_ != nullptr) {
    errno = 0;
    stream_->write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!*stream_) fail("write", path_, errno != 0 ? errno : EIO);
    return;
  }
  while (!bytes.empty()) {
    const ssize_t done = ::write(descriptor_, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail("write", path_, errno);
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

void OutputFile::commit() {
  if (stream_ != nullptr) {
    errno = 0;
    if (!stream_->flush()) fail("write", path_, errno != 0 ? errno : EIO);
    return;
  }
  if (!temporary_.empty() && ::fsync(descriptor_) != 0) fail("write", path_, errno);
  const int descriptor = std::exchange(descriptor_, -1);
  if (::close(descriptor) != 0 && errno != EINTR) fail("write", path_, errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail("replace", path_, errno);
  temporary_.clear();
  unregister_unfinished(std::exchange(slot_, -1));
  sync_folder(target_, path_);
}

void OutputFile::discard() noexcept {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
  unregister_unfinished(std::exchange(slot_, -1));
}

void remove_unfinished_outputs() noexcept {
  for (const Unfinished& output : unfinished) {
    if (output.state.load() == Unfinished::whole) ::unlink(output.path);
  }
}

}  // namespace shardsweep::host
