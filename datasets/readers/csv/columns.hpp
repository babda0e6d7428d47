#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/bson/builder.hpp"
#include "datasets/readers/csv/cell_type.hpp"

namespace shardsweep::datasets {

/// The columns of a CSV or TSV file and how a record of cells becomes a document.
///
/// Names are typed ("at.date(2006-01-02)") when all of them are; dots make sub-documents. An empty
/// cell, quoted or not, leaves the field out: CSV cannot tell missing, null and "" apart, and for a
/// shard key missing and null are one value. A record may have fewer cells than the header (the
/// rest is left out) or more (field4, field5, ... by position from 0, as mongoimport names them).
class CsvColumns {
 public:
  /// From the header's cells, or names given by the user. Throws DataError without place: an empty
  /// name, two columns of one name, "a" beside "a.b", a name that begins with $, types on some
  /// columns only, over 200 levels, NUL or not UTF-8.
  explicit CsvColumns(const std::vector<std::string>& headers);

  /// Appends the document of a record to `out`. Throws DataError ("column \"at\": \"x\" is no
  /// date(2006-01-02)"), `out` then holds something unfinished.
  void append(const std::vector<std::string_view>& cells, std::string& out,
              std::uint64_t& integers_to_double) const;

 private:
  struct Column {
    std::string name;  ///< dotted, without type
    CellType type;
  };
  /// A field of the document: a column's value or a sub-document. Children in order of appearance,
  /// so by their columns.
  struct Node {
    std::string name;
    std::size_t column = 0;  ///< the first one in it
    std::vector<Node> children;
    std::map<std::string, std::size_t> by_name;  ///< child of that name
  };
  struct Record;

  void add_column(const std::string& header, bool typed);
  void place(std::size_t column);
  bool append_node(const Node& node, Record& record) const;
  void append_cell(const Column& column, std::string_view field, std::size_t index,
                   Record& record) const;

  std::vector<Column> columns_;
  Node root_;
};

}  // namespace shardsweep::datasets
