#include "datasets/readers/csv/cells.hpp"

#include <algorithm>

#include "datasets/error.hpp"
#include "datasets/input/message_text.hpp"

namespace shardsweep::datasets {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

}  // namespace

const std::vector<std::string_view>& Cells::cut(std::string_view record, Delimited kind) {
  cells_.clear();
  unescaped_.clear();
  unescaped_.reserve(record.size());
  const char delimiter = kind == Delimited::csv ? ',' : '\t';
  std::size_t at = 0;
  for (;;) {
    if (kind == Delimited::csv) at = skip_spaces(record, at);
    std::string_view cell;
    if (kind == Delimited::tsv) {
      const std::size_t end = std::min(record.find(delimiter, at), record.size());
      cell = record.substr(at, end - at);
      at = end;
    } else if (at < record.size() && record[at] == '"') {
      cell = quoted_cell(record, at);
    } else {
      cell = unquoted_cell(record, at);
    }
    if (cell.size() > cell_limit) fail("the cell is longer than " + byte_count(cell_limit));
    cells_.push_back(cell);
    if (at >= record.size()) return cells_;
    ++at;  // the delimiter
  }
}

std::string_view Cells::quoted_cell(std::string_view record, std::size_t& at) {
  const std::size_t begin = unescaped_.size();
  ++at;
  for (;;) {
    const std::size_t quote = record.find('"', at);
    if (quote == record.npos) fail("the quote is not closed");
    for (; at < quote; ++at)
      if (!(record[at] == '\r' && record[at + 1] == '\n')) unescaped_ += record[at];
    at = quote + 1;
    if (at >= record.size() || record[at] != '"') break;
    unescaped_ += '"';
    ++at;
  }
  at = skip_spaces(record, at);
  if (at < record.size() && record[at] != ',') fail("text follows a closing quote");
  return std::string_view(unescaped_).substr(begin);
}

std::string_view Cells::unquoted_cell(std::string_view record, std::size_t& at) const {
  const std::size_t end = std::min(record.find(',', at), record.size());
  std::string_view cell = record.substr(at, end - at);
  at = end;
  if (cell.find('"') != cell.npos) fail("a quote stands inside an unquoted cell");
  while (!cell.empty() && is_space(cell.back())) cell.remove_suffix(1);
  return cell;
}

void Cells::fail(const std::string& what) const {
  throw DataError("cell " + std::to_string(cells_.size() + 1) + ": " + what);
}

}  // namespace shardsweep::datasets
