#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "kernels/columns.hpp"

namespace shardsweep::test {

/// The first seed of a property test: SHARDSWEEP_TEST_SEED or 1. Tests print the seed they run
/// with.
std::uint64_t first_seed();

using Rng = std::mt19937_64;

/// How a column's values lie over the rows.
enum class Shape {
  uniform,   ///< about rows / 4 values, equally likely
  zipf,      ///< a few values are most of the rows
  constant,  ///< one value
  unique,    ///< every value once, shuffled
  rising,    ///< every value once, ascending
  falling,   ///< every value once, descending
  blocks,    ///< long stretches of one value
  few,       ///< five values
  hitter,    ///< one value on half of the rows, the rest unique
  wide,      ///< ranks all over 32 bits: the rows are a small part of a whole
  part,      ///< distinct == rows, but ranks repeat
};
inline constexpr int shape_count = 11;
std::string shape_name(Shape shape);

/// A column that owns its ranks.
struct OwnedColumn {
  std::vector<std::uint32_t> ranks;
  std::uint32_t distinct = 0;
};

OwnedColumn make_column(Shape shape, std::uint32_t rows, Rng& rng);

/// Numbers the distinct values in order, as the host does.
OwnedColumn rank_values(const std::vector<std::int64_t>& values);

/// Columns and document sizes of one collection.
struct DataSet {
  std::uint32_t rows = 0;
  std::vector<OwnedColumn> owned;
  std::vector<std::uint32_t> sizes;
  std::string text;  ///< what it is, for failure messages

  kernels::Columns columns();

 private:
  std::vector<kernels::ColumnView> views_;
};

/// Columns of the given shapes and sizes of 0..1,000 bytes with ties; `zero_sizes`: all 0.
DataSet make_data_set(const std::vector<Shape>& shapes, std::uint32_t rows, std::uint64_t seed,
                      bool zero_sizes = false);

/// `count` random shapes.
std::vector<Shape> random_shapes(std::size_t count, Rng& rng);

/// Row counts around the edges of vectors, blocks and tables.
const std::vector<std::uint32_t>& edge_sizes();

}  // namespace shardsweep::test
