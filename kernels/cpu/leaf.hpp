#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "kernels/cpu/entries.hpp"
#include "kernels/cpu/runs.hpp"
#include "kernels/cpu/scratch.hpp"
#include "kernels/cpu/stop.hpp"
#include "kernels/cpu/table.hpp"

namespace shardsweep::kernels::cpu {

/// Turns a partition into groups in key order, inside the cache: direct tables where keys are
/// dense, else a sort of (key | place) and its runs; what is too large is split on its next bits.
/// Figures is GroupFigures or GroupNumbers.
template <typename Key, Carry carry, typename Figures>
class Leaf {
 public:
  using Item = Entry<Key, carry == Carry::order ? Carry::rows : carry>;
  static constexpr std::size_t sort_limit = 32768;  ///< documents sorted at once
  static constexpr int table_bits = 16;             ///< a direct table has at most 2^16 cells
  static constexpr int split_bits = 8;

  Leaf(Figures& figures, Scratch& scratch, const StopCheck& stop)
      : figures_(figures), scratch_(scratch), stop_(stop) {}

  /// Documents e[0, n), rows ascending, whose keys are `prefix` and then their `bits` low bits.
  /// `spare` has room for n entries unless sorts_at_once(n, bits). Destroys both.
  void run(Item* e, std::size_t n, Item* spare, std::uint64_t prefix, int bits) {
    if (n == 0) return;
    if (bits <= table_bits && n >= (std::size_t{1} << bits) / 8) {
      run_table(e, n, prefix, bits);
    } else if (!sorts_at_once(n, bits)) {
      split(e, n, spare, prefix, bits);
    } else if (bits + place_bits(n) <= 32) {
      run_sort<std::uint32_t>(e, n, prefix, bits);
    } else {
      run_sort<std::uint64_t>(e, n, prefix, bits);
    }
  }

  /// Whether run() needs no spare room.
  static bool sorts_at_once(std::size_t n, int bits) {
    return n <= sort_limit && bits + place_bits(n) <= 64;
  }

 private:
  /// Bits that tell n places apart; none where only keys are sorted.
  static int place_bits(std::size_t n) {
    return carry == Carry::counts ? 0 : static_cast<int>(std::bit_width(n - 1));
  }
  static std::uint64_t low_mask(int bits) {
    return bits >= 64 ? UINT64_MAX : (std::uint64_t{1} << bits) - 1;
  }
  static std::uint64_t high_part(std::uint64_t prefix, int bits) {
    return bits >= 64 ? 0 : prefix << bits;
  }

  void run_table(const Item* e, std::size_t n, std::uint64_t prefix, int bits) {
    const std::size_t cells = std::size_t{1} << bits;
    const std::uint64_t mask = low_mask(bits);
    Cell<carry>* table = clear_table<carry>(scratch_, cells);
    for (std::size_t i = 0; i < n; ++i) {
      table[e[i].key & mask].add(e[i].bytes, e[i].row);
    }
    stream_table<carry>(figures_, table, cells, high_part(prefix, bits));
    if constexpr (carry == Carry::order) {
      auto order = figures_.order();
      for (std::size_t i = 0; i < n; ++i) {
        Cell<carry>& cell = table[e[i].key & mask];
        order.add(++cell.row_sum, e[i].row, cell.first_row);
      }
      figures_.add_order(order);
    }
  }

  /// Sorts (low key | place), so that equal keys keep their row order; only keys when nothing is
  /// carried.
  template <typename Word>
  void run_sort(const Item* e, std::size_t n, std::uint64_t prefix, int bits) {
    Word* words = scratch_.order.reserve_as<Word>(sort_limit);
    const std::uint64_t mask = low_mask(bits);
    if constexpr (carry == Carry::counts) {
      for (std::size_t i = 0; i < n; ++i) words[i] = static_cast<Word>(e[i].key & mask);
      sort_words(words, n);
      count_runs(figures_, words, n, high_part(prefix, bits));
    } else {
      const int shift = place_bits(n);
      for (std::size_t i = 0; i < n; ++i) {
        words[i] = static_cast<Word>((e[i].key & mask) << shift | i);
      }
      sort_words(words, n);
      stream_runs(e, words, n, shift, high_part(prefix, bits));
    }
  }

  template <typename Word>
  void sort_words(Word* words, std::size_t n) {
    if (n > 16) {
      scratch_.sorter(words, n, hwy::SortAscending());
      return;
    }
    for (std::size_t i = 1; i < n; ++i) {
      const Word word = words[i];
      std::size_t j = i;
      for (; j > 0 && words[j - 1] > word; --j) words[j] = words[j - 1];
      words[j] = word;
    }
  }

  template <typename Word>
  void stream_runs(const Item* e, const Word* words, std::size_t n, int shift, std::uint64_t base) {
    const Word place_mask = static_cast<Word>((Word{1} << shift) - 1);
    const std::uint64_t position = figures_.before() + 1;
    auto order = figures_.order();
    for (std::size_t i = 0; i < n;) {
      const Word key = words[i] >> shift;
      const std::size_t begin = i;
      Group group{e[words[i] & place_mask].row, 0, 0};
      std::uint64_t row_sum = 0;
      std::uint32_t line = 0;
      if constexpr (carry == Carry::order) line = figures_.next_line();
      do {
        const Item& item = e[words[i] & place_mask];
        group.bytes += item.bytes;
        if constexpr (carry >= Carry::rows) row_sum += std::uint64_t{item.row} + 1;
        if constexpr (carry == Carry::order) order.add(position + i, item.row, line);
        ++i;
      } while (i < n && words[i] >> shift == key);
      group.documents = i - begin;
      figures_.template group<carry>(base | key, group, row_sum);
    }
    figures_.add_order(order);
  }

  /// Stable split by the next bits into `spare`; a split into one part only drops the bits.
  void split(Item* e, std::size_t n, Item* spare, std::uint64_t prefix, int bits) {
    stop_.poll();
    const int taken = std::min(bits, split_bits);
    const int shift = bits - taken;
    const std::uint64_t mask = low_mask(taken);
    std::array<std::uint32_t, (1u << split_bits) + 1> begins{};
    for (std::size_t i = 0; i < n; ++i) ++begins[((e[i].key >> shift) & mask) + 1];
    const std::uint64_t first = (e[0].key >> shift) & mask;
    if (begins[first + 1] == n) return run(e, n, spare, high_part(prefix, taken) | first, shift);
    for (std::size_t p = 1; p < begins.size(); ++p) begins[p] += begins[p - 1];
    auto next = begins;
    for (std::size_t i = 0; i < n; ++i) {
      spare[next[(e[i].key >> shift) & mask]++] = e[i];
    }
    for (std::uint64_t p = 0; p <= mask; ++p) {
      run(spare + begins[p], begins[p + 1] - begins[p], e + begins[p], high_part(prefix, taken) | p,
          shift);
    }
  }

  Figures& figures_;
  Scratch& scratch_;
  const StopCheck& stop_;
};

}  // namespace shardsweep::kernels::cpu
