#include <algorithm>
#include <unordered_map>

#include "host/columns/derived_field.hpp"
#include "host/columns/derived_value.hpp"
#include "host/columns/hash_column.hpp"
#include "host/columns/sort_entries.hpp"

namespace shardsweep::host {
namespace {

using Function = DerivedField::Function;

/// Derived values as numbered items, before ranking.
struct DerivedItems {
  ValueStore items;
  PodVector<std::uint32_t> numbers;  // by row; empty: the source's ranks
};

/// One item for each of the source's classes.
DerivedItems from_values(const DerivedField& derived, const FieldColumn& source) {
  DerivedItems result;
  for (std::uint32_t rank = 0; rank < source.distinct; ++rank) {
    const bson::ValueView value = source.dictionary->value(rank);
    result.items.append(derived.function == Function::prefix
                            ? text_prefix(value, derived.number)
                            : calendar_part(value, derived.function));
  }
  return result;
}

/// Buckets by hash: documents whose value hashes unlike its class's shown one have items of their
/// own.
DerivedItems from_hashes(const DerivedField& derived, const TableColumn& source) {
  DerivedItems result;
  const PodVector<std::int64_t> hashes = hash_dictionary(*source.field.dictionary);
  for (const std::int64_t hash : hashes) result.items.append(hash_bucket(hash, derived.number));
  if (source.variants.rows.empty()) return result;
  result.numbers.append(source.field.ranks.data(), source.field.ranks.size());
  std::unordered_map<std::int64_t, std::uint32_t> item_of;
  for (std::size_t i = 0; i < source.variants.rows.size(); ++i) {
    const std::int64_t hash = source.variants.hashes[i];
    const auto [at, is_new] =
        item_of.try_emplace(hash, static_cast<std::uint32_t>(result.items.size()));
    if (is_new) result.items.append(hash_bucket(hash, derived.number));
    result.numbers[source.variants.rows[i]] = at->second;
  }
  return result;
}

/// Numbers the distinct pairs (number so far, rank) by row, densely.
void pair_with(PodVector<std::uint32_t>& numbers, const std::vector<std::uint32_t>& ranks) {
  PodVector<hwy::K64V64> entries(numbers.size());
  for (std::size_t row = 0; row < numbers.size(); ++row)
    entries[row] = {row, std::uint64_t{numbers[row]} << 32 | ranks[row]};
  sort_entries({entries.data(), entries.size()});
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i != 0 && entries[i].key != entries[i - 1].key) ++number;
    numbers[entries[i].value] = number;
  }
}

/// One item for each distinct tuple of the sources' classes.
DerivedItems from_tuples(std::span<const TableColumn* const> sources) {
  constexpr std::uint32_t unseen = ~std::uint32_t{0};
  DerivedItems result;
  const std::vector<std::uint32_t>& first = sources[0]->field.ranks;
  result.numbers.append(first.data(), first.size());
  for (std::size_t i = 1; i < sources.size(); ++i)
    pair_with(result.numbers, sources[i]->field.ranks);
  PodVector<std::uint32_t> example;  // a row of each tuple
  for (std::size_t row = 0; row < result.numbers.size(); ++row) {
    const std::uint32_t number = result.numbers[row];
    if (number >= example.size()) example.resize(number + std::size_t{1}, unseen);
    if (example[number] == unseen) example[number] = static_cast<std::uint32_t>(row);
  }
  std::string text;
  for (const std::uint32_t row : example) {
    text.clear();
    bool whole = true;
    for (const TableColumn* source : sources)
      whole = whole &&
              append_plain_text(source->field.dictionary->value(source->field.ranks[row]), text);
    result.items.append(whole ? string_value(text) : bson::Value{});
  }
  return result;
}

/// Documents whose derived value is null.
std::uint64_t null_documents(const FieldColumn& field) {
  for (std::uint32_t rank = 0; rank < field.distinct; ++rank)
    if (field.dictionary->value(rank).type == bson::Type::Null)
      return field.dictionary->documents(rank);
  return 0;
}

void note_gaps(FieldColumn& field, std::span<const TableColumn* const> sources) {
  for (const TableColumn* source : sources) {
    field.missing = std::max(field.missing, source->field.missing);
    field.arrays += source->field.arrays;
    const auto& row = source->field.first_array_row;
    if (row && (!field.first_array_row || *row < *field.first_array_row))
      field.first_array_row = row;
  }
  const std::uint64_t nulls = null_documents(field);
  field.missing = std::min(field.missing, nulls);
  field.nulls = nulls - field.missing;
}

}  // namespace

TableColumn compute_derived(const DerivedField& derived,
                            std::span<const TableColumn* const> sources, const SharedSizes& sizes,
                            const std::string& temp_directory) {
  DerivedItems values = derived.function == Function::concat ? from_tuples(sources)
                        : derived.function == Function::bucket
                            ? from_hashes(derived, *sources[0])
                            : from_values(derived, sources[0]->field);
  TableColumn column;
  column.field.path = derived.name;
  column.field.derived_from = to_text(derived);
  const std::span<const std::uint32_t> numbers =
      values.numbers.empty() ? std::span<const std::uint32_t>(sources[0]->field.ranks)
                             : std::span<const std::uint32_t>(values.numbers);
  finish_column({values.items, numbers, sizes}, temp_directory, column);
  note_gaps(column.field, sources);
  return column;
}

}  // namespace shardsweep::host
