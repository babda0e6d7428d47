#include "host/analyze/split_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "host/error.hpp"

namespace shardsweep::host {

std::vector<std::uint64_t> split_points(std::span<const std::uint64_t> sample,
                                        const SplitPointOptions& options) {
  std::set<std::uint64_t> points;
  const std::size_t wanted = options.ranges - 1;
  const std::size_t group = options.samples_per_range;
  for (std::size_t begin = 0; begin < sample.size() && points.size() < wanted; begin += group)
    points.insert(sample[std::min(begin + group, sample.size()) - 1]);
  if (points.size() < wanted)
    throw RefusedError(
        "4952606", fmt::format("the sample of {} documents gives {} split points, enough for {} "
                               "chunks, not for {}: the key has too few distinct values",
                               sample.size(), points.size(), points.size() + 1, options.ranges));
  return {points.begin(), points.end()};
}

}  // namespace shardsweep::host
