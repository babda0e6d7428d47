#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "kernels/cpu/entries.hpp"
#include "kernels/cpu/scratch.hpp"
#include "kernels/cpu/stop.hpp"

namespace shardsweep::kernels::cpu {

/// Entries of one partition waiting to be written as whole cache lines.
template <typename Key>
struct alignas(64) Line {
  static constexpr std::size_t size = 16;
  Key keys[size];
  std::uint32_t bytes[size];
  std::uint32_t rows[size];
};

/// Writes whole cache lines past the caches. Both sides aligned to 64.
template <typename T>
void stream_line(const T* from, T* to) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::CappedTag<std::uint32_t, 16> tag;
  const auto* source = reinterpret_cast<const std::uint32_t*>(from);
  auto* target = reinterpret_cast<std::uint32_t*>(to);
  constexpr std::size_t words = Line<std::uint32_t>::size * sizeof(T) / sizeof(std::uint32_t);
  for (std::size_t i = 0; i < words; i += hn::Lanes(tag)) {
    hn::Stream(hn::Load(tag, source + i), tag, target + i);
  }
}

/// Stable partition of all documents by the top bits of their packed keys: one read for counts, one
/// for the scatter through write-combining lines (Balkesen et al. 2013, "Main-memory hash joins").
template <typename Key, Carry carry, typename Reader>
class Partition {
 public:
  /// Partition of key k is k >> shift; there are `count` of them.
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

  /// Writes every document's entry to its partition, rows ascending.
  void scatter(std::span<const std::uint32_t> sizes, const Entries<Key>& to, Scratch& scratch,
               const StopCheck& stop) {
    const std::size_t count = begins_.size() - 1;
    auto* lines = reinterpret_cast<Line<Key>*>(scratch.lines.reserve(count * sizeof(Line<Key>)));
    std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
    const std::uint64_t mask = (std::uint64_t{1} << shift_) - 1;
    stop.blocks(rows_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        const std::uint64_t key = reader_(row);
        const std::size_t p = key >> shift_;
        const std::uint32_t at = next[p]++;
        const std::size_t slot = at % Line<Key>::size;
        Line<Key>& line = lines[p];
        line.keys[slot] = static_cast<Key>(key & mask);
        if constexpr (carry >= Carry::bytes) line.bytes[slot] = sizes[row];
        if constexpr (carry >= Carry::rows) line.rows[slot] = static_cast<std::uint32_t>(row);
        if (slot == Line<Key>::size - 1) flush_full(line, to, at, begins_[p]);
      }
    });
    for (std::size_t p = 0; p < count; ++p) {
      flush_part(lines[p], to, next[p] / Line<Key>::size * Line<Key>::size, begins_[p], next[p]);
    }
    hwy::FlushStream();
  }

 private:
  /// The line's last slot, at place `last`, is filled.
  static void flush_full(const Line<Key>& line, const Entries<Key>& to, std::uint32_t last,
                         std::uint32_t partition_begin) {
    const std::uint32_t first = last - (Line<Key>::size - 1);
    if (first < partition_begin) {
      flush_part(line, to, first, partition_begin, last + 1);
      return;
    }
    stream_line(line.keys, to.keys + first);
    if constexpr (carry >= Carry::bytes) stream_line(line.bytes, to.bytes + first);
    if constexpr (carry >= Carry::rows) stream_line(line.rows, to.rows + first);
  }

  static void flush_part(const Line<Key>& line, const Entries<Key>& to, std::uint32_t first,
                         std::uint32_t partition_begin, std::uint32_t end) {
    for (std::uint32_t at = std::max(first, partition_begin); at < end; ++at) {
      const std::size_t slot = at % Line<Key>::size;
      to.keys[at] = line.keys[slot];
      if constexpr (carry >= Carry::bytes) to.bytes[at] = line.bytes[slot];
      if constexpr (carry >= Carry::rows) to.rows[at] = line.rows[slot];
    }
  }

  const Reader& reader_;
  std::uint32_t rows_;
  int shift_;
  std::vector<std::uint32_t> begins_;
};

}  // namespace shardsweep::kernels::cpu
