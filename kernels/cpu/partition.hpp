#pragma once

#include <hwy/cache_control.h>
#include <hwy/highway.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/cpu/entries.hpp"
#include "kernels/cpu/scratch.hpp"
#include "kernels/cpu/stop.hpp"

namespace shardsweep::kernels::cpu {

/// Entries of one partition that wait to be written as whole cache lines. Several lines at once:
/// the branch that writes them out is then rarely mispredicted (measured: 4 ns a document against
/// 7).
template <typename Item>
struct alignas(64) Line {
  static constexpr std::uint32_t size = sizeof(Item) <= 4 ? 64 : 32;
  Item items[size];

  /// Writes the line past the caches. `to` is aligned to 64.
  void stream(Item* to) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::CappedTag<std::uint32_t, 16> tag;
    static_assert(sizeof(items) % 64 == 0);
    constexpr std::size_t words = size * sizeof(Item) / sizeof(std::uint32_t);
    const auto* from_words = reinterpret_cast<const std::uint32_t*>(items);
    auto* to_words = reinterpret_cast<std::uint32_t*>(to);
    for (std::size_t i = 0; i < words; i += hn::Lanes(tag)) {
      hn::Stream(hn::Load(tag, from_words + i), tag, to_words + i);
    }
  }
};

/// Stable partition of all documents by the top bits of their packed keys: one read for counts, one
/// for the scatter through write-combining lines (Balkesen et al. 2013, "Main-memory hash joins").
template <typename Item, typename Reader>
class Partition {
 public:
  /// Partition of key k is k >> shift; there are `count` of them. shift < 64.
  Partition(const Reader& reader, std::uint32_t rows, int shift, std::size_t count)
      : reader_(reader), rows_(rows), shift_(shift), begins_(count + 1) {}

  /// Counts; afterwards partition p is [begins()[p], begins()[p + 1]).
  void count(const StopCheck& stop) {
    std::uint32_t* counts = begins_.data() + 1;
    stop.blocks(rows_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) ++counts[reader_(row) >> shift_];
    });
    for (std::size_t p = 1; p < begins_.size(); ++p) begins_[p] += begins_[p - 1];
  }

  std::span<const std::uint32_t> begins() const { return begins_; }

  /// Writes every document's entry to its partition, rows ascending. `to` is aligned to 64.
  void scatter(std::span<const std::uint32_t> sizes, Item* to, Scratch& scratch,
               const StopCheck& stop) {
    const std::size_t count = begins_.size() - 1;
    auto* lines = scratch.lines.reserve_as<Line<Item>>(count);
    std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
    const std::uint64_t mask = (std::uint64_t{1} << shift_) - 1;
    stop.blocks(rows_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        const std::uint64_t key = reader_(row);
        const std::size_t p = key >> shift_;
        const std::uint32_t at = next[p]++;
        const std::uint32_t slot = at % Line<Item>::size;
        // Written out one document late, so that the copy does not wait for the last stores.
        if (slot == 0 && at != begins_[p]) flush(lines[p], to, at - Line<Item>::size, begins_[p]);
        lines[p].items[slot].set(key & mask, sizes[row], row);
      }
    });
    for (std::size_t p = 0; p < count; ++p) {
      if (next[p] == begins_[p]) continue;
      const std::uint32_t first = (next[p] - 1) / Line<Item>::size * Line<Item>::size;
      copy(lines[p], to, std::max(first, begins_[p]), next[p]);
    }
    hwy::FlushStream();
  }

 private:
  /// A full line whose first slot is place `first`; places below `begin` are another partition's.
  static void flush(const Line<Item>& line, Item* to, std::uint32_t first, std::uint32_t begin) {
    if (first >= begin) {
      line.stream(to + first);
    } else {
      copy(line, to, begin, first + Line<Item>::size);
    }
  }

  static void copy(const Line<Item>& line, Item* to, std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t at = begin; at < end; ++at) to[at] = line.items[at % Line<Item>::size];
  }

  const Reader& reader_;
  std::uint32_t rows_;
  int shift_;
  std::vector<std::uint32_t> begins_;
};

}  // namespace shardsweep::kernels::cpu
