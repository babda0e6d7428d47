#include "host/columns/time_ranks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "host/columns/sort_entries.hpp"

namespace shardsweep::host {
namespace {

__extension__ typedef __int128 Int128;

constexpr std::size_t kinds = 6;

int uuid_version(const bson::ValueView& value) noexcept {
  if (value.type != bson::Type::Binary || value.bytes.size() != 21) return 0;
  const auto subtype = static_cast<std::uint8_t>(value.bytes[4]);
  if (subtype != 3 && subtype != 4) return 0;
  const auto variant = static_cast<std::uint8_t>(value.bytes[5 + 8]) >> 6;
  return variant == 2 ? static_cast<std::uint8_t>(value.bytes[5 + 6]) >> 4 : 0;
}

std::uint64_t big_endian(const char* at, int bytes) noexcept {
  std::uint64_t value = 0;
  for (int i = 0; i < bytes; ++i) value = value << 8 | static_cast<std::uint8_t>(at[i]);
  return value;
}

/// Ticks of 100 ns since 1970, moved to be unsigned. A version 1 UUID counts them since the
/// Gregorian reform of 1582, version 7 counts milliseconds since 1970 (RFC 9562, 5.1 and 5.7).
std::uint64_t uuid_ticks(const bson::ValueView& value) noexcept {
  constexpr std::uint64_t reform_to_1970 = 0x01b21dd213814000;
  const char* at = value.bytes.data() + 5;
  if (uuid_version(value) == 7) return big_endian(at, 6) * 10000 + reform_to_1970;
  return (big_endian(at + 6, 2) & 0x0fff) << 48 | big_endian(at + 4, 2) << 32 | big_endian(at, 4);
}

std::uint32_t seconds_of(const bson::ValueView& object_id) noexcept {
  return static_cast<std::uint32_t>(big_endian(object_id.bytes.data(), 4));
}

/// Calls see(rank, value, documents) for every class, or for every row where values are kept so.
template <class See>
void for_values(const FieldColumn& column, const See& see) {
  const Dictionary& dictionary = *column.dictionary;
  if (dictionary.by_row()) {
    for (std::uint32_t row = 0; row < column.ranks.size(); ++row)
      see(column.ranks[row], dictionary.value_of_row(row), std::uint64_t{1});
  } else {
    for (std::uint32_t rank = 0; rank < dictionary.size(); ++rank)
      see(rank, dictionary.value(rank), dictionary.documents(rank));
  }
}

TimeKind main_kind(const FieldColumn& column, std::uint64_t& rows) {
  std::array<std::uint64_t, kinds> documents{};
  for_values(column, [&](std::uint32_t, const bson::ValueView& value, std::uint64_t count) {
    documents[static_cast<std::size_t>(time_kind(value))] += count;
  });
  const auto most = std::max_element(documents.begin() + 1, documents.end());
  rows = *most;
  return rows == 0 ? TimeKind::none : static_cast<TimeKind>(most - documents.begin());
}

/// UUIDs do not sort by time in general: they are sorted by it.
void rank_uuids(const FieldColumn& column, TimeRanks& times) {
  PodVector<hwy::K64V64> entries;
  for_values(column, [&](std::uint32_t rank, const bson::ValueView& value, std::uint64_t) {
    if (time_kind(value) == TimeKind::uuid) entries.push_back({rank, uuid_ticks(value)});
  });
  sort_entries({entries.data(), entries.size()});
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i == 0 || entries[i].key != entries[i - 1].key) ++times.distinct;
    times.by_rank[entries[i].value] = times.distinct - 1;
  }
}

/// All other kinds ascend with the column's own order. An ObjectId's seconds are put in the place
/// of its rank first; other classes of the kind are times of their own.
void rank_in_order(const FieldColumn& column, TimeRanks& times) {
  std::vector<bool> timed(column.distinct, false);
  for_values(column, [&](std::uint32_t rank, const bson::ValueView& value, std::uint64_t) {
    if (time_kind(value) != times.kind) return;
    timed[rank] = true;
    times.by_rank[rank] = times.kind == TimeKind::object_id ? seconds_of(value) : rank;
  });
  std::uint32_t before = 0;
  for (std::uint32_t rank = 0; rank < column.distinct; ++rank) {
    if (!timed[rank]) continue;
    const std::uint32_t key = times.by_rank[rank];
    if (times.distinct == 0 || key != before) ++times.distinct;
    before = key;
    times.by_rank[rank] = times.distinct - 1;
  }
}

std::uint32_t time_of(const TimedColumn& timed, std::size_t row) {
  return timed.times->by_rank[timed.column->ranks[row]];
}

/// Twice the averaged rank (1-based) of each time, by time rank, over the rows in `both`.
PodVector<std::uint64_t> doubled_ranks(const TimedColumn& timed, const TimedColumn* other) {
  PodVector<std::uint64_t> counts;
  counts.resize(timed.times->distinct, 0);
  for (std::size_t row = 0; row < timed.column->ranks.size(); ++row) {
    const std::uint32_t time = time_of(timed, row);
    if (time == TimeRanks::none) continue;
    if (other != nullptr && time_of(*other, row) == TimeRanks::none) continue;
    ++counts[time];
  }
  std::uint64_t smaller = 0;
  for (std::uint64_t& slot : counts) {
    const std::uint64_t count = slot;
    slot = 2 * smaller + count + 1;
    smaller += count;
  }
  return counts;
}

}  // namespace

TimeKind time_kind(const bson::ValueView& value) noexcept {
  switch (value.type) {
    case bson::Type::ObjectId:
      return TimeKind::object_id;
    case bson::Type::Date:
      return TimeKind::date;
    case bson::Type::Timestamp:
      return TimeKind::timestamp;
    case bson::Type::Int32:
    case bson::Type::Int64:
    case bson::Type::Double:
    case bson::Type::Decimal128:
      return TimeKind::number;
    default: {
      const int version = uuid_version(value);
      return version == 1 || version == 7 ? TimeKind::uuid : TimeKind::none;
    }
  }
}

TimeRanks time_ranks(const FieldColumn& column) {
  TimeRanks times;
  times.kind = main_kind(column, times.rows);
  times.by_rank.resize(column.distinct, TimeRanks::none);
  if (times.kind == TimeKind::uuid)
    rank_uuids(column, times);
  else if (times.kind != TimeKind::none)
    rank_in_order(column, times);
  return times;
}

std::optional<double> rank_correlation_of(const TimedColumn& first, const TimedColumn* second) {
  const PodVector<std::uint64_t> x_ranks = doubled_ranks(first, second);
  PodVector<std::uint64_t> y_ranks;
  if (second != nullptr) y_ranks = doubled_ranks(*second, &first);
  std::uint64_t n = 0;
  for (std::size_t row = 0; row < first.column->ranks.size(); ++row)
    n += time_of(first, row) != TimeRanks::none &&
                 (second == nullptr || time_of(*second, row) != TimeRanks::none)
             ? 1
             : 0;
  // Ranks are taken from their mean, (n + 1) / 2 doubled, so that sums stay within n^3.
  const auto mean = static_cast<std::int64_t>(n + 1);
  Int128 xy = 0;
  Int128 xx = 0;
  Int128 yy = 0;
  std::int64_t position = 0;
  for (std::size_t row = 0; row < first.column->ranks.size(); ++row) {
    const std::uint32_t time = time_of(first, row);
    if (time == TimeRanks::none) continue;
    std::int64_t y = 0;
    if (second == nullptr) {
      y = 2 * ++position - mean;
    } else {
      const std::uint32_t other = time_of(*second, row);
      if (other == TimeRanks::none) continue;
      y = static_cast<std::int64_t>(y_ranks[other]) - mean;
    }
    const std::int64_t x = static_cast<std::int64_t>(x_ranks[time]) - mean;
    xy += Int128{x} * y;
    xx += Int128{x} * x;
    yy += Int128{y} * y;
  }
  if (xx == 0 || yy == 0) return std::nullopt;
  const long double scale =
      std::sqrt(static_cast<long double>(xx)) * std::sqrt(static_cast<long double>(yy));
  return static_cast<double>(static_cast<long double>(xy) / scale);
}

}  // namespace shardsweep::host
