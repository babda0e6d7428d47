#pragma once

#include <cstdint>
#include <optional>

namespace shardsweep::host {

/// The (i+1)-th output of splitmix64 started at `seed` (i from 0; Vigna, prng.di.unimi.it).
std::uint64_t splitmix64_at(std::uint64_t seed, std::uint64_t i);

/// analyzeShardKey's sampling of documents.
struct SamplingOptions {
  bool on = false;
  std::optional<double> rate;         ///< in (0, 1]
  std::optional<std::uint64_t> size;  ///< > 0; without both the server's default of 10,000,000
  std::uint64_t seed = 1;
};

/// Which documents are looked at: row i if splitmix64_at(seed, i) < rate * 2^64, then the first
/// `limit` of them in key order.
struct Sample {
  double rate = 1;
  std::uint64_t limit = 0;
  std::uint64_t seed = 1;

  bool all() const noexcept { return rate >= 1; }
  bool keeps(std::uint64_t row) const;
};

/// Rate and limit for n documents: ceil(rate * n), or min(size, n) at the rate size / n. Throws
/// RefusedError as the server refuses: InvalidOptions for rate and size together, or a size below
/// the number of most common values. The caller has checked the ranges of rate and size.
Sample sample_of(const SamplingOptions& options, std::uint64_t n, std::uint32_t most_common);

}  // namespace shardsweep::host
