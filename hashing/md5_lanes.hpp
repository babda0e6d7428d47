#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace shardsweep::hashing {

/// MongoDB's hash (seed 0) of n values that feed `canonical` (int32) and then eight bytes: numbers
/// as int64 (canonical 10), dates (45), timestamps (47). SIMD lanes, the target chosen at run time.
/// out.size() == values.size(). Does not block. Same bits as hash_value.
void hash_fixed8(std::int32_t canonical, std::span<const std::uint64_t> values,
                 std::span<std::int64_t> out);

/// MongoDB's hash (seed 0) of n values given by their whole feeds (canonical number included, seed
/// excluded): feed i is bytes[offsets[i], offsets[i+1]). Any length; lanes for one and several
/// blocks.
void hash_feeds(std::string_view bytes, std::span<const std::uint64_t> offsets,
                std::span<std::int64_t> out);

/// Name of the SIMD target in use ("AVX3", "SSE2", "EMU128", ...), for the run record.
const char* simd_target();

}  // namespace shardsweep::hashing
