#include <ostream>

#include "hashing/md5_lanes.hpp"
#include "host/cli/cli.hpp"
#include "host/error.hpp"
#include "kernels/cuda_executor.hpp"
#include "kernels/thread_pool.hpp"

namespace shardsweep::host {

int command_devices(const std::vector<std::string>& arguments, std::istream&, std::ostream& out,
                    std::ostream&) {
  if (!arguments.empty() && arguments[0] != "--help" && arguments[0] != "-h") {
    throw UsageError("devices takes no arguments");
  }
  if (!arguments.empty()) {
    out << "usage: shardsweep devices\nSays which backends are usable, and why not.\n";
    return exit_done;
  }
  const kernels::ThreadPool pool(0);
  const kernels::CudaStatus cuda = kernels::cuda_status();
  out << "cpu: usable, " << pool.size() << " threads, SIMD target " << hashing::simd_target()
      << "\n"
      << "cuda: " << (cuda.usable ? "usable, " : "not usable, ") << cuda.text << "\n";
  return exit_done;
}

}  // namespace shardsweep::host
