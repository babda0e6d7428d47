#pragma once

#include <cstdint>

#include "host/result.hpp"

namespace shardsweep::host {

/// Bytes that one most common value may take in the reply when `values` of them are listed
/// (MongoDB src/mongo/db/s/analyze_shard_key_cmd_util.cpp: 16 MiB less 1000 KiB, shared evenly).
std::uint64_t most_common_value_limit(std::uint32_t values);

/// The value as the server shows it: unchanged if its document has at most `limit` bytes; else each
/// part that does not fit the rest of the limit becomes {type, value: "truncated", sizeBytes},
/// where an object is entered once before its parts are judged.
KeyValue truncated(const KeyValue& value, std::uint64_t limit);

}  // namespace shardsweep::host
