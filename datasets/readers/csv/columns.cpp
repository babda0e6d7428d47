#include "datasets/readers/csv/columns.hpp"

#include <algorithm>
#include <optional>

#include "datasets/bson/utf8.hpp"
#include "datasets/bson/validate.hpp"
#include "datasets/error.hpp"
#include "datasets/input/message_text.hpp"

namespace shardsweep::datasets {
namespace {

/// A header cell "name.type(argument)": the last such form in it, as mongoimport matches.
struct TypedHeader {
  std::string name;
  std::string type;
  std::string argument;
};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// "\(", "\)" and "\\" without the backslash, other backslashes dropped.
std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
    } else if (i + 1 < text.size() &&
               std::string_view("\\()").find(text[i + 1]) != std::string_view::npos) {
      out += text[++i];
    }
  }
  return out;
}

std::optional<TypedHeader> typed_header(std::string_view header) {
  if (!header.ends_with(')')) return std::nullopt;
  for (std::size_t open = header.rfind('('); open != header.npos && open > 0;
       open = header.rfind('(', open - 1)) {
    std::size_t word = open;
    while (word > 0 && is_word(header[word - 1])) --word;
    if (word == open || word == 0 || header[word - 1] != '.') continue;
    const std::string_view type = header.substr(word, open - word);
    if (!CellType::is_known(type)) continue;
    return TypedHeader{std::string(header.substr(0, word - 1)), std::string(type),
                       unescape(header.substr(open + 1, header.size() - open - 2))};
  }
  return std::nullopt;
}

/// True when all headers are typed, false when none is.
bool headers_are_typed(const std::vector<std::string>& headers) {
  const auto typed = [](const std::string& header) { return typed_header(header).has_value(); };
  const auto with = std::find_if(headers.begin(), headers.end(), typed);
  if (with == headers.end()) return false;
  const auto without = std::find_if_not(headers.begin(), headers.end(), typed);
  if (without == headers.end()) return true;
  throw DataError("column " + quoted(*with) + " has a type and column " + quoted(*without) +
                  " has none; give every column a type (" + quoted(*without + ".auto()") +
                  ") or none");
}

void check_name(const std::string& name, std::size_t position) {
  const auto refuse = [&](const std::string& why) {
    throw DataError("column " + std::to_string(position + 1) + " " + quoted(name) + ": " + why +
                    "; name the columns anew");
  };
  if (name.empty()) refuse("the name is empty");
  if (name.find('\0') != std::string::npos) refuse("the name has a NUL in it");
  if (!bson::is_utf8(name)) refuse("the name is not UTF-8");
  if (name.front() == '$') refuse("a field name cannot begin with $");
  if (name.front() == '.' || name.back() == '.' || name.find("..") != std::string::npos)
    refuse("a part between the dots is empty");
  if (std::count(name.begin(), name.end(), '.') >= bson::max_nesting)
    refuse("over " + std::to_string(bson::max_nesting) + " levels");
}

}  // namespace

struct CsvColumns::Record {
  const std::vector<std::string_view>& cells;
  std::string& out;
  bson::Builder builder;
  std::uint64_t& integers_to_double;
};

CsvColumns::CsvColumns(const std::vector<std::string>& headers) {
  const bool typed = headers_are_typed(headers);
  for (const std::string& header : headers) add_column(header, typed);
  for (std::size_t i = 0; i < columns_.size(); ++i) place(i);
}

void CsvColumns::add_column(const std::string& header, bool typed) {
  Column column{header, {}};
  if (typed) {
    const TypedHeader parts = *typed_header(header);
    try {
      column = {parts.name, CellType(parts.type, parts.argument)};
    } catch (const DataError& error) {
      throw DataError("column " + quoted(parts.name) + ": " + error.what());
    }
  }
  check_name(column.name, columns_.size());
  columns_.push_back(std::move(column));
}

void CsvColumns::place(std::size_t column) {
  const std::string& name = columns_[column].name;
  Node* node = &root_;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    const bool leaf = end == name.size();
    const std::string part = name.substr(begin, end - begin);
    const auto [at, added] = node->by_name.try_emplace(part, node->children.size());
    if (added) node->children.push_back({part, column, {}, {}});
    node = &node->children[at->second];
    if (!added && (leaf || node->children.empty())) {
      const std::string& other = columns_[node->column].name;
      throw DataError("columns " + quoted(other) + " and " + quoted(name) +
                      " cannot both be fields of one document; rename one");
    }
    if (leaf) return;
    begin = end + 1;
  }
}

void CsvColumns::append(const std::vector<std::string_view>& cells, std::string& out,
                        std::uint64_t& integers_to_double) const {
  Record record{cells, out, bson::Builder(out), integers_to_double};
  record.builder.open_document();
  append_node(root_, record);
  for (std::size_t i = columns_.size(); i < cells.size(); ++i) {
    const std::string name = "field" + std::to_string(i);
    if (root_.by_name.contains(name))
      throw DataError("the record has more cells than columns, and the name " + quoted(name) +
                      " for one of them is taken");
    append_cell({name, {}}, name, i, record);
  }
  record.builder.close();
}

/// True when a value was appended.
bool CsvColumns::append_node(const Node& node, Record& record) const {
  bool any = false;
  for (const Node& child : node.children) {
    // A short record must not cost as much as the header has columns.
    if (child.column >= record.cells.size()) break;
    if (child.children.empty()) {
      const bool given = !record.cells[child.column].empty();
      if (given) append_cell(columns_[child.column], child.name, child.column, record);
      any |= given;
      continue;
    }
    const std::size_t before = record.out.size();
    record.builder.open(child.name, bson::Type::Document);
    const bool inside = append_node(child, record);
    record.builder.close();
    if (!inside) record.out.resize(before);
    any |= inside;
  }
  return any;
}

void CsvColumns::append_cell(const Column& column, std::string_view field, std::size_t index,
                             Record& record) const {
  const std::string_view cell = record.cells[index];
  if (cell.empty()) return;
  try {
    column.type.append(field, cell, record.builder, record.integers_to_double);
  } catch (const DataError& error) {
    throw DataError("column " + quoted(column.name) + ": " + quoted(cell) + ' ' + error.what());
  }
}

}  // namespace shardsweep::datasets
