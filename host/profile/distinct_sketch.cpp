#include "host/profile/distinct_sketch.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

namespace shardsweep::host {
namespace {

constexpr std::size_t exact_slots = 2 * DistinctSketch::exact_limit;

double sigma(double x) {
  if (x == 1) return std::numeric_limits<double>::infinity();
  double y = 1;
  double z = x;
  for (double before = -1; z != before;) {
    x *= x;
    before = z;
    z += x * y;
    y += y;
  }
  return z;
}

double tau(double x) {
  if (x == 0 || x == 1) return 0;
  double y = 1;
  double z = 1 - x;
  for (double before = -1; z != before;) {
    x = std::sqrt(x);
    before = z;
    y *= 0.5;
    z -= (1 - x) * (1 - x) * y;
  }
  return z / 3;
}

}  // namespace

void DistinctSketch::add_exact(std::uint64_t fingerprint) {
  if (fingerprint == 0) {
    has_zero_ = true;
    return;
  }
  if (exact_.empty()) exact_.assign(exact_slots, 0);
  std::size_t slot = fingerprint & (exact_slots - 1);
  while (exact_[slot] != 0) {
    if (exact_[slot] == fingerprint) return;
    slot = (slot + 1) & (exact_slots - 1);
  }
  if (exact_count_ < exact_limit) {
    exact_[slot] = fingerprint;
    ++exact_count_;
    return;
  }
  registers_.assign(std::size_t{1} << precision, 0);
  for (const std::uint64_t known : exact_)
    if (known != 0) add_register(known);
  if (has_zero_) add_register(0);
  exact_ = {};
  add_register(fingerprint);
}

std::uint64_t DistinctSketch::estimate() const {
  if (exact()) return exact_count_ + (has_zero_ ? 1u : 0u);
  constexpr int q = 64 - precision;
  std::array<std::uint32_t, q + 2> of_rank{};
  for (const std::uint8_t rank : registers_) ++of_rank[rank];
  const auto m = static_cast<double>(registers_.size());
  double z = m * tau(1 - of_rank[q + 1] / m);
  for (int k = q; k >= 1; --k) z = 0.5 * (z + of_rank[static_cast<std::size_t>(k)]);
  z += m * sigma(of_rank[0] / m);
  return static_cast<std::uint64_t>(std::llround(m * m / (2 * std::numbers::ln2) / z));
}

double DistinctSketch::relative_error() const noexcept {
  return exact() ? 0 : 1.04 / std::sqrt(static_cast<double>(registers_.size()));
}

}  // namespace shardsweep::host
