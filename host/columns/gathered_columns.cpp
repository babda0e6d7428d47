#include "host/columns/gathered_columns.hpp"

#include <algorithm>

#include "datasets/error.hpp"

namespace shardsweep::host {
namespace {

constexpr std::uint64_t most_rows = 0xffff'fffe;

}  // namespace

GatheredColumns::GatheredColumns(const std::vector<std::string>& paths,
                                 const EncodeOptions& options, kernels::ThreadPool& pool)
    : options_(options), pool_(pool), sizes_(options.size_field) {
  for (const std::string& path : paths) {
    const std::uint32_t node = tree_.want(path);
    node_of_[path] = node;
    columns_[node] = std::make_unique<ColumnBuilder>(
        ColumnBuilder::Limits{options.fingerprint_mask, options.dictionary_limit});
  }
  if (!options.size_field.empty()) size_node_ = tree_.want(options.size_field);
  arrays_.resize(tree_.size());
  for (unsigned i = 0; i < pool.size(); ++i) walkers_.emplace_back(tree_);
}

void GatheredColumns::filter(std::vector<WalkedBatch>& group) {
  for (WalkedBatch& batch : group) {
    batch.first_kept_row = rows_;
    if (options_.keep_row) {
      batch.filtered = true;
      batch.kept.clear();
      for (std::size_t i = 0; i < batch.documents.size(); ++i)
        if (options_.keep_row(batch.documents.first_row + i))
          batch.kept.push_back(static_cast<std::uint32_t>(i));
    }
    rows_ += batch.size();
  }
  check_row_limit(rows_);
}

void GatheredColumns::add_to_node(const WalkedBatch& batch, std::uint32_t node) {
  const auto column = columns_.find(node);
  const PodVector<Cell>& cells = batch.cells[node];
  if (column != columns_.end()) column->second->add(batch, cells);
  for (const Cell& cell : cells) {
    if (cell.type != bson::Type::Array) continue;
    if (arrays_[node].documents++ == 0) arrays_[node].first_row = batch.input_row(cell.document);
  }
}

void check_row_limit(std::uint64_t rows) {
  if (rows > most_rows)
    throw datasets::ResourceError(
        "more than 4294967294 documents, the most that one run holds; read a part of the "
        "collection and give --total-docs for the whole");
}

void GatheredColumns::check_limits() const {
  if (memory_bytes() <= options_.memory_bytes && (columns_.empty() || affordable_rankings() != 0))
    return;
  throw datasets::ResourceError(
      "the values of " + std::to_string(columns_.size()) + " fields of " + std::to_string(rows_) +
      " documents and the ranking of one need more than the " +
      std::to_string(options_.memory_bytes >> 20) +
      " MiB of --memory; raise --memory, or name fewer fields with --fields");
}

void GatheredColumns::add(std::vector<WalkedBatch>& group) {
  filter(group);
  pool_.parallel_for(group.size(), [&](std::size_t i, unsigned worker) {
    walkers_[worker].walk(group[i], false);
  });
  for (const WalkedBatch& batch : group) {
    // Batch by batch, so that a batch stays in cache; one job a path: each sees its values in row
    // order. Node 0 has no values: it takes the sizes.
    pool_.parallel_for(tree_.size(), [&](std::size_t node, unsigned) {
      if (node != PathTree::root) return add_to_node(batch, static_cast<std::uint32_t>(node));
      sizes_.add(batch, size_node_ == PathTree::none ? nullptr : &batch.cells[size_node_]);
    });
  }
}

void GatheredColumns::read(datasets::DocumentSource& source) {
  GroupReader reader(source, pool_.size());
  for (;;) {
    std::vector<WalkedBatch>& group = reader.next();
    if (group.empty() || options_.stop.stop_requested()) break;
    add(group);
    check_limits();
    if (options_.progress) options_.progress(source.progress());
  }
  for (auto& [node, column] : columns_) column->seal();
}

GatheredColumns::ArraysAbove GatheredColumns::arrays_above(const std::string& path) const {
  ArraysAbove sum;
  std::uint32_t node = tree_.node(node_of_.at(path)).parent;
  for (; node != PathTree::root; node = tree_.node(node).parent) {
    const ArraysAbove& here = arrays_[node];
    sum.documents += here.documents;
    if (here.first_row && (!sum.first_row || *here.first_row < *sum.first_row))
      sum.first_row = here.first_row;
  }
  return sum;
}

std::uint64_t GatheredColumns::memory_bytes() const noexcept {
  std::uint64_t bytes = sizes_.sizes.capacity() * sizeof(std::uint32_t);
  for (const auto& [node, column] : columns_) bytes += column->memory_bytes();
  return bytes;
}

unsigned GatheredColumns::affordable_rankings() const {
  std::vector<std::uint64_t> needs;
  for (const auto& [node, column] : columns_) needs.push_back(column->ranking_bytes());
  std::sort(needs.rbegin(), needs.rend());
  std::uint64_t bytes = memory_bytes();
  unsigned fit = 0;
  for (const std::uint64_t need : needs) {
    bytes += need;
    if (fit == pool_.size() || bytes > options_.memory_bytes) break;
    ++fit;
  }
  return fit;
}

}  // namespace shardsweep::host
