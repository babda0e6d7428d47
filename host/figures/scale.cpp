#include <fmt/format.h>

#include <algorithm>

#include "host/error.hpp"
#include "host/figures/figures.hpp"
#include "host/figures/judged_size.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {

namespace {

using kernels::UInt128;

std::uint64_t saturated(UInt128 value) {
  return static_cast<std::uint64_t>(std::min<UInt128>(value, UINT64_MAX));
}

void check_total(std::optional<std::uint64_t> total, std::uint64_t read, const char* option,
                 const char* unit) {
  if (!total || *total >= read) return;
  throw UsageError(
      fmt::format("{} {}: the input alone holds {} {}; give the whole that it is a "
                  "part of",
                  option, grouped(*total), grouped(read), unit));
}

void check_totals(std::uint64_t rows, std::uint64_t bytes, const ClusterOptions& cluster) {
  check_total(cluster.total_docs, rows, "--total-docs", "documents");
  check_total(cluster.total_bytes, bytes, "--total-bytes", "bytes");
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

std::uint64_t counted_bytes(const ColumnTable& table) {
  return table.total_bytes() == 0 ? table.rows() : table.total_bytes();
}

JudgedSize judged_size(std::uint64_t rows, std::uint64_t bytes, const ClusterOptions& cluster) {
  check_totals(rows, bytes, cluster);
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
  return size;
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
  if (size.bytes == 0 || table.rows() == 0) return;
  const std::uint64_t chunk = cluster.chunk_bytes_in_force();
  const std::uint64_t movable = movable_document_limit(cluster.server, chunk, size.average());
  const std::uint64_t read = counted_bytes(table);
  parameters.oversized_bytes = scaled_down(chunk, read, size.bytes);
  parameters.oversized_documents = scaled_down(movable, table.rows(), size.documents);
}

}  // namespace shardsweep::host
