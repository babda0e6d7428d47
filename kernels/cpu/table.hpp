#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/cpu/carry.hpp"
#include "kernels/cpu/scratch.hpp"
#include "kernels/results.hpp"

namespace shardsweep::kernels::cpu {

/// What a direct table holds for one key.
template <Carry carry>
struct Cell {
  std::uint64_t bytes;
  std::uint64_t row_sum;
  std::uint32_t documents;
  std::uint32_t first_row;  ///< later the line of the window table, for the second pass

  void add(std::uint32_t size, std::uint64_t row) {
    first_row = documents == 0 ? static_cast<std::uint32_t>(row) : first_row;
    ++documents;
    bytes += size;
    row_sum += row + 1;
  }
};

template <>
struct Cell<Carry::bytes> {
  std::uint64_t bytes;
  std::uint64_t documents;

  void add(std::uint32_t size, std::uint64_t) {
    ++documents;
    bytes += size;
  }
};

template <>
struct Cell<Carry::counts> {
  std::uint32_t documents;

  void add(std::uint32_t, std::uint64_t) { ++documents; }
};

/// A table of zeros.
template <Carry carry>
Cell<carry>* clear_table(Scratch& scratch, std::size_t cells) {
  auto* table = scratch.table.reserve_as<Cell<carry>>(cells);
  std::memset(static_cast<void*>(table), 0, cells * sizeof(Cell<carry>));
  return table;
}

/// Hands the table's groups over in key order; cell k is key `base` + k. With Carry::order each
/// cell then holds the documents before its group in row_sum, and its line in first_row, ready for
/// a second pass.
template <Carry carry, typename Figures>
void stream_table(Figures& figures, Cell<carry>* table, std::size_t cells, std::uint64_t base) {
  for (std::size_t k = 0; k < cells; ++k) {
    Cell<carry>& cell = table[k];
    if (cell.documents == 0) continue;
    if constexpr (carry == Carry::counts) {
      figures.template group<carry>(base + k, {0, cell.documents, 0}, 0);
    } else if constexpr (carry == Carry::bytes) {
      figures.template group<carry>(base + k, {0, cell.documents, cell.bytes}, 0);
    } else {
      const std::uint32_t line = carry == Carry::order ? figures.next_line() : 0;
      const std::uint64_t before = figures.before();
      figures.template group<carry>(base + k, {cell.first_row, cell.documents, cell.bytes},
                                    cell.row_sum);
      cell.row_sum = before;
      cell.first_row = line;
    }
  }
}

}  // namespace shardsweep::kernels::cpu
