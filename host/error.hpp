#pragma once

#include <stdexcept>
#include <string>

namespace shardsweep::host {

/// The command is wrong (exit status 2): which option or key, why, and what would be right.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The server would refuse (exit status 3 in `analyze`): the server's error name is `code`.
struct RefusedError : std::runtime_error {
  RefusedError(std::string server_code, const std::string& text)
      : std::runtime_error(text), code(std::move(server_code)) {}
  std::string code;  ///< "BadValue", "IllegalOperation", "4952606", ...
};

}  // namespace shardsweep::host
