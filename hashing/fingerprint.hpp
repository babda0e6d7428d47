#pragma once

#include <cstdint>
#include <string_view>

namespace shardsweep::hashing {

/// XXH3-64 of bytes: for grouping and checksums only, never where the server uses MD5. Equal
/// fingerprints must be told apart by value.
std::uint64_t fingerprint(std::string_view bytes, std::uint64_t seed = 0) noexcept;

}  // namespace shardsweep::hashing
