#include "host/columns/encoded_table.hpp"

#include <numeric>
#include <stdexcept>
#include <utility>

#include "host/columns/hash_column.hpp"

namespace shardsweep::host {

const FieldColumn* EncodedTable::find(std::string_view path) const {
  for (const FieldColumn& field : fields_)
    if (field.path == path) return &field;
  return nullptr;
}

const HashedColumn& EncodedTable::hashed(std::string_view path) {
  const auto known = hashed_.find(path);
  if (known != hashed_.end()) return known->second;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (fields_[i].path != path) continue;
    return hashed_.emplace(path, hash_column(fields_[i], variants_[i], *sizes_, order_.rows))
        .first->second;
  }
  throw std::out_of_range("no column " + std::string(path) + " to hash");
}

void EncodedTable::set_sizes(SharedSizes sizes, std::uint64_t rows_without_size) {
  sizes_ = std::move(sizes);
  total_bytes_ = std::accumulate(sizes_->begin(), sizes_->end(), std::uint64_t{0});
  rows_without_size_ = rows_without_size;
}

void EncodedTable::add(TableColumn column) {
  fields_.push_back(std::move(column.field));
  variants_.push_back(std::move(column.variants));
}

}  // namespace shardsweep::host
