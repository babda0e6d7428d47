#include "kernels/cpu/first_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "kernels/cpu/row_filter.hpp"

namespace shardsweep::kernels::cpu {
namespace {

struct Slot {
  std::uint64_t key = 0;
  std::uint64_t bytes = 0;
  std::uint32_t first_row = 0;
  bool used = false;
  bool found = false;
};

/// The listed keys in an open-addressing table at most an eighth full.
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

  /// The next row in ascending order that may have a listed key.
  void add(std::uint64_t key, std::uint32_t row, std::uint32_t bytes) {
    Slot& slot = at(key);
    if (!slot.used) return;
    slot.bytes += bytes;
    if (slot.found) return;
    slot.found = true;
    slot.first_row = row;
    --missing_;
  }

  bool complete() const { return missing_ == 0; }

 private:
  std::vector<Slot> slots_;
  int shift_;
  std::size_t missing_ = 0;
};

RowFilter filter_of(const KeyShape& shape, const std::vector<ListedGroup*>& listed) {
  std::vector<const std::uint32_t*> columns;
  for (const PackedColumn& column : shape.columns) columns.push_back(column.ranks);
  RowFilter filter(std::move(columns));
  std::vector<std::uint32_t> ranks(shape.columns.size());
  for (const ListedGroup* entry : listed) {
    std::uint64_t rest = entry->key;
    for (std::size_t k = 0; k < ranks.size(); ++k) {
      ranks[k] = static_cast<std::uint32_t>(rest / shape.columns[k].stride);
      rest %= shape.columns[k].stride;
    }
    filter.allow(ranks);
  }
  return filter;
}

}  // namespace

void find_first_rows(const KeyShape& shape, std::uint32_t rows,
                     std::span<const std::uint32_t> sizes, bool sum_bytes,
                     const std::vector<ListedGroup*>& listed, const StopCheck& stop) {
  if (listed.empty()) return;
  ListedKeys keys(listed);
  const RowFilter filter = filter_of(shape, listed);
  const KeyReader<0> reader(shape);
  std::array<std::uint32_t, RowFilter::block + 64> matches;
  for (std::size_t begin = 0; begin < rows; begin += RowFilter::block) {
    if (keys.complete() && !sum_bytes) break;
    stop.poll();
    const std::size_t end = std::min<std::size_t>(rows, begin + RowFilter::block);
    const std::size_t found = filter.match(begin, end, matches.data());
    for (std::size_t i = 0; i < found; ++i) {
      keys.add(reader(matches[i]), matches[i], sizes[matches[i]]);
    }
  }
  for (ListedGroup* entry : listed) {
    const Slot& slot = keys.at(entry->key);
    entry->group.first_row = slot.first_row;
    if (sum_bytes) entry->group.bytes = slot.bytes;
  }
}

}  // namespace shardsweep::kernels::cpu
