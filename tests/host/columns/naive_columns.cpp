#include "tests/host/columns/naive_columns.hpp"

#include "datasets/bson/view.hpp"
#include "hashing/mongo_hash.hpp"

namespace shardsweep::test {

AtPath look_up(const std::string& document, const std::string& path) {
  bson::DocumentView level{std::string_view(document)};
  std::string rest = path;
  for (;;) {
    const std::size_t dot = rest.find('.');
    const std::string name = rest.substr(0, dot);
    std::optional<bson::ValueView> found;
    for (const bson::Element& element : level)
      if (!found && element.name == name) found = element.value;
    if (!found) return {};
    if (found->type == bson::Type::Array) return {dot != std::string::npos, true, {}};
    if (dot == std::string::npos) return {false, false, bson::Value::copy(*found)};
    if (found->type != bson::Type::Document) return {};
    level = bson::DocumentView(*found);
    rest = rest.substr(dot + 1);
  }
}

NaiveColumn naive_column(const std::vector<std::string>& documents, const std::string& path) {
  NaiveColumn column;
  for (std::size_t row = 0; row < documents.size(); ++row) {
    AtPath at = look_up(documents[row], path);
    if (at.missing) ++column.missing;
    if (!at.missing && !at.array && at.value.type == bson::Type::Null) ++column.nulls;
    if (at.array && column.arrays++ == 0) column.first_array_row = row;
    NaiveColumn::Class& entry = column.classes[at.value];
    if (entry.documents++ == 0) {
      entry.shown = at.value;
      entry.first_row = static_cast<std::uint32_t>(row);
    }
    entry.bytes += documents[row].size();
    column.values.push_back(std::move(at.value));
  }
  std::uint32_t rank = 0;
  for (auto& [value, entry] : column.classes) entry.rank = rank++;
  for (const bson::Value& value : column.values)
    column.ranks.push_back(column.classes.find(value)->second.rank);
  return column;
}

NaiveHashes naive_hashes(const std::vector<std::string>& documents, const NaiveColumn& column) {
  NaiveHashes result;
  std::vector<std::int64_t> hashes;
  for (std::size_t row = 0; row < documents.size(); ++row) {
    const bson::Value& value = column.values[row];
    hashes.push_back(hashing::hash_value(static_cast<std::uint8_t>(value.type), value.bytes));
    ++result.classes[hashes.back()].documents;
    result.classes[hashes.back()].bytes += documents[row].size();
  }
  std::uint32_t rank = 0;
  for (auto& [hash, entry] : result.classes) entry.rank = rank++;
  for (const std::int64_t hash : hashes)
    result.ranks.push_back(result.classes.find(hash)->second.rank);
  return result;
}

}  // namespace shardsweep::test
