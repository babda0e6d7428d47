#pragma once

#include <stdexcept>
#include <string>

namespace shardsweep::kernels {

/// A device was asked for and cannot be used, or failed (exit status 4).
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Memory ran out or the work does not fit the budget (exit status 5).
struct ResourceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace shardsweep::kernels
