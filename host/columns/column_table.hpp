#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/bson/view.hpp"
#include "datasets/row_origins.hpp"
#include "kernels/columns.hpp"

namespace shardsweep::host {

/// The distinct values of one field, by their place in BSON order, in a memory-mapped spill file.
class Dictionary {
 public:
  virtual ~Dictionary() = default;
  virtual std::uint32_t size() const = 0;  ///< distinct comparison classes
  /// The first representation in input order. The view lives as long as the dictionary. For a
  /// field of a sampled table rows count over the kept ones.
  virtual bson::ValueView value(std::uint32_t rank) const = 0;
  virtual std::uint64_t documents(std::uint32_t rank) const = 0;
  virtual std::uint64_t bytes(
      std::uint32_t rank) const = 0;  ///< bytes of the documents with the value
  virtual std::uint32_t first_row(std::uint32_t rank) const = 0;  ///< in input order

  /// Where most values are distinct they are kept row by row: whoever wants all of them reads
  /// value_of_row(0..) in order of input, far faster than value(0..).
  virtual bool by_row() const { return false; }
  /// Only when by_row(): the value of a row in input order, null where missing or an array.
  virtual bson::ValueView value_of_row(std::uint32_t row) const { return value(row); }
};

/// A field's hashes (seed 0) as one more order-preserving column.
struct HashedColumn {
  std::vector<std::uint32_t> ranks;      ///< one a document, arrival order
  std::vector<std::int64_t> hashes;      ///< ascending, distinct: the hash of each hashed rank
  std::vector<std::uint64_t> documents;  ///< per hashed rank
  std::vector<std::uint64_t> bytes;
};

/// One field (or derived field) of every document.
struct FieldColumn {
  std::string path;                  ///< dotted path, or the name of a derived field
  std::string derived_from;          ///< "month(created)", "" for a stored field
  std::vector<std::uint32_t> ranks;  ///< arrival order; missing = null
  std::uint32_t distinct = 0;
  std::uint64_t missing = 0;  ///< documents without the field (an array above it: without)
  std::uint64_t nulls = 0;    ///< documents with an explicit null; derived: with nothing to derive
  std::uint64_t arrays = 0;   ///< documents with an array anywhere on the path
  std::optional<std::uint64_t> first_array_row;  ///< input row
  std::unique_ptr<Dictionary> dictionary;

  bool unique(std::uint64_t rows) const { return rows > 0 && distinct == rows; }
};

/// How arrival was decided (see `--arrival`).
struct Arrival {
  bool known = true;   ///< false: insertion questions are unknown
  std::string source;  ///< "rows", "unknown", "_id", or the path of a time field
  std::string note;    ///< one sentence with both figures, "" when nothing is to be said
  std::optional<double> correlation_with_rows;
  std::uint64_t rows_without_time = 0;  ///< that lack the time arrival is taken from
};

/// All encoded columns of a collection. Row i of every column is the i-th arrival.
class ColumnTable {
 public:
  virtual ~ColumnTable() = default;
  virtual std::uint32_t rows() const = 0;
  virtual std::uint64_t total_bytes() const = 0;  ///< 0 when sizes are unknown
  virtual const std::vector<std::uint32_t>& sizes()
      const = 0;  ///< arrival order; all 1 when unknown
  /// Rows whose `--size-field` holds no number; they count as 0 bytes.
  virtual std::uint64_t rows_without_size() const { return 0; }
  virtual const std::vector<FieldColumn>& fields() const = 0;
  virtual const FieldColumn* find(std::string_view path) const = 0;
  /// Built on first use, then kept. Blocks; not thread-safe.
  virtual const HashedColumn& hashed(std::string_view path) = 0;
  virtual const Arrival& arrival() const = 0;
  /// An input row for people: "row 7", of several inputs "row 2 of orders2.csv".
  virtual std::string describe_row(std::uint64_t row) const {
    return datasets::describe_row(nullptr, row);
  }
};

}  // namespace shardsweep::host
