#include "host/analyze/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/error.hpp"

namespace shardsweep::host {

namespace {

/// analyzeShardKeyCharacteristicsDefaultSampleSize of MongoDB 7.0 and later.
constexpr std::uint64_t default_size = 10'000'000;

}  // namespace

std::uint64_t splitmix64_at(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t z = seed + (i + 1) * 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

bool Sample::keeps(std::uint64_t row) const {
  if (all()) return true;
  return static_cast<long double>(splitmix64_at(seed, row)) <
         std::ldexp(static_cast<long double>(rate), 64);
}

Sample sample_of(const SamplingOptions& options, std::uint64_t n, std::uint32_t most_common) {
  Sample sample;
  sample.limit = n;
  sample.seed = options.seed;
  if (!options.on) return sample;
  if (options.rate && options.size)
    throw RefusedError("InvalidOptions",
                       "a sample is given by --sample-rate or by --sample-size, not by both");
  if (options.rate) {
    sample.rate = *options.rate;
    const double rounded_up = std::ceil(*options.rate * static_cast<double>(n));
    sample.limit = std::min(n, static_cast<std::uint64_t>(rounded_up));
    return sample;
  }
  const std::uint64_t size = options.size.value_or(default_size);
  if (size < most_common)
    throw RefusedError("InvalidOptions",
                       fmt::format("a sample of {} cannot show the {} most common values; take a "
                                   "larger --sample-size or fewer --most-common-values",
                                   size, most_common));
  sample.limit = std::min(size, n);
  if (sample.limit < n) sample.rate = static_cast<double>(size) / static_cast<double>(n);
  return sample;
}

}  // namespace shardsweep::host
