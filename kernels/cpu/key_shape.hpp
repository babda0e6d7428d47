#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/columns.hpp"

namespace shardsweep::kernels::cpu {

/// One column inside a packed key: rank * stride.
struct PackedColumn {
  const std::uint32_t* ranks = nullptr;
  std::uint64_t stride = 1;
};

/// A key as one integer per document, in mixed radix, so that integer order is key order.
struct KeyShape {
  std::vector<PackedColumn> columns;
  std::uint64_t domain = 1;  ///< packed keys are below this
};

/// The largest domain that is packed; wider keys have a prefix replaced by its group numbers.
inline constexpr std::uint64_t max_domain = std::uint64_t{1} << 62;

/// Packs as many leading columns as fit into max_domain (at least two, which always fit) and
/// returns how many. Columns of one value are left out.
std::size_t pack(std::span<const ColumnView> columns, KeyShape& shape);

/// Reads packed keys of `K` columns; K = 0 reads any number.
template <std::size_t K>
class KeyReader {
 public:
  explicit KeyReader(const KeyShape& shape) {
    for (std::size_t k = 0; k < K; ++k) columns_[k] = shape.columns[k];
  }
  std::uint64_t operator()(std::size_t row) const {
    std::uint64_t key = columns_[K - 1].ranks[row];  // the last column's stride is 1
    for (std::size_t k = 0; k + 1 < K; ++k) key += columns_[k].ranks[row] * columns_[k].stride;
    return key;
  }

 private:
  std::array<PackedColumn, K> columns_;
};

template <>
class KeyReader<0> {
 public:
  explicit KeyReader(const KeyShape& shape) : columns_(shape.columns) {}
  std::uint64_t operator()(std::size_t row) const {
    std::uint64_t key = 0;
    for (const PackedColumn& column : columns_) key += column.ranks[row] * column.stride;
    return key;
  }

 private:
  std::span<const PackedColumn> columns_;
};

/// Calls body(reader) with the reader made for the shape's number of columns.
template <typename Body>
void with_reader(const KeyShape& shape, const Body& body) {
  switch (shape.columns.size()) {
    case 1:
      return body(KeyReader<1>(shape));
    case 2:
      return body(KeyReader<2>(shape));
    case 3:
      return body(KeyReader<3>(shape));
    case 4:
      return body(KeyReader<4>(shape));
    default:
      return body(KeyReader<0>(shape));
  }
}

}  // namespace shardsweep::kernels::cpu
