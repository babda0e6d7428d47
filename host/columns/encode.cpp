#include "host/columns/encode.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <utility>

#include "host/columns/decide_arrival.hpp"
#include "host/columns/derived_field.hpp"
#include "host/columns/encoded_table.hpp"
#include "host/columns/gathered_columns.hpp"
#include "host/error.hpp"

namespace shardsweep::host {
namespace {

void add_once(std::vector<std::string>& paths, const std::string& path) {
  if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
}

class Encoder {
 public:
  Encoder(const EncodeOptions& options, kernels::ThreadPool& pool);

  std::unique_ptr<ColumnTable> run(datasets::Collection& collection, datasets::ReadReport& report);

 private:
  void rank(GatheredColumns& gathered);
  void rank_column(GatheredColumns& gathered, std::size_t i);
  void derive();
  void put_in_order(const std::vector<std::uint32_t>& rows);
  std::unique_ptr<ColumnTable> make_table(ArrivalOrder order);

  const EncodeOptions& options_;
  kernels::ThreadPool& pool_;
  std::vector<DerivedField> derived_;
  std::vector<std::string> listed_;   // paths of the table's stored fields
  std::vector<std::string> paths_;    // these and what only arrival and derivation need
  std::vector<TableColumn> columns_;  // by path
  std::vector<TableColumn> derived_columns_;
  SharedSizes sizes_ = std::make_shared<const std::vector<std::uint32_t>>();  // arrival order last
  std::uint64_t rows_without_size_ = 0;
  std::shared_ptr<const datasets::RowOrigins> origins_;
};

Encoder::Encoder(const EncodeOptions& options, kernels::ThreadPool& pool)
    : options_(options), pool_(pool) {
  for (const std::string& path : options.paths) add_once(listed_, path);
  for (const std::string& text : options.derive) {
    DerivedField derived = parse_derived_field(text);
    const auto same = [&](const DerivedField& other) { return other.name == derived.name; };
    if (std::find(listed_.begin(), listed_.end(), derived.name) != listed_.end() ||
        std::any_of(derived_.begin(), derived_.end(), same))
      throw UsageError("--derive '" + text + "': there is a field " + derived.name +
                       " already; choose another name");
    derived_.push_back(std::move(derived));
  }
  paths_ = listed_;
  for (const DerivedField& derived : derived_)
    for (const std::string& field : derived.fields) add_once(paths_, field);
  if (options.arrival == "row") return;
  add_once(paths_, options.arrival == "auto" ? "_id" : options.arrival);
  if (options.arrival == "auto")
    for (const std::string& path : options.time_paths) add_once(paths_, path);
}

void Encoder::rank_column(GatheredColumns& gathered, std::size_t i) {
  ColumnBuilder& builder = gathered.column(paths_[i]);
  const GatheredColumns::ArraysAbove above = gathered.arrays_above(paths_[i]);
  FieldColumn& field = columns_[i].field;
  field.path = paths_[i];
  field.missing = builder.missing;
  field.nulls = builder.nulls;
  field.arrays = builder.arrays + above.documents;
  field.first_array_row = builder.first_array_row;
  if (above.first_row && (!field.first_array_row || *above.first_row < *field.first_array_row))
    field.first_array_row = above.first_row;
  finish_column({builder.items(), builder.numbers(), sizes_}, options_.temp_directory, columns_[i]);
  builder = ColumnBuilder();
}

void Encoder::rank(GatheredColumns& gathered) {
  const unsigned workers = gathered.affordable_rankings();
  sizes_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(gathered.sizes().sizes));
  rows_without_size_ = gathered.sizes().rows_without_size;
  columns_.resize(paths_.size());
  std::atomic<std::size_t> next{0};
  pool_.parallel_for(workers, [&](std::size_t, unsigned) {
    for (std::size_t i = next++; i < paths_.size(); i = next++) rank_column(gathered, i);
  });
}

void Encoder::derive() {
  derived_columns_.resize(derived_.size());
  pool_.parallel_for(derived_.size(), [&](std::size_t i, unsigned) {
    std::vector<const TableColumn*> sources;
    for (const std::string& path : derived_[i].fields)
      sources.push_back(&columns_[static_cast<std::size_t>(
          std::find(paths_.begin(), paths_.end(), path) - paths_.begin())]);
    derived_columns_[i] = compute_derived(derived_[i], sources, sizes_, options_.temp_directory);
  });
}

/// Moves row rows[i] to place i in every column and in the sizes.
void Encoder::put_in_order(const std::vector<std::uint32_t>& rows) {
  if (rows.empty()) return;
  std::vector<std::uint32_t> place(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) place[rows[i]] = static_cast<std::uint32_t>(i);
  const auto permuted = [&](const std::vector<std::uint32_t>& values) {
    std::vector<std::uint32_t> moved(values.size());
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] = values[rows[i]];
    return moved;
  };
  const std::size_t stored = columns_.size();
  pool_.parallel_for(stored + derived_columns_.size() + 1, [&](std::size_t i, unsigned) {
    if (i == stored + derived_columns_.size()) {
      sizes_ = std::make_shared<const std::vector<std::uint32_t>>(permuted(*sizes_));
      return;
    }
    TableColumn& column = i < stored ? columns_[i] : derived_columns_[i - stored];
    column.field.ranks = permuted(column.field.ranks);
    for (std::uint32_t& row : column.variants.rows) row = place[row];
  });
}

std::unique_ptr<ColumnTable> Encoder::make_table(ArrivalOrder order) {
  auto table = std::make_unique<EncodedTable>();
  table->set_origins(origins_);
  table->set_sizes(std::move(sizes_), rows_without_size_);
  table->set_arrival(std::move(order));
  for (TableColumn& column : columns_) table->add(std::move(column));
  for (TableColumn& column : derived_columns_) table->add(std::move(column));
  return table;
}

std::unique_ptr<ColumnTable> Encoder::run(datasets::Collection& collection,
                                          datasets::ReadReport& report) {
  std::vector<const FieldColumn*> times;
  {
    GatheredColumns gathered(paths_, options_, pool_);
    const auto source = collection.read();
    gathered.read(*source);
    report = source->report();
    origins_ = report.origins;
    if (options_.stop.stop_requested()) return make_table({});
    rank(gathered);
  }
  derive();
  for (const TableColumn& column : columns_) times.push_back(&column.field);
  ArrivalOrder order =
      decide_arrival(times, static_cast<std::uint32_t>(sizes_->size()), options_.arrival);
  columns_.resize(listed_.size());  // what only arrival and derivation needed comes after them
  put_in_order(order.rows);
  return make_table(std::move(order));
}

}  // namespace

std::unique_ptr<ColumnTable> encode_columns(datasets::Collection& collection,
                                            const EncodeOptions& options, kernels::ThreadPool& pool,
                                            datasets::ReadReport& report) {
  return Encoder(options, pool).run(collection, report);
}

}  // namespace shardsweep::host
