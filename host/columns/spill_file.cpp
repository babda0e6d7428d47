#include "host/columns/spill_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "datasets/error.hpp"

namespace shardsweep::host {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

std::string folder_or_default(const std::string& directory) {
  if (!directory.empty()) return directory;
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  return error ? "/tmp" : folder.string();
}

}  // namespace

SpillFile::SpillFile(const std::string& directory) : directory_(folder_or_default(directory)) {
  std::string name = directory_ + "/shardsweep-XXXXXX";
  descriptor_ = mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail("cannot create a temporary file", errno);
  unlink(name.c_str());
}

SpillFile::~SpillFile() {
  if (mapping_ != nullptr) munmap(mapping_, flushed_);
  if (descriptor_ >= 0) close(descriptor_);
}

void SpillFile::fail(const char* what, int error) const {
  throw datasets::ResourceError(std::string(what) + " in " + directory_ + ": " +
                                std::generic_category().message(error) +
                                "; name a folder with more room by --temp");
}

void SpillFile::write_through(const char* at, std::size_t bytes) {
  flushed_ += bytes;
  while (bytes != 0) {
    const ssize_t written = ::write(descriptor_, at, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0)
      fail("cannot write the distinct values of a field to a temporary file", errno);
    at += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

void SpillFile::flush() {
  write_through(buffer_.data(), buffer_.size());
  buffer_.clear();
}

void SpillFile::write(const void* data, std::size_t bytes) {
  const char* from = static_cast<const char*>(data);
  if (buffer_.size() + bytes > buffer_bytes) flush();
  // Only what no buffer takes goes past it: then the flush before has left nothing to overtake.
  if (bytes > buffer_bytes)
    write_through(from, bytes);
  else
    buffer_.insert(buffer_.end(), from, from + bytes);
}

std::uint64_t SpillFile::align() {
  constexpr char zeros[8] = {};
  write(zeros, (8 - position() % 8) % 8);
  return position();
}

const char* SpillFile::map() {
  flush();
  buffer_ = {};
  if (flushed_ != 0) {
    void* mapping = mmap(nullptr, flushed_, PROT_READ, MAP_SHARED, descriptor_, 0);
    if (mapping == MAP_FAILED) fail("cannot map a temporary file", errno);
    mapping_ = mapping;
  }
  close(descriptor_);
  descriptor_ = -1;
  return static_cast<const char*>(mapping_);
}

}  // namespace shardsweep::host
