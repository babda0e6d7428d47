#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace shardsweep::kernels::cuda {

/// How device memory is divided.
struct Layout {
  std::size_t places = 0;         ///< columns held at once
  std::size_t lanes = 0;          ///< keys evaluated at once
  std::uint64_t lane_bytes = 0;   ///< of each
  std::uint64_t total_bytes = 0;  ///< of all
};

/// What is to be divided.
struct LayoutRequest {
  std::uint64_t budget = 0;
  std::uint64_t fixed_bytes = 0;   ///< sizes and whatever else is needed once
  std::uint64_t column_bytes = 0;  ///< of one column
  std::size_t columns = 0;         ///< used by the keys, at least 1
  std::size_t most_lanes = 1;
};

/// Room for the hungriest key that fits beside one column; then all columns as far as they fit;
/// then more keys at once. `key_bytes`: working memory of each key. Nothing where no key fits.
std::optional<Layout> divide_memory(const LayoutRequest& request,
                                    std::span<const std::uint64_t> key_bytes);

}  // namespace shardsweep::kernels::cuda
