#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "host/columns/column_table.hpp"
#include "host/columns/decide_arrival.hpp"
#include "host/columns/finish_column.hpp"

namespace shardsweep::host {

/// The table that encode_columns makes. Filled by it, then only read.
class EncodedTable : public ColumnTable {
 public:
  std::uint32_t rows() const override { return static_cast<std::uint32_t>(sizes_->size()); }
  std::uint64_t total_bytes() const override { return total_bytes_; }
  const std::vector<std::uint32_t>& sizes() const override { return *sizes_; }
  std::uint64_t rows_without_size() const override { return rows_without_size_; }
  const std::vector<FieldColumn>& fields() const override { return fields_; }
  const FieldColumn* find(std::string_view path) const override;
  const HashedColumn& hashed(std::string_view path) override;
  const Arrival& arrival() const override { return order_.arrival; }
  std::string describe_row(std::uint64_t row) const override {
    return datasets::describe_row(origins_, row);
  }

  void set_origins(std::shared_ptr<const datasets::RowOrigins> origins) {
    origins_ = std::move(origins);
  }
  void set_sizes(SharedSizes sizes, std::uint64_t rows_without_size);
  void set_arrival(ArrivalOrder order) { order_ = std::move(order); }
  void add(TableColumn column);

 private:
  SharedSizes sizes_;
  std::uint64_t total_bytes_ = 0;
  std::uint64_t rows_without_size_ = 0;
  std::vector<FieldColumn> fields_;
  std::vector<HashVariants> variants_;  // by field
  std::map<std::string, HashedColumn, std::less<>> hashed_;
  ArrivalOrder order_;
  std::shared_ptr<const datasets::RowOrigins> origins_;
};

}  // namespace shardsweep::host
