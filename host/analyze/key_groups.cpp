#include "host/analyze/key_groups.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "host/figures/figures.hpp"
#include "host/planner/planner.hpp"

namespace shardsweep::host {

namespace {

using kernels::Int128;

/// The columns of a key, and the key order of rows.
class KeyOrder {
 public:
  KeyOrder(const KeyPattern& key, ColumnTable& table) {
    for (std::size_t i = 0; i < key.fields.size(); ++i) {
      const std::string& path = key.fields[i].path;
      columns_.emplace_back(key.hashed_at(i) ? table.hashed(path).ranks : table.find(path)->ranks);
    }
  }

  bool less(std::uint32_t a, std::uint32_t b) const {
    for (const auto& ranks : columns_)
      if (ranks[a] != ranks[b]) return ranks[a] < ranks[b];
    return a < b;
  }
  bool same(std::uint32_t a, std::uint32_t b) const {
    return std::all_of(columns_.begin(), columns_.end(),
                       [&](const auto& ranks) { return ranks[a] == ranks[b]; });
  }

 private:
  std::vector<std::span<const std::uint32_t>> columns_;
};

std::vector<std::uint32_t> sampled_rows(const KeyOrder& order, const ColumnTable& table,
                                        const Sample& sample) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < table.rows(); ++row)
    if (sample.keeps(row)) rows.push_back(row);
  std::sort(rows.begin(), rows.end(),
            [&](std::uint32_t a, std::uint32_t b) { return order.less(a, b); });
  if (rows.size() > sample.limit) rows.resize(sample.limit);
  return rows;
}

/// Pearson's r of 1..n and the row numbers, which have gaps in a sample: exact integer sums, one
/// division.
double coefficient_of(const std::vector<std::uint32_t>& rows) {
  const auto n = static_cast<Int128>(rows.size());
  Int128 sum_y = 0, sum_yy = 0, sum_xy = 0, x = 0;
  for (const std::uint32_t row : rows) {
    const Int128 y = Int128{row} + 1;
    x += 1;
    sum_y += y;
    sum_yy += y * y;
    sum_xy += x * y;
  }
  const Int128 sum_x = n * (n + 1) / 2;
  const Int128 sum_xx = n * (n + 1) * (2 * n + 1) / 6;
  const auto spread = [&](Int128 squares, Int128 sum) {
    return static_cast<long double>(n * squares - sum * sum);
  };
  const long double product = std::sqrt(spread(sum_xx, sum_x)) * std::sqrt(spread(sum_yy, sum_y));
  if (!(product > 0)) return 0;
  const long double r = static_cast<long double>(n * sum_xy - sum_x * sum_y) / product;
  return std::clamp(round10(static_cast<double>(r)), -1.0, 1.0);
}

}  // namespace

KeyGroups group_all(const KeyPattern& key, ColumnTable& table, std::uint32_t top,
                    kernels::Executor& executor, const kernels::ExecuteOptions& execution) {
  kernels::PlanParameters parameters;
  parameters.top = top;
  const PlannedKeys planned = plan_keys(
      {key}, table, kernels::want_distinct | kernels::want_top | kernels::want_monotonicity,
      parameters);
  const kernels::Columns columns{table.rows(), planned.columns, table.sizes()};
  KeyGroups groups;
  groups.sampled = table.rows();
  const auto sink = [&](std::size_t, kernels::NodeResult&& result) {
    groups.distinct = result.distinct;
    groups.top = std::move(result.top);
    groups.coefficient = server_coefficient(table.rows(), result.monotonicity).value_or(0);
  };
  executor.execute(planned.plan, columns, sink, execution);
  return groups;
}

KeyGroups group_sample(const KeyPattern& key, ColumnTable& table, std::uint32_t top,
                       const Sample& sample) {
  const KeyOrder order(key, table);
  const std::vector<std::uint32_t> rows = sampled_rows(order, table, sample);
  KeyGroups groups;
  groups.sampled = rows.size();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == 0 || !order.same(rows[i - 1], rows[i])) groups.top.push_back({rows[i], 0, 0});
    ++groups.top.back().documents;
    groups.top.back().bytes += table.sizes()[rows[i]];
  }
  groups.distinct = groups.top.size();
  std::stable_sort(groups.top.begin(), groups.top.end(),
                   [](const auto& a, const auto& b) { return a.documents > b.documents; });
  if (groups.top.size() > top) groups.top.resize(top);
  groups.coefficient = coefficient_of(rows);
  return groups;
}

}  // namespace shardsweep::host
