#include <algorithm>
#include <cmath>

#include "host/figures/figures.hpp"

namespace shardsweep::host {

namespace {

using kernels::Int128;

Int128 squares_of_next(std::uint64_t n) {
  const Int128 wide = n;
  return wide * (wide + 1) * (wide + 1);
}

/// n (n^2 - 1): twelve times the sum of squared deviations of 1..n.
Int128 twelvefold_deviation(std::uint64_t n) {
  const Int128 wide = n;
  return wide * (wide * wide - 1);
}

double clamped(long double value) {
  return round10(static_cast<double>(std::clamp(value, -1.0L, 1.0L)));
}

}  // namespace

double round10(double value) {
  return std::ceil(value * 1e10) / 1e10;
}

// With x and y both permutations of 1..n, Pearson's quotient loses everything but sum(x*y):
// r = (12 sum_xy - 3 n (n+1)^2) / (n (n^2 - 1)). Both integers stay below 2^100 for n < 2^32.
std::optional<double> server_coefficient(std::uint64_t n, const kernels::MonotonicitySums& sums) {
  if (n < 2) return std::nullopt;
  const Int128 above = 12 * static_cast<Int128>(sums.sum_xy) - 3 * squares_of_next(n);
  return clamped(static_cast<long double>(above) /
                 static_cast<long double>(twelvefold_deviation(n)));
}

// Pearson's r of r_i (twice the averaged rank) and y, with C = 2 sum(r y) - n (n+1)^2 (twice the
// covariance sum), V = sum(r^2) - n (n+1)^2 and W = n (n^2 - 1): r = C / sqrt(V W / 3). W is
// divisible by 3, and without ties V = W / 3, so the root is then exact.
std::optional<double> rank_correlation(std::uint64_t n, const kernels::CorrelationSums& sums) {
  if (n < 2) return std::nullopt;
  const Int128 mean_part = squares_of_next(n);
  const Int128 spread = static_cast<Int128>(sums.sum_r_r) - mean_part;
  if (spread <= 0) return std::nullopt;
  const Int128 common = 2 * static_cast<Int128>(sums.sum_r_y) - mean_part;
  const Int128 spread_without_ties = twelvefold_deviation(n) / 3;
  const long double scale =
      std::sqrt(static_cast<long double>(spread) * static_cast<long double>(spread_without_ties));
  return clamped(static_cast<long double>(common) / scale);
}

}  // namespace shardsweep::host
