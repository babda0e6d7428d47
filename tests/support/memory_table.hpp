#pragma once

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "datasets/bson/builder.hpp"
#include "host/columns/column_table.hpp"

namespace shardsweep::test {

/// A dictionary made of what a test says.
class MemoryDictionary : public host::Dictionary {
 public:
  struct Entry {
    bson::Value value;
    std::uint64_t documents = 0;
    std::uint64_t bytes = 0;
    std::uint32_t first_row = 0;
  };
  explicit MemoryDictionary(std::vector<Entry> entries) : entries_(std::move(entries)) {}
  std::uint32_t size() const override { return static_cast<std::uint32_t>(entries_.size()); }
  bson::ValueView value(std::uint32_t rank) const override { return entries_.at(rank).value; }
  std::uint64_t documents(std::uint32_t rank) const override { return entries_.at(rank).documents; }
  std::uint64_t bytes(std::uint32_t rank) const override { return entries_.at(rank).bytes; }
  std::uint32_t first_row(std::uint32_t rank) const override { return entries_.at(rank).first_row; }

 private:
  std::vector<Entry> entries_;
};

inline bson::Value int64_value(std::int64_t number) {
  bson::Value value{bson::Type::Int64, std::string(8, '\0')};
  std::memcpy(value.bytes.data(), &number, 8);
  return value;
}

inline bson::Value string_value(const std::string& text) {
  const auto length = static_cast<std::int32_t>(text.size() + 1);
  bson::Value value{bson::Type::String, std::string(4, '\0') + text + '\0'};
  std::memcpy(value.bytes.data(), &length, 4);
  return value;
}

/// A small collection in memory for tests of what stands on columns: int64 fields or strings; the
/// input order is the arrival order. Hashes are a scrambling of ranks, not MongoDB's.
class MemoryTable : public host::ColumnTable {
 public:
  MemoryTable() = default;
  MemoryTable(MemoryTable&&) = default;

  /// Bytes of every document; before the first add. Without it each is 1.
  void set_sizes(std::vector<std::uint32_t> sizes) { sizes_ = std::move(sizes); }
  void set_arrival(host::Arrival arrival) { arrival_ = std::move(arrival); }

  host::FieldColumn& add(const std::string& path, const std::vector<std::int64_t>& values) {
    return add_as(path, values, int64_value);
  }
  host::FieldColumn& add_text(const std::string& path, const std::vector<std::string>& values) {
    return add_as(path, values, string_value);
  }

  /// nullopt: a document without the field.
  host::FieldColumn& add_optional(const std::string& path,
                                  const std::vector<std::optional<std::int64_t>>& values) {
    host::FieldColumn& column = add_as(path, values, [](const std::optional<std::int64_t>& number) {
      return number ? int64_value(*number) : bson::Value{bson::Type::Null, ""};
    });
    column.missing = static_cast<std::uint64_t>(
        std::count(values.begin(), values.end(), std::optional<std::int64_t>()));
    return column;
  }

  std::uint32_t rows() const override { return static_cast<std::uint32_t>(sizes_.size()); }
  std::uint64_t total_bytes() const override {
    std::uint64_t sum = 0;
    for (const std::uint32_t size : sizes_) sum += size;
    return sum;
  }
  const std::vector<std::uint32_t>& sizes() const override { return sizes_; }
  const std::vector<host::FieldColumn>& fields() const override { return fields_; }
  const host::FieldColumn* find(std::string_view path) const override {
    for (const host::FieldColumn& field : fields_)
      if (field.path == path) return &field;
    return nullptr;
  }
  const host::HashedColumn& hashed(std::string_view path) override {
    const auto [entry, added] = hashed_.try_emplace(std::string(path));
    if (added) build_hashed(*find(path), entry->second);
    return entry->second;
  }
  const host::Arrival& arrival() const override { return arrival_; }

 private:
  template <class T, class MakeValue>
  host::FieldColumn& add_as(const std::string& path, const std::vector<T>& values,
                            MakeValue make_value) {
    if (sizes_.empty()) sizes_.assign(values.size(), 1);
    std::map<T, MemoryDictionary::Entry> entries;
    for (std::size_t row = 0; row < values.size(); ++row) {
      const auto [entry, added] = entries.try_emplace(values[row]);
      if (added) entry->second = {make_value(values[row]), 0, 0, static_cast<std::uint32_t>(row)};
      ++entry->second.documents;
      entry->second.bytes += sizes_[row];
    }
    std::map<T, std::uint32_t> rank_of;
    std::vector<MemoryDictionary::Entry> list;
    for (const auto& [value, entry] : entries) {
      rank_of[value] = static_cast<std::uint32_t>(list.size());
      list.push_back(entry);
    }
    host::FieldColumn column;
    column.path = path;
    column.distinct = static_cast<std::uint32_t>(list.size());
    for (const T& value : values) column.ranks.push_back(rank_of[value]);
    column.dictionary = std::make_unique<MemoryDictionary>(std::move(list));
    fields_.push_back(std::move(column));
    return fields_.back();
  }

  static void build_hashed(const host::FieldColumn& field, host::HashedColumn& out) {
    std::vector<std::pair<std::int64_t, std::uint32_t>> order;
    for (std::uint32_t rank = 0; rank < field.distinct; ++rank) {
      const std::uint64_t scrambled = (rank + 1) * 0x9e3779b97f4a7c15ull;
      order.emplace_back(static_cast<std::int64_t>(scrambled ^ (scrambled >> 31)), rank);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::uint32_t> new_rank(field.distinct);
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      new_rank[order[i].second] = i;
      out.hashes.push_back(order[i].first);
      out.documents.push_back(field.dictionary->documents(order[i].second));
      out.bytes.push_back(field.dictionary->bytes(order[i].second));
    }
    for (const std::uint32_t rank : field.ranks) out.ranks.push_back(new_rank[rank]);
  }

  std::vector<std::uint32_t> sizes_;
  std::vector<host::FieldColumn> fields_;
  std::map<std::string, host::HashedColumn> hashed_;
  host::Arrival arrival_{true, "rows", "", std::nullopt, 0};
};

}  // namespace shardsweep::test
