#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace shardsweep::kernels::cpu {

/// Finds rows whose key may be among a few given ones: a linear hash of the ranks against a bit
/// table, in SIMD lanes. Never misses a row; a row too many is rare.
class RowFilter {
 public:
  static constexpr std::size_t block = 4096;  ///< rows a call of match() may take

  /// The key's columns of ranks, which must outlive the filter.
  explicit RowFilter(std::vector<const std::uint32_t*> columns);

  /// Lets rows with these ranks, given in column order, through.
  void allow(std::span<const std::uint32_t> ranks);

  /// Writes the rows of [begin, end) that pass to `rows`, ascending, and returns their number.
  /// end - begin <= block; `rows` has room for block + 64.
  std::size_t match(std::size_t begin, std::size_t end, std::uint32_t* rows) const;

 private:
  static constexpr int hash_bits = 15;

  std::vector<const std::uint32_t*> columns_;
  std::vector<std::uint32_t> factors_;
  std::array<std::uint32_t, (1u << hash_bits) / 32> bits_{};
};

}  // namespace shardsweep::kernels::cpu
