#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "datasets/bson/view.hpp"
#include "host/columns/column_table.hpp"
#include "host/columns/pod_vector.hpp"

namespace shardsweep::host {

/// What a value tells of the time a document was made.
enum class TimeKind { none, object_id, uuid, date, timestamp, number };

/// Kind of one value: ObjectId, UUID of version 1 or 7 (binary subtype 4 or 3), Date, Timestamp,
/// number. RFC 9562 has the layout of UUIDs; subtype 3 is read in the same byte order.
TimeKind time_kind(const bson::ValueView& value) noexcept;

/// Documents by their time, earliest first: a dense rank a row.
struct TimeRanks {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  TimeKind kind = TimeKind::none;
  std::uint32_t distinct = 0;
  std::uint64_t rows = 0;            ///< rows that have a time
  PodVector<std::uint32_t> by_rank;  ///< time rank, or none, by the column's rank
};

/// The times of the kind that most documents with a time have. ObjectIds count by their seconds.
/// The column must be in row order.
TimeRanks time_ranks(const FieldColumn& column);

/// Rank correlation (Spearman, ties averaged) over rows where both have a time; `second` null: of
/// `first` with row order. Sums in 128-bit integers, one division in long double. Null when fewer
/// than two rows have both or one of them never changes.
struct TimedColumn {
  const FieldColumn* column = nullptr;
  const TimeRanks* times = nullptr;
};
std::optional<double> rank_correlation_of(const TimedColumn& first, const TimedColumn* second);

}  // namespace shardsweep::host
