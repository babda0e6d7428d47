#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

namespace shardsweep::host {

/// One output of a command, complete or not there: bytes go to a temporary file beside the target,
/// and only `commit` puts it in place, so that a failed run neither leaves half a file nor harms
/// the one that was there. "-" is the given stream; a pipe or device that exists is written
/// directly.
///
/// Errors are datasets::ResourceError and name the file and the system's words ("cannot write
/// out.bson: No space left on device"). Every call may block on the disk.
class OutputFile {
 public:
  /// Opens for writing. `standard_output` is used for "-" and must outlive the object.
  OutputFile(const std::string& path, std::ostream& standard_output);
  /// Removes the temporary file unless committed.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  /// Everything is on disk and in place when this returns. To be called once, after the last write.
  void commit();

 private:
  void open_direct();
  void open_temporary();
  void discard() noexcept;

  std::string path_;       ///< as the user named it, for messages
  std::string target_;     ///< behind symbolic links
  std::string temporary_;  ///< "" when written directly
  std::ostream* stream_ = nullptr;
  int descriptor_ = -1;
  int slot_ = -1;  ///< in the table that remove_unfinished_outputs reads
};

/// Unlinks the temporary files of all outputs that are open. Async-signal-safe: a signal handler
/// calls it before the process ends. The outputs themselves must not be used afterwards.
void remove_unfinished_outputs() noexcept;

}  // namespace shardsweep::host
