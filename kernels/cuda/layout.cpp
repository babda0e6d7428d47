#include "kernels/cuda/layout.hpp"

#include <algorithm>

namespace shardsweep::kernels::cuda {

std::optional<Layout> divide_memory(const LayoutRequest& request,
                                    std::span<const std::uint64_t> key_bytes) {
  const std::uint64_t least = request.fixed_bytes + request.column_bytes;
  if (request.budget <= least) return std::nullopt;
  std::uint64_t left = request.budget - least;
  std::size_t fitting = 0;
  Layout layout;
  for (const std::uint64_t bytes : key_bytes) {
    if (bytes > left) continue;
    ++fitting;
    layout.lane_bytes = std::max(layout.lane_bytes, bytes);
  }
  if (fitting == 0) return std::nullopt;
  left -= layout.lane_bytes;
  layout.places = 1 + std::min<std::uint64_t>(request.columns - 1, left / request.column_bytes);
  left -= (layout.places - 1) * request.column_bytes;
  layout.lanes = 1 + std::min<std::uint64_t>(std::min(request.most_lanes, fitting) - 1,
                                             left / layout.lane_bytes);
  layout.total_bytes =
      request.fixed_bytes + layout.places * request.column_bytes + layout.lanes * layout.lane_bytes;
  return layout;
}

}  // namespace shardsweep::kernels::cuda
