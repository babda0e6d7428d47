#pragma once

#include <stdexcept>
#include <string>

namespace shardsweep::datasets {

/// The input is broken, hostile or over a limit (exit status 3). The text names file, place, field
/// and what to do next.
struct DataError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Memory or disk ran out, or an output cannot be written (exit status 5).
struct ResourceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace shardsweep::datasets
