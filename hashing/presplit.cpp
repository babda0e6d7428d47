#include "hashing/presplit.hpp"

#include <algorithm>

namespace shardsweep::hashing {

// With I = 2 * floor((2^63 - 1) / n): even n splits at 0 and +-k*I, odd n at +-(I/2 + k*I).
// Source: MongoDB src/mongo/db/s/config/initial_split_policy.cpp.
std::vector<std::int64_t> presplit_points(std::uint32_t chunks) {
  if (chunks == 1) return {};  // the interval would not fit
  const std::int64_t half = INT64_MAX / chunks;
  const std::int64_t interval = 2 * half;
  const bool even = chunks % 2 == 0;
  const std::uint32_t pairs = (chunks - 1) / 2;
  std::vector<std::int64_t> points;
  points.reserve(chunks - 1);
  if (even) points.push_back(0);
  std::int64_t point = even ? interval : half;
  for (std::uint32_t k = 0; k < pairs; ++k) {
    points.push_back(point);
    points.push_back(-point);
    if (k + 1 < pairs) point += interval;
  }
  std::sort(points.begin(), points.end());
  return points;
}

}  // namespace shardsweep::hashing
