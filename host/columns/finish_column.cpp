#include "host/columns/finish_column.hpp"

#include <unordered_map>
#include <utility>

#include "datasets/bson/view.hpp"
#include "hashing/mongo_hash.hpp"
#include "host/columns/memory_block.hpp"
#include "host/columns/rank_values.hpp"

namespace shardsweep::host {
namespace {

std::int64_t hash_of(const bson::ValueView& value) {
  return hashing::hash_value(static_cast<std::uint8_t>(value.type), value.bytes);
}

/// Can equal values have different hashes? Only where doubles and decimals meet.
bool may_vary(const ValueStore& items) {
  return items.has(bson::Type::Document) || items.has(bson::Type::CodeWithScope) ||
         (items.has(bson::Type::Double) && items.has(bson::Type::Decimal128));
}

class Finisher {
 public:
  Finisher(const ColumnItems& data, TableColumn& column) : data_(data), column_(column) {}

  void run(const std::string& temp_directory);

 private:
  std::size_t rows() const { return data_.sizes->size(); }
  std::uint32_t item(std::size_t row) const {
    return data_.numbers.empty() ? static_cast<std::uint32_t>(row) : data_.numbers[row];
  }
  void rank_rows();
  void count_classes();
  void find_variants();

  const ColumnItems& data_;
  TableColumn& column_;
  Ranking ranking_;                      // of items
  PodVector<std::uint32_t> first_rows_;  // by class
  PodVector<std::uint32_t> documents_;   // by class, empty when unique
  PodVector<std::uint64_t> bytes_;
};

void Finisher::rank_rows() {
  FieldColumn& field = column_.field;
  field.distinct = static_cast<std::uint32_t>(ranking_.first.size());
  field.ranks.reserve(rows());
  prefer_huge_pages(field.ranks.data(), rows() * sizeof(std::uint32_t));
  field.ranks.resize(rows());
  for (std::size_t row = 0; row < rows(); ++row) field.ranks[row] = ranking_.ranks[item(row)];
}

void Finisher::count_classes() {
  constexpr std::uint32_t unseen = ~std::uint32_t{0};
  const FieldColumn& field = column_.field;
  if (field.unique(rows()) && data_.numbers.empty()) {
    first_rows_ = std::move(ranking_.first);
    return;
  }
  first_rows_.resize(field.distinct, unseen);
  documents_.resize(field.distinct, 0);
  bytes_.resize(field.distinct, 0);
  for (std::size_t row = 0; row < rows(); ++row) {
    const std::uint32_t rank = field.ranks[row];
    if (documents_[rank]++ == 0) first_rows_[rank] = static_cast<std::uint32_t>(row);
    bytes_[rank] += (*data_.sizes)[row];
  }
  if (!field.unique(rows())) return;
  documents_.release();
  bytes_.release();
}

/// Compares each item with the one that is shown for its class.
void Finisher::find_variants() {
  if (!may_vary(data_.items)) return;
  std::unordered_map<std::uint32_t, std::int64_t> other;  // item -> hash
  for (std::uint32_t i = 0; i < data_.items.size(); ++i) {
    const std::uint32_t shown = item(first_rows_[ranking_.ranks[i]]);
    if (shown == i) continue;
    const std::int64_t hash = hash_of(data_.items[i]);
    if (hash != hash_of(data_.items[shown])) other.emplace(i, hash);
  }
  if (other.empty()) return;
  for (std::size_t row = 0; row < rows(); ++row) {
    const auto found = other.find(item(row));
    if (found == other.end()) continue;
    column_.variants.rows.push_back(static_cast<std::uint32_t>(row));
    column_.variants.hashes.push_back(found->second);
  }
}

void Finisher::run(const std::string& temp_directory) {
  ranking_ = rank_values(data_.items);
  rank_rows();
  count_classes();
  find_variants();
  ranking_.ranks.release();
  PodVector<std::uint32_t> first_items;
  if (!data_.numbers.empty()) {
    first_items.resize(first_rows_.size());
    for (std::size_t i = 0; i < first_rows_.size(); ++i) first_items[i] = item(first_rows_[i]);
  }
  const PodVector<std::uint32_t>& shown = data_.numbers.empty() ? first_rows_ : first_items;
  column_.field.dictionary = spill_dictionary(
      {data_.items, data_.numbers.empty(), shown, first_rows_, documents_, bytes_, data_.sizes},
      temp_directory);
}

}  // namespace

void finish_column(const ColumnItems& data, const std::string& temp_directory,
                   TableColumn& column) {
  Finisher(data, column).run(temp_directory);
}

}  // namespace shardsweep::host
