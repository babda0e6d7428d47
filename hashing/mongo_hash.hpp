#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace shardsweep::hashing {

/// MongoDB's hash of one value (hash version 0): the first eight bytes, little-endian, of
/// MD5(int32 seed | feed of the value). `type` is the BSON type byte, `bytes` the value part as
/// stored; it must come from a validated document. The rule is the server's
/// (src/mongo/db/hasher.cpp and bson/bsonelement.h). Does not block; cost: one MD5 of the feed.
std::int64_t hash_value(std::uint8_t type, std::string_view bytes, std::int32_t seed = 0);

/// As hash_value with the canonical number that Timestamp had before server 3.0 (45 instead of 47).
std::int64_t hash_value_before_3_0(std::uint8_t type, std::string_view bytes,
                                   std::int32_t seed = 0);

/// The canonical type number of a BSON type byte (-1 MinKey ... 127 MaxKey): the order of types and
/// the first thing a value feeds to the hash.
int canonical_number(std::uint8_t type) noexcept;

/// Appends the feed of a value, without the seed (so that lanes can hash many at once).
void append_feed(std::uint8_t type, std::string_view bytes, std::string& out);

}  // namespace shardsweep::hashing
