#include "kernels/cpu/group_stream.hpp"

#include <algorithm>
#include <bit>

#include "kernels/cpu/leaf.hpp"
#include "kernels/cpu/partition.hpp"
#include "kernels/cpu/table.hpp"

namespace shardsweep::kernels::cpu {
namespace {

constexpr std::uint64_t table_limit = std::uint64_t{1} << 18;  ///< cells of a table over all rows
constexpr int most_partition_bits = 11;
constexpr std::uint32_t rows_per_partition = 8192;  ///< small collections take fewer partitions

int key_bits(std::uint64_t domain) {
  return static_cast<int>(std::bit_width(domain - 1));
}

/// Enough partitions for leaves that sort in cache, and a few more where the low bits of the key
/// then fit 32 bits.
int partition_bits(std::uint64_t domain, std::uint32_t rows) {
  const int bits = key_bits(domain);
  const int least = bits > 63 ? 1 : 0;  // so that a shift stays below 64
  const int for_cache = static_cast<int>(std::bit_width(rows / rows_per_partition));
  const bool shortens = bits - 32 <= std::min(for_cache + 2, most_partition_bits);
  const int wanted = shortens ? std::max(for_cache, bits - 32) : for_cache;
  return std::clamp(wanted, least, std::min(bits, most_partition_bits));
}

bool has_short_keys(std::uint64_t domain, std::uint32_t rows) {
  return key_bits(domain) - partition_bits(domain, rows) <= 32;
}

bool fits_table(std::uint64_t domain, std::uint32_t rows) {
  return domain <= table_limit && domain <= std::uint64_t{rows} * 2 + 64;
}

template <Carry carry, typename Reader, typename Figures>
void run_table(const GroupSource& source, const Reader& reader, Figures& figures, Scratch& scratch,
               const StopCheck& stop) {
  Cell<carry>* table = clear_table<carry>(scratch, source.shape.domain);
  stop.blocks(source.rows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      table[reader(row)].add(source.sizes[row], row);
    }
  });
  stream_table<carry>(figures, table, source.shape.domain, 0);
  if constexpr (carry == Carry::order) {
    auto order = figures.order();
    stop.blocks(source.rows, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        Cell<carry>& cell = table[reader(row)];
        order.add(++cell.row_sum, static_cast<std::uint32_t>(row), cell.first_row);
      }
    });
    figures.add_order(order);
  }
}

/// Room for the largest partition that is split again.
template <typename SomeLeaf>
typename SomeLeaf::Item* spare_for(std::span<const std::uint32_t> begins, int bits,
                                   Scratch& scratch) {
  std::size_t largest = 0;
  for (std::size_t p = 0; p + 1 < begins.size(); ++p) {
    const std::size_t n = begins[p + 1] - begins[p];
    if (n > largest && !SomeLeaf::sorts_at_once(n, bits)) largest = n;
  }
  return scratch.spare.reserve_as<typename SomeLeaf::Item>(largest);
}

template <typename Key, Carry carry, typename Reader, typename Figures>
void run_partitions(const GroupSource& source, const Reader& reader, Figures& figures,
                    Scratch& scratch, const StopCheck& stop) {
  using SomeLeaf = Leaf<Key, carry, Figures>;
  using Item = typename SomeLeaf::Item;
  const std::uint64_t domain = source.shape.domain;
  const int bits = key_bits(domain) - partition_bits(domain, source.rows);
  const std::size_t count = ((domain - 1) >> bits) + 1;
  Partition<Item, Reader> partition(reader, source.rows, bits, count);
  partition.count(stop);
  Item* entries = scratch.entries.reserve_as<Item>(source.rows);
  partition.scatter(source.sizes, entries, scratch, stop);
  const auto begins = partition.begins();
  Item* spare = spare_for<SomeLeaf>(begins, bits, scratch);
  SomeLeaf leaf(figures, scratch, stop);
  for (std::size_t p = 0; p < count; ++p) {
    stop.poll();
    leaf.run(entries + begins[p], begins[p + 1] - begins[p], spare, p, bits);
  }
}

template <Carry carry, typename Figures>
void run(const GroupSource& source, Figures& figures, Scratch& scratch, const StopCheck& stop) {
  with_reader(source.shape, [&](const auto& reader) {
    if (fits_table(source.shape.domain, source.rows)) {
      run_table<carry>(source, reader, figures, scratch, stop);
    } else if (has_short_keys(source.shape.domain, source.rows)) {
      run_partitions<std::uint32_t, carry>(source, reader, figures, scratch, stop);
    } else {
      run_partitions<std::uint64_t, carry>(source, reader, figures, scratch, stop);
    }
  });
}

}  // namespace

void stream_groups(const GroupSource& source, Carry carry, GroupFigures& figures, Scratch& scratch,
                   const StopCheck& stop) {
  switch (carry) {
    case Carry::counts:
      return run<Carry::counts>(source, figures, scratch, stop);
    case Carry::bytes:
      return run<Carry::bytes>(source, figures, scratch, stop);
    case Carry::rows:
      return run<Carry::rows>(source, figures, scratch, stop);
    case Carry::order:
      return run<Carry::order>(source, figures, scratch, stop);
  }
}

std::uint32_t number_groups(const GroupSource& source, std::uint32_t* numbers, Scratch& scratch,
                            const StopCheck& stop) {
  GroupNumbers figures(numbers);
  run<Carry::order>(source, figures, scratch, stop);
  return figures.groups();
}

std::uint64_t stream_bytes(std::uint64_t domain, std::uint32_t rows, Carry carry) {
  // Lines, sort keys and the largest table over all rows, which a worker keeps between keys.
  constexpr std::uint64_t fixed = table_limit * sizeof(Cell<Carry::order>) + (2u << 20);
  static_assert(sizeof(Cell<Carry::order>) >= sizeof(Cell<Carry::rows>));
  static_assert(sizeof(Cell<Carry::order>) >= sizeof(Cell<Carry::bytes>));
  if (fits_table(domain, rows)) return fixed;
  const std::uint64_t key = has_short_keys(domain, rows) ? 4 : 8;
  const std::uint64_t carried = carry == Carry::counts ? 0 : carry == Carry::bytes ? key : 8;
  return fixed + 2 * (key + carried) * rows;
}

}  // namespace shardsweep::kernels::cpu
