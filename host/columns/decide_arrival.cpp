#include "host/columns/decide_arrival.hpp"

#include <fmt/format.h>

#include <utility>

#include "host/columns/time_ranks.hpp"
#include "host/error.hpp"
#include "host/text/printable.hpp"

namespace shardsweep::host {
namespace {

// From here on rows count as the order of arrival.
constexpr double same_order = 0.9;

const FieldColumn* find(const std::vector<const FieldColumn*>& columns, const std::string& path) {
  for (const FieldColumn* column : columns)
    if (column->path == path) return column;
  return nullptr;
}

/// A field that may be the time, with its correlations.
struct Time {
  const FieldColumn* column = nullptr;
  TimeRanks ranks;
  std::optional<double> with_id;
};

bool most_have(const TimeRanks& times, std::uint32_t rows) {
  return 2 * times.rows >= rows;
}

/// The date field that correlates best with `_id`; where none can be compared with it, with rows.
std::optional<Time> best_date(const std::vector<const FieldColumn*>& columns, const FieldColumn* id,
                              const TimeRanks& id_ranks, std::uint32_t rows) {
  std::optional<Time> best_by_id;
  std::optional<Time> best_by_rows;
  double most_by_id = -2;
  double most_by_rows = -2;
  for (const FieldColumn* column : columns) {
    if (column == id || !column->derived_from.empty()) continue;
    TimeRanks ranks = time_ranks(*column);
    if (ranks.kind != TimeKind::date || !most_have(ranks, rows)) continue;
    std::optional<double> with_id;
    if (id != nullptr) {
      const TimedColumn second{id, &id_ranks};
      with_id = rank_correlation_of({column, &ranks}, &second);
    }
    const double with_rows = rank_correlation_of({column, &ranks}, nullptr).value_or(-1);
    if (with_id && *with_id > most_by_id) {
      most_by_id = *with_id;
      best_by_id = Time{column, std::move(ranks), with_id};
    } else if (with_rows > most_by_rows) {
      most_by_rows = with_rows;
      best_by_rows = Time{column, std::move(ranks), std::nullopt};
    }
  }
  return best_by_id ? std::move(best_by_id) : std::move(best_by_rows);
}

/// Every value of `_id` counts in its own order, whatever its type.
TimeRanks own_order(const FieldColumn& column) {
  TimeRanks ranks;
  ranks.distinct = column.distinct;
  ranks.rows = column.ranks.size();
  ranks.by_rank.resize(column.distinct);
  for (std::uint32_t i = 0; i < column.distinct; ++i) ranks.by_rank[i] = i;
  return ranks;
}

std::optional<Time> find_time(const std::vector<const FieldColumn*>& columns, std::uint32_t rows) {
  const FieldColumn* id = find(columns, "_id");
  if (id == nullptr) return best_date(columns, nullptr, {}, rows);
  TimeRanks ranks = time_ranks(*id);
  const bool is_time = ranks.kind == TimeKind::object_id || ranks.kind == TimeKind::uuid;
  if (is_time && most_have(ranks, rows)) return Time{id, std::move(ranks), std::nullopt};
  return best_date(columns, id, own_order(*id), rows);
}

/// Rows with a time, sorted by it, in the places of rows with a time; the others stay.
std::vector<std::uint32_t> order_by_time(const Time& time) {
  const std::vector<std::uint32_t>& ranks = time.column->ranks;
  std::vector<std::uint64_t> next(time.ranks.distinct + std::size_t{1}, 0);
  for (const std::uint32_t rank : ranks) {
    const std::uint32_t at = time.ranks.by_rank[rank];
    if (at != TimeRanks::none) ++next[at + std::size_t{1}];
  }
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  std::vector<std::uint32_t> sorted(next.back());
  for (std::size_t row = 0; row < ranks.size(); ++row) {
    const std::uint32_t at = time.ranks.by_rank[ranks[row]];
    if (at != TimeRanks::none) sorted[next[at]++] = static_cast<std::uint32_t>(row);
  }
  if (sorted.size() == ranks.size()) return sorted;
  std::vector<std::uint32_t> order(ranks.size());
  std::size_t taken = 0;
  for (std::size_t row = 0; row < ranks.size(); ++row) {
    const bool timed = time.ranks.by_rank[ranks[row]] != TimeRanks::none;
    order[row] = timed ? sorted[taken++] : static_cast<std::uint32_t>(row);
  }
  return order;
}

/// The note and, where some rows lack the time, what becomes of them.
std::string with_untimed(std::string note, const Time& time) {
  const std::uint64_t untimed = time.column->ranks.size() - time.ranks.rows;
  if (untimed == 0) return note;
  if (!note.empty()) note += "; ";
  return note + fmt::format("{} document{} without `{}` keep{} the place in the order of rows",
                            grouped(untimed), untimed == 1 ? "" : "s", time.column->path,
                            untimed == 1 ? "s" : "");
}

ArrivalOrder take_time(const Time& time, std::optional<double> with_rows, std::string note) {
  ArrivalOrder order;
  order.arrival.source = time.column->path;
  order.arrival.note = with_untimed(std::move(note), time);
  order.arrival.correlation_with_rows = with_rows;
  order.arrival.rows_without_time = time.column->ranks.size() - time.ranks.rows;
  order.rows = order_by_time(time);
  return order;
}

ArrivalOrder decide_auto(const std::vector<const FieldColumn*>& columns, std::uint32_t rows) {
  ArrivalOrder order;
  order.arrival.source = "rows";
  const std::optional<Time> time = find_time(columns, rows);
  if (!time || rows == 0) {
    order.arrival.known = false;
    order.arrival.source = "unknown";
    order.arrival.note =
        "no time is known of the documents (no ObjectId or time-ordered UUID in `_id`, no date "
        "field): how inserts spread is unknown; --arrival row takes the order of rows, --arrival "
        "FIELD a field";
    return order;
  }
  const auto with_rows = rank_correlation_of({time->column, &time->ranks}, nullptr);
  order.arrival.correlation_with_rows = with_rows;
  if (!with_rows || *with_rows >= same_order) return order;
  std::string figures =
      fmt::format("rank correlation with rows {:.2f}, not {:.2f} or more", *with_rows, same_order);
  if (time->with_id) figures += fmt::format("; with `_id` {:.2f}", *time->with_id);
  return take_time(*time, with_rows,
                   fmt::format("rows arrive in another order than `{0}` ({1}): arrival is taken "
                               "from `{0}`",
                               time->column->path, figures));
}

}  // namespace

ArrivalOrder decide_arrival(const std::vector<const FieldColumn*>& columns, std::uint32_t rows,
                            const std::string& wanted) {
  if (wanted == "auto") return decide_auto(columns, rows);
  ArrivalOrder order;
  order.arrival.source = "rows";
  if (wanted == "row" || rows == 0) return order;
  const FieldColumn* column = find(columns, wanted);
  Time time{column, column != nullptr ? time_ranks(*column) : TimeRanks{}, std::nullopt};
  if (time.ranks.kind == TimeKind::none)
    throw UsageError("--arrival " + wanted +
                     ": no document has a date, timestamp, ObjectId, time-ordered UUID or number "
                     "there; name another field, or row, or auto");
  return take_time(time, rank_correlation_of({column, &time.ranks}, nullptr), "");
}

}  // namespace shardsweep::host
