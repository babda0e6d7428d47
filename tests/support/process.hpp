#pragma once

#include <string>
#include <vector>

namespace shardsweep::tests {

/// How a process ended, and what it wrote.
struct Outcome {
  int status = -1;  ///< exit status, or 128 + n when signal n ended it
  std::string out;
  std::string err;
};

/// Runs `arguments[0]` with the given standard input and waits. stdin is a pipe.
Outcome run_process(const std::vector<std::string>& arguments, const std::string& input = "");

/// Runs one line of shell (sh -c) likewise.
Outcome run_shell(const std::string& line);

/// The built program: build/<preset>/bin/shardsweep.
std::string program();

/// A folder of its own for a test, removed with everything in it at the end.
class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::string write(const std::string& name, const std::string& bytes) const;  ///< returns the path
  std::vector<std::string> files() const;                                      ///< names, sorted

 private:
  std::string folder_;
};

std::string read_file(const std::string& path);

}  // namespace shardsweep::tests
