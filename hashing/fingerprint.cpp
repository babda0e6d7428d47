#include "hashing/fingerprint.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace shardsweep::hashing {

std::uint64_t fingerprint(std::string_view bytes, std::uint64_t seed) noexcept {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace shardsweep::hashing
