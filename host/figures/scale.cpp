#include <algorithm>

#include "host/figures/figures.hpp"
#include "host/figures/judged_size.hpp"

namespace shardsweep::host {

namespace {

using kernels::UInt128;

std::uint64_t saturated(UInt128 value) {
  return static_cast<std::uint64_t>(std::min<UInt128>(value, UINT64_MAX));
}

/// Bytes with every unknown size counted as 1.
std::uint64_t counted_bytes(std::uint64_t rows, std::uint64_t bytes) {
  return bytes == 0 ? rows : bytes;
}

}  // namespace

std::uint64_t scaled_down(std::uint64_t value, std::uint64_t up, std::uint64_t down) {
  if (down == 0) return value;
  return saturated(static_cast<UInt128>(value) * up / down);
}

std::uint64_t scaled_up(std::uint64_t value, std::uint64_t up, std::uint64_t down) {
  if (down == 0) return value;
  return saturated((static_cast<UInt128>(value) * up + down - 1) / down);
}

JudgedSize judged_size(std::uint64_t rows, std::uint64_t bytes, const ClusterOptions& cluster) {
  JudgedSize size;
  std::uint64_t whole = rows;
  if (cluster.total_docs) {
    whole = *cluster.total_docs;
  } else if (cluster.total_bytes && bytes != 0) {
    whole = scaled_down(rows, *cluster.total_bytes, bytes);
  }
  std::uint64_t whole_bytes = scaled_down(bytes, whole, rows);
  if (cluster.total_bytes) whole_bytes = *cluster.total_bytes;
  size.sample = whole > rows;
  size.documents = cluster.expect_docs.value_or(whole);
  size.bytes = scaled_down(whole_bytes, size.documents, whole);
  size.size_asked = cluster.total_docs || cluster.total_bytes || cluster.expect_docs;
  size.jumbo_known =
      size.bytes > 0 && (size.size_asked || size.bytes > cluster.chunk_bytes_in_force());
  return size;
}

Scale scale_of(const ColumnTable& table, const ClusterOptions& cluster) {
  const JudgedSize size = judged_size(table.rows(), table.total_bytes(), cluster);
  Scale scale;
  scale.sample = size.sample;
  scale.size_known = size.jumbo_known;
  if (table.rows() == 0) return scale;
  scale.documents = static_cast<double>(size.documents) / table.rows();
  const std::uint64_t read = counted_bytes(table.rows(), table.total_bytes());
  if (size.bytes > 0) scale.bytes = static_cast<double>(size.bytes) / static_cast<double>(read);
  return scale;
}

std::uint64_t movable_document_limit(ServerVersion server, std::uint64_t chunk_bytes,
                                     std::uint64_t avg_doc_bytes) {
  const std::uint64_t fit = chunk_bytes / std::max<std::uint64_t>(avg_doc_bytes, 1);
  if (server >= ServerVersion::v6_0) return 2 * std::max<std::uint64_t>(fit, 1);
  return 130 * fit / 100;
}

void set_oversized_limits(const ColumnTable& table, const ClusterOptions& cluster,
                          kernels::PlanParameters& parameters) {
  parameters.oversized_bytes = UINT64_MAX;
  parameters.oversized_documents = UINT64_MAX;
  const JudgedSize size = judged_size(table.rows(), table.total_bytes(), cluster);
  if (!size.jumbo_known || table.rows() == 0) return;
  const std::uint64_t chunk = cluster.chunk_bytes_in_force();
  const std::uint64_t movable = movable_document_limit(cluster.server, chunk, size.average());
  const std::uint64_t read = counted_bytes(table.rows(), table.total_bytes());
  parameters.oversized_bytes = scaled_down(chunk, read, size.bytes);
  parameters.oversized_documents = scaled_down(movable, table.rows(), size.documents);
}

}  // namespace shardsweep::host
