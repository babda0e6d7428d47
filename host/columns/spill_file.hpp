#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace shardsweep::host {

/// A temporary file that is written once and then mapped for reading. It has no name: it is gone
/// when this object is, however the program ends. Throws datasets::ResourceError naming the folder.
class SpillFile {
 public:
  /// `directory` "" is the system's temporary folder.
  explicit SpillFile(const std::string& directory);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  void write(const void* data, std::size_t bytes);
  /// Pads to a multiple of 8 and returns the position.
  std::uint64_t align();
  std::uint64_t position() const noexcept { return flushed_ + buffer_.size(); }
  /// Ends writing and maps the file. The memory lives as long as this object.
  const char* map();

 private:
  void flush();
  void write_through(const char* at, std::size_t bytes);
  [[noreturn]] void fail(const char* what, int error) const;

  std::string directory_;
  int descriptor_ = -1;
  std::vector<char> buffer_;
  std::uint64_t flushed_ = 0;
  void* mapping_ = nullptr;
};

}  // namespace shardsweep::host
