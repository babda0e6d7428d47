#pragma once

#include <cstdint>

#include "host/options.hpp"

namespace shardsweep::host {

/// The collection that is judged: the documents read, or the whole they stand for
/// (--total-docs, --total-bytes), or its expected size (--expect-docs).
struct JudgedSize {
  std::uint64_t documents = 0;
  std::uint64_t bytes = 0;  ///< 0 when document sizes are unknown
  bool sample = false;      ///< the documents read are a part of a larger whole
  bool size_asked = false;  ///< one of the three options is given
  std::uint64_t average() const { return documents == 0 ? 0 : bytes / documents; }
};

/// `rows` documents of `bytes` in all (0: unknown) were read. Throws UsageError for a total below
/// what was read; --expect-docs may be any size. Pure.
JudgedSize judged_size(std::uint64_t rows, std::uint64_t bytes, const ClusterOptions& cluster);

/// floor(value * up / down) in 128 bits; UINT64_MAX when it does not fit. down = 0 gives `value`.
std::uint64_t scaled_down(std::uint64_t value, std::uint64_t up, std::uint64_t down);
/// The same, rounded up.
std::uint64_t scaled_up(std::uint64_t value, std::uint64_t up, std::uint64_t down);

}  // namespace shardsweep::host
