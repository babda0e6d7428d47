#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "datasets/collection.hpp"
#include "host/profile/field_profile.hpp"
#include "kernels/thread_pool.hpp"

namespace shardsweep::host {

struct ProfileOptions {
  std::uint32_t max_paths = 256;
  int max_depth = 8;  ///< deeper paths are not followed
  std::stop_token stop;
  std::function<void(const datasets::ReadProgress&)> progress;  ///< called often, cheap
};

/// Reads the whole collection once: what every path holds. Memory is bounded by max_paths. The
/// result does not depend on the pool's size. `report` gets the reader's counts. Throws what the
/// source throws.
Profile profile_documents(datasets::Collection& collection, const ProfileOptions& options,
                          kernels::ThreadPool& pool, datasets::ReadReport& report);

}  // namespace shardsweep::host
