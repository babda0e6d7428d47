#include "datasets/generate/random.hpp"

#include <bit>

namespace shardsweep::generate {

std::uint64_t permute(std::uint64_t seed, std::uint64_t x, std::uint64_t count) noexcept {
  if (count < 2) return x;
  const int half = (std::bit_width(count - 1) + 1) / 2;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = x >> half;
    std::uint64_t right = x & mask;
    for (std::uint64_t round = 0; round < 4; ++round) {
      const std::uint64_t next = left ^ (of_thing(seed, round, right) & mask);
      left = right;
      right = next;
    }
    x = left << half | right;
  } while (x >= count);  // the network permutes a domain at most four times as large
  return x;
}

}  // namespace shardsweep::generate
