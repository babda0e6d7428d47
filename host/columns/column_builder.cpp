#include "host/columns/column_builder.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace shardsweep::host {
namespace {

// Numbers and dates are as cheap by row as by number, so only a dictionary that stays in cache
// pays.
constexpr std::size_t most_small_values = std::size_t{1} << 16;
// Longer values: a dictionary is given up when nearly all values turn out to be new; the more have
// been seen, the fewer new ones are borne.
struct Look {
  std::size_t distinct;
  double new_share;
};
constexpr Look looks[] = {
    {std::size_t{1} << 16, 0.99}, {std::size_t{1} << 18, 0.95}, {std::size_t{1} << 20, 0.75}};
constexpr std::size_t block = 32;

}  // namespace

bool ColumnBuilder::too_many() const noexcept {
  const std::size_t distinct = dictionary_.size();
  if (limits_.dictionary != 0) return distinct > limits_.dictionary;
  if (dictionary_.small()) return distinct > most_small_values;
  const double new_share = static_cast<double>(distinct) / static_cast<double>(rows_);
  return std::any_of(std::begin(looks), std::end(looks), [&](const Look& look) {
    return distinct > look.distinct && new_share > look.new_share;
  });
}

void ColumnBuilder::go_direct() {
  for (const std::uint32_t number : numbers_) values_.append(dictionary_.values()[number]);
  numbers_.release();
  dictionary_ = ValueDictionary(limits_.fingerprint_mask);
  direct_ = true;
}

void ColumnBuilder::add_value(const bson::ValueView& value) {
  if (direct_)
    values_.append(value);
  else
    numbers_.push_back(dictionary_.number(value, dictionary_.fingerprint(value)));
  ++rows_;
  if (!direct_ && too_many()) go_direct();
}

void ColumnBuilder::add_nulls(std::size_t count) {
  if (count == 0) return;
  if (direct_) {
    values_.append_nulls(count);
  } else {
    const bson::ValueView null;
    if (!null_number_) null_number_ = dictionary_.number(null, dictionary_.fingerprint(null));
    numbers_.resize(numbers_.size() + count, *null_number_);
  }
  rows_ += static_cast<std::uint32_t>(count);
}

void ColumnBuilder::add_cells(const WalkedBatch& batch, const PodVector<Cell>& cells,
                              std::size_t begin, std::size_t end) {
  std::array<bson::ValueView, block> values;
  std::array<std::uint64_t, block> fingerprints;
  for (std::size_t i = begin; i < end; ++i) {
    bson::ValueView& value = values[i - begin];
    value = batch.value(cells[i]);
    if (direct_) continue;
    fingerprints[i - begin] = dictionary_.fingerprint(value);
    dictionary_.prefetch(fingerprints[i - begin]);
  }
  for (std::size_t i = begin; i < end; ++i) {
    const Cell& cell = cells[i];
    if (cell.type == bson::Type::Array) {
      ++arrays;
      if (!first_array_row) first_array_row = batch.input_row(cell.document);
      add_nulls(1);
      continue;
    }
    if (cell.type == bson::Type::Null) ++nulls;
    const bson::ValueView& value = values[i - begin];
    if (direct_)
      values_.append(value);
    else
      numbers_.push_back(dictionary_.number(value, fingerprints[i - begin]));
    ++rows_;
  }
}

void ColumnBuilder::add(const WalkedBatch& batch, const PodVector<Cell>& cells) {
  missing += batch.size() - cells.size();
  std::size_t document = 0;
  for (std::size_t begin = 0; begin < cells.size();) {
    // A run of documents that all have the path, at most a block of them.
    add_nulls(cells[begin].document - document);
    std::size_t end = begin + 1;
    while (end < cells.size() && end - begin < block &&
           cells[end].document == cells[end - 1].document + 1)
      ++end;
    document = cells[end - 1].document + std::size_t{1};
    add_cells(batch, cells, begin, end);
    begin = end;
  }
  add_nulls(batch.size() - document);
  if (!direct_ && too_many()) go_direct();
}

std::size_t ColumnBuilder::memory_bytes() const noexcept {
  return numbers_.capacity_bytes() + values_.memory_bytes() + dictionary_.memory_bytes();
}

std::size_t ColumnBuilder::ranking_bytes() const noexcept {
  // Of an item: image and number to sort, rank, and the first of its class and its place among
  // those of its type, both in arrays with room to grow. The ranks by row come on top, and a
  // dictionary's values are copied in order.
  constexpr std::size_t of_item = 16 + 4 + 6 + 6;
  const std::size_t copied = direct_ ? 0 : items().memory_bytes();
  return items().size() * of_item + rows_ * sizeof(std::uint32_t) + copied;
}

}  // namespace shardsweep::host
