#pragma once

#include <cstdint>
#include <vector>

namespace shardsweep::generate {

/// Draws from a fixed Zipf distribution in constant time: the alias method (Walker 1977; built as
/// in Vose, "A linear algorithm for generating random numbers with a given distribution", 1991).
class AliasTable {
 public:
  /// Outcome i of [0, outcomes) has weight (i + 1)^-exponent. Cost: one std::pow an outcome.
  AliasTable(std::uint32_t outcomes, double exponent);

  /// The outcome that 64 random bits stand for.
  std::uint32_t draw(std::uint64_t bits) const noexcept {
    const auto low = static_cast<std::uint32_t>(bits);
    const auto column = static_cast<std::uint32_t>((std::uint64_t{low} * columns_.size()) >> 32);
    const Column& entry = columns_[column];
    return static_cast<std::uint32_t>(bits >> 32) <= entry.keep ? column : entry.other;
  }

 private:
  struct Column {
    std::uint32_t keep;   ///< the column's own outcome is taken up to here, of 2^32 - 1
    std::uint32_t other;  ///< else this one
  };
  std::vector<Column> columns_;
};

}  // namespace shardsweep::generate
