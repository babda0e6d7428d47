#include <stdexcept>

#include "host/figures/parts.hpp"

namespace shardsweep::host {

const FieldColumn& column_of(const ColumnTable& table, const std::string& path) {
  const FieldColumn* column = table.find(path);
  if (column == nullptr) throw std::logic_error("no column was made for the field " + path);
  return *column;
}

KeyValue key_value_of(const KeyPattern& key, const ColumnTable& table, std::uint32_t row) {
  KeyValue value;
  for (const datasets::IndexField& field : key.fields) {
    const FieldColumn& column = column_of(table, field.path);
    const bson::ValueView part = column.dictionary->value(column.ranks[row]);
    value.fields.emplace_back(field.path, bson::Value::copy(part));
  }
  return value;
}

}  // namespace shardsweep::host
