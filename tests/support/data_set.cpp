#include "tests/support/data_set.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace shardsweep::test {
namespace {

std::uint32_t below(std::uint64_t limit, Rng& rng) {
  return static_cast<std::uint32_t>(rng() % std::max<std::uint64_t>(limit, 1));
}

std::vector<std::int64_t> values_of(Shape shape, std::uint32_t rows, Rng& rng) {
  std::vector<std::int64_t> values(rows);
  std::int64_t held = 0;
  for (std::uint32_t i = 0; i < rows; ++i) {
    switch (shape) {
      case Shape::uniform:
        values[i] = below(rows / 4 + 1, rng);
        break;
      case Shape::zipf:
        values[i] = static_cast<std::int64_t>(
            std::exp(std::uniform_real_distribution<>(0, std::log(rows + 1.0))(rng)));
        break;
      case Shape::blocks:
        if (below(40, rng) == 0) held = below(rows, rng);
        values[i] = held;
        break;
      case Shape::few:
        values[i] = below(5, rng);
        break;
      case Shape::hitter:
        values[i] = below(2, rng) == 0 ? rows / 3 : i;
        break;
      case Shape::rising:
      case Shape::unique:
        values[i] = i;
        break;
      case Shape::falling:
        values[i] = -static_cast<std::int64_t>(i);
        break;
      default:
        break;
    }
  }
  if (shape == Shape::unique) std::shuffle(values.begin(), values.end(), rng);
  return values;
}

}  // namespace

std::uint64_t first_seed() {
  const char* text = std::getenv("SHARDSWEEP_TEST_SEED");
  return text ? std::strtoull(text, nullptr, 10) : 1;
}

std::string shape_name(Shape shape) {
  static const char* const names[shape_count] = {"uniform", "zipf",    "constant", "unique",
                                                 "rising",  "falling", "blocks",   "few",
                                                 "hitter",  "wide",    "part"};
  return names[static_cast<int>(shape)];
}

OwnedColumn rank_values(const std::vector<std::int64_t>& values) {
  std::vector<std::int64_t> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  OwnedColumn column{{}, static_cast<std::uint32_t>(sorted.size())};
  column.ranks.reserve(values.size());
  for (const std::int64_t value : values) {
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
    column.ranks.push_back(static_cast<std::uint32_t>(at - sorted.begin()));
  }
  return column;
}

OwnedColumn make_column(Shape shape, std::uint32_t rows, Rng& rng) {
  if (shape != Shape::wide && shape != Shape::part) return rank_values(values_of(shape, rows, rng));
  OwnedColumn column{{}, shape == Shape::wide ? 4'000'000'000u : std::max(rows, 1u)};
  for (std::uint32_t i = 0; i < rows; ++i) column.ranks.push_back(below(column.distinct, rng));
  return column;
}

kernels::Columns DataSet::columns() {
  views_.clear();
  for (const OwnedColumn& column : owned) views_.push_back({column.ranks, column.distinct});
  return {rows, views_, sizes};
}

DataSet make_data_set(const std::vector<Shape>& shapes, std::uint32_t rows, std::uint64_t seed,
                      bool zero_sizes) {
  Rng rng(seed);
  DataSet data;
  data.rows = rows;
  data.text = "seed " + std::to_string(seed) + ", " + std::to_string(rows) + " rows:";
  for (const Shape shape : shapes) {
    data.owned.push_back(make_column(shape, rows, rng));
    data.text += " ";
    data.text += shape_name(shape);
  }
  data.sizes.resize(rows);
  if (!zero_sizes) {
    for (std::uint32_t& size : data.sizes) size = below(1001, rng);
  }
  return data;
}

std::vector<Shape> random_shapes(std::size_t count, Rng& rng) {
  std::vector<Shape> shapes;
  for (std::size_t i = 0; i < count; ++i) {
    shapes.push_back(static_cast<Shape>(below(shape_count, rng)));
  }
  return shapes;
}

const std::vector<std::uint32_t>& edge_sizes() {
  static const std::vector<std::uint32_t> sizes = {
      0,  1,   2,   7,   8,    9,    15,   16,   17,   31,   32,    33,    63,   64,
      65, 255, 256, 257, 1023, 1024, 1025, 4095, 4096, 4097, 65535, 65536, 65537};
  return sizes;
}

}  // namespace shardsweep::test
