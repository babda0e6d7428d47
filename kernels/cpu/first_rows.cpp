#include "kernels/cpu/first_rows.hpp"

#include <bit>
#include <cstddef>

namespace shardsweep::kernels::cpu {
namespace {

struct Slot {
  std::uint64_t key = 0;
  std::uint64_t bytes = 0;
  std::uint32_t first_row = 0;
  bool used = false;
  bool found = false;
};

/// The listed keys in an open-addressing table at most an eighth full, so that a miss is one probe.
class ListedKeys {
 public:
  explicit ListedKeys(const std::vector<ListedGroup*>& listed)
      : slots_(std::bit_ceil(listed.size() * 8 + 8)), shift_(64 - std::countr_zero(slots_.size())) {
    for (const ListedGroup* entry : listed) {
      Slot& slot = at(entry->key);
      missing_ += !slot.used;
      slot.used = true;
      slot.key = entry->key;
    }
  }

  /// The slot of a key, or the free one where it would be.
  Slot& at(std::uint64_t key) {
    std::size_t i = (key * 0x9E3779B97F4A7C15u) >> shift_;  // 2^64 / golden ratio
    while (slots_[i].used && slots_[i].key != key) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }

  void add(std::uint64_t key, std::size_t row, std::uint32_t bytes) {
    Slot& slot = at(key);
    if (!slot.used) return;
    slot.bytes += bytes;
    if (slot.found) return;
    slot.found = true;
    slot.first_row = static_cast<std::uint32_t>(row);
    --missing_;
  }

  bool complete() const { return missing_ == 0; }

 private:
  std::vector<Slot> slots_;
  int shift_;
  std::size_t missing_ = 0;
};

}  // namespace

void find_first_rows(const KeyShape& shape, std::uint32_t rows,
                     std::span<const std::uint32_t> sizes, bool sum_bytes,
                     const std::vector<ListedGroup*>& listed, const StopCheck& stop) {
  if (listed.empty()) return;
  ListedKeys keys(listed);
  with_reader(shape, [&](const auto& reader) {
    stop.blocks(rows, [&](std::size_t begin, std::size_t end) {
      if (keys.complete() && !sum_bytes) return;
      for (std::size_t row = begin; row < end; ++row) keys.add(reader(row), row, sizes[row]);
    });
  });
  for (ListedGroup* entry : listed) {
    const Slot& slot = keys.at(entry->key);
    entry->group.first_row = slot.first_row;
    if (sum_bytes) entry->group.bytes = slot.bytes;
  }
}

}  // namespace shardsweep::kernels::cpu
