#include "datasets/generate/csv.hpp"

#include <algorithm>

#include "datasets/bson/decimal128.hpp"
#include "datasets/extended_json/write.hpp"
#include "datasets/generate/calendar.hpp"
#include "datasets/generate/identifiers.hpp"

namespace shardsweep::generate {
namespace {

std::string decimal_text(const bson::ValueView& value) {
  bson::DecimalBits bits;
  std::copy_n(value.bytes.data(), bits.size(), bits.data());
  return bson::decimal128_text(bits);
}

std::string binary_text(const bson::ValueView& value) {
  constexpr std::size_t head = 5;  // length and subtype
  const bool uuid = value.bytes.size() == head + 16 && value.bytes[4] == 4;
  if (uuid) return uuid_text(value.bytes.substr(head));
  return extended_json::to_json(value, extended_json::Style::relaxed);
}

// The value at a dotted path; Null where there is none.
bson::ValueView at_path(const bson::DocumentView& document, std::string_view path) {
  for (const bson::Element& element : document) {
    if (element.name == path) return element.value;
    const bool inside = element.value.type == bson::Type::Document &&
                        path.starts_with(element.name) && path[element.name.size()] == '.';
    if (inside) {
      return at_path(bson::DocumentView(element.value), path.substr(element.name.size() + 1));
    }
  }
  return {};
}

// What mongoimport calls the type of the text that csv_text() writes.
std::string_view column_type(bson::Type type) {
  switch (type) {
    case bson::Type::Int32:
      return "int32()";
    case bson::Type::Int64:
      return "int64()";
    case bson::Type::Double:
      return "double()";
    case bson::Type::Decimal128:
      return "decimal()";
    case bson::Type::Bool:
      return "boolean()";
    case bson::Type::Date:
      return "date(2006-01-02T15:04:05.000Z)";
    default:
      return "string()";
  }
}

std::string_view column_type(const std::string& column, const std::vector<std::string>& documents) {
  std::string_view type;
  for (const std::string& document : documents) {
    const bson::ValueView value = at_path(bson::DocumentView(document), column);
    if (value.type == bson::Type::Null) continue;
    const std::string_view here = column_type(value.type);
    if (!type.empty() && here != type) return "auto()";
    type = here;
  }
  return type.empty() ? "auto()" : type;
}

}  // namespace

std::string csv_header(const std::vector<std::string>& columns,
                       const std::vector<std::string>& documents) {
  std::string line;
  for (const std::string& column : columns) {
    if (!line.empty()) line += ',';
    line += csv_cell(column + '.' + std::string(column_type(column, documents)));
  }
  return line + '\n';
}

std::string csv_cell(std::string_view text) {
  const bool blanks = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (!blanks && text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + '"';
}

std::string csv_text(const bson::ValueView& value) {
  switch (value.type) {
    case bson::Type::String:
      return std::string(value.as_string());
    case bson::Type::Int32:
      return std::to_string(value.as_int32());
    case bson::Type::Int64:
      return std::to_string(value.as_int64());
    case bson::Type::Double:
      return extended_json::shortest_double(value.as_double());
    case bson::Type::Date:
      return iso_text(value.as_int64());
    case bson::Type::ObjectId:
      return hex_text(value.bytes);
    case bson::Type::Decimal128:
      return decimal_text(value);
    case bson::Type::Binary:
      return binary_text(value);
    case bson::Type::Null:
      return {};
    default:
      return extended_json::to_json(value, extended_json::Style::relaxed);
  }
}

void append_csv_line(const bson::DocumentView& document, const std::vector<std::string>& columns,
                     std::string& out) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i != 0) out += ',';
    out += csv_cell(csv_text(at_path(document, columns[i])));
  }
  out += '\n';
}

}  // namespace shardsweep::generate
