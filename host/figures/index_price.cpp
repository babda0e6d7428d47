#include <algorithm>
#include <bit>
#include <cmath>

#include "host/candidates/index_support.hpp"
#include "host/figures/parts.hpp"

namespace shardsweep::host {

namespace {

/// Distinct values looked at for the average where there are as many: evenly spaced in key order,
/// fewer than twice this number.
constexpr std::uint32_t looked_at = 256;

/// Average over the documents of the values looked at.
double average_key_bytes(const FieldColumn& column) {
  const Dictionary& dictionary = *column.dictionary;
  const std::uint64_t step = std::max<std::uint64_t>(1, column.distinct / looked_at);
  std::uint64_t documents = 0;
  double bytes = 0;
  for (std::uint64_t at = 0; at < column.distinct; at += step) {
    const auto rank = static_cast<std::uint32_t>(at);
    const std::uint64_t count = dictionary.documents(rank);
    documents += count;
    bytes += static_cast<double>(count * sort_key_bytes(dictionary.value(rank)));
  }
  return documents == 0 ? 0 : bytes / static_cast<double>(documents);
}

double key_bytes(const FigureInput& input) {
  constexpr double hash = 9;  // a type byte and eight bytes
  const KeyPattern& key = input.candidate.key;
  double sum = 0;
  for (std::size_t i = 0; i < key.fields.size(); ++i) {
    sum += key.hashed_at(i) ? hash : average_key_bytes(column_of(input.table, key.fields[i].path));
  }
  return sum;
}

/// Bytes of a record id: 10 bits in the first two bytes, 8 more in each further one
/// (key_string.cpp).
std::uint64_t record_id_bytes(std::uint64_t documents) {
  const int bits = std::bit_width(documents);
  return 2 + static_cast<std::uint64_t>(std::max(0, bits - 10) + 7) / 8;
}

/// Bytes of a new index: per document its sort key, one end byte, the record id and 3 bytes of
/// WiredTiger cell headers (key and value cell of a row-store leaf page), over pages that a bulk
/// build fills to 90 % (WiredTiger split_pct). Prefix compression is not taken off, so it is an
/// upper estimate for a fresh index.
std::uint64_t estimated_bytes(double key, std::uint64_t documents) {
  constexpr double end_and_cells = 1 + 3;
  constexpr double fill = 0.9;
  const double entry = key + static_cast<double>(record_id_bytes(documents)) + end_and_cells;
  const double bytes = std::round(entry * static_cast<double>(documents) / fill);
  return bytes < 0x1p64 ? static_cast<std::uint64_t>(bytes) : UINT64_MAX;
}

/// Where inserts go in the index, by the median number of ranges (of 128) that take 90 % of a
/// window. With m documents a window, arrivals at random places need close to
/// min(0.9 * 128, 0.9 * m) of them; half of that or more is called random.
std::string insert_locality(const FigureInput& input, const std::optional<Insertion>& insertion) {
  if (!insertion) return "";
  const double points = insertion->median.growth_points;
  const double correlation = insertion->rank_correlation.value_or(0);
  if (points <= 1 && correlation >= monotonic_from) return "rising";
  if (points <= 1 && correlation <= -monotonic_from) return "falling";
  std::vector<double> documents;
  for (const kernels::WindowCounts& window : input.node.windows) {
    documents.push_back(static_cast<double>(window.documents));
  }
  const double most = 0.9 * std::min(128.0, nearest_rank(std::move(documents), 50));
  if (points > 1 && points >= most / 2) return "random";
  const auto ends = static_cast<std::uint64_t>(points);
  return ends == 1 ? "1 end" : std::to_string(ends) + " ends";
}

}  // namespace

IndexPrice index_price(const FigureInput& input, const std::optional<Insertion>& insertion) {
  IndexSupport support = index_support(input.candidate.key, input.metadata, input.table);
  IndexPrice price;
  price.existing = std::move(support.existing);
  price.near_misses = std::move(support.near_misses);
  price.redundant = std::move(support.redundant);
  price.insert_locality = insert_locality(input, insertion);
  if (input.table.rows() == 0) return price;
  price.key_bytes = key_bytes(input);
  if (price.existing.empty()) {
    price.estimated_bytes = estimated_bytes(*price.key_bytes, input.size.documents);
  }
  return price;
}

}  // namespace shardsweep::host
