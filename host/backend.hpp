#pragma once

#include <memory>
#include <string>
#include <vector>

#include "host/options.hpp"
#include "kernels/executor.hpp"
#include "kernels/thread_pool.hpp"

namespace shardsweep::host {

/// Throws DeviceError when --backend asks for one that this build or machine does not have.
void check_backend(const InputOptions& input);

/// The executor that --backend names; of `auto`, the GPU's where one can be used, else the CPU's
/// and a sentence in `notes` saying why. A build without CUDA has nothing to say. Throws
/// DeviceError as check_backend does. The pool must outlive the executor.
std::unique_ptr<kernels::Executor> make_executor(const InputOptions& input,
                                                 kernels::ThreadPool& pool,
                                                 std::vector<std::string>& notes);

}  // namespace shardsweep::host
