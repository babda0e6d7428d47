#pragma once

#include <cstdint>
#include <vector>

namespace shardsweep::host {

/// Number of distinct fingerprints in bounded memory: exact up to `exact_limit` of them, from then
/// on a HyperLogLog of 2^14 registers (Flajolet et al. 2007) with Ertl's improved raw estimator
/// (arXiv 1702.01284). The order of additions does not matter. At most 16 KiB.
class DistinctSketch {
 public:
  static constexpr std::uint32_t exact_limit = 1024;

  void add(std::uint64_t fingerprint);
  std::uint64_t estimate() const;
  /// Relative standard error of estimate(), 0 while it is exact.
  double relative_error() const noexcept;
  bool exact() const noexcept { return registers_.empty(); }

 private:
  void add_exact(std::uint64_t fingerprint);
  void add_register(std::uint64_t fingerprint) noexcept {
    constexpr std::uint64_t guard = std::uint64_t{1} << (precision - 1);
    const auto rank =
        static_cast<std::uint8_t>(__builtin_clzll(fingerprint << precision | guard) + 1);
    std::uint8_t& most = registers_[fingerprint >> (64 - precision)];
    if (rank > most) most = rank;
  }

  static constexpr int precision = 14;
  std::vector<std::uint64_t> exact_;     // open addressing, 0 = free
  std::uint32_t exact_count_ = 0;        // without the fingerprint 0
  bool has_zero_ = false;                // fingerprint 0 itself
  std::vector<std::uint8_t> registers_;  // empty while exact
};

inline void DistinctSketch::add(std::uint64_t fingerprint) {
  if (registers_.empty())
    add_exact(fingerprint);
  else
    add_register(fingerprint);
}

}  // namespace shardsweep::host
