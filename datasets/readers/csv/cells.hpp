#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "datasets/readers/csv/record_splitter.hpp"

namespace shardsweep::datasets {

/// The cells of one record. As mongoimport: spaces around an unquoted cell and around the quotes
/// of a quoted one are dropped, "" inside quotes is one quote, CR LF inside quotes becomes LF. TSV
/// cells are taken as they are.
class Cells {
 public:
  /// Cuts `record` (no line end). Throws DataError without place: a bare quote, text behind a
  /// closing quote, a cell over the limit. Views hold while `record` and this do, until the next
  /// call.
  const std::vector<std::string_view>& cut(std::string_view record, Delimited kind);

 private:
  std::string_view quoted_cell(std::string_view record, std::size_t& at);
  std::string_view unquoted_cell(std::string_view record, std::size_t& at) const;
  [[noreturn]] void fail(const std::string& what) const;

  std::vector<std::string_view> cells_;
  std::string unescaped_;  ///< quoted cells; reserved so that it never moves
};

}  // namespace shardsweep::datasets
