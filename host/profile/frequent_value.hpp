#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace shardsweep::host {

/// How often the most frequent value occurs, at least: values are dealt into slots by fingerprint,
/// and each slot keeps a majority vote (Boyer and Moore, MJRTY, 1981). A slot's count only grows
/// when its value occurs, so it never exceeds the truth; the shortfall for a value is at most what
/// else fell into its slot, about 1/1024 of the rest. Depends on the order of additions.
class FrequentValue {
 public:
  void add(std::uint64_t fingerprint) noexcept {
    Slot& slot = slots_[fingerprint & (slots_.size() - 1)];
    if (slot.fingerprint == fingerprint)
      ++slot.count;
    else if (slot.count == 0)
      slot = {fingerprint, 1};
    else
      --slot.count;
  }
  std::uint64_t lower_bound() const noexcept {
    std::uint64_t most = 0;
    for (const Slot& slot : slots_)
      if (slot.count > most) most = slot.count;
    return most;
  }

 private:
  struct Slot {
    std::uint64_t fingerprint = 0;
    std::uint64_t count = 0;
  };
  std::array<Slot, 1024> slots_{};
};

}  // namespace shardsweep::host
